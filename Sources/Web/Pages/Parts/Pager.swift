package import Markup

/// The links below a list: its first page and its next one. `base` is the list's address with its filters. A cursor of the
/// API leads forward only, so the way back is the beginning; the page before is the browser's own «Back».
package struct Pager {
    private let base: Link
    private let after: String?
    private let next: String?
    private let isNewestFirst: Bool

    /// `isNewestFirst` is false where the list has another order, such as points: «older» would not be true there.
    package init(_ base: Link, after: String?, next: String?, isNewestFirst: Bool = true) {
        (self.base, self.after, self.next, self.isNewestFirst) = (base, after, next, isNewestFirst)
    }

    /// The page itself.
    package var here: Link { base.query("after", after) }
    package var newer: Link? { after == nil ? nil : base }
    package var older: Link? { next.map { base.query("after", $0) } }

    package var html: HTML {
        guard newer != nil || older != nil else { return .empty }
        let (back, forward) = isNewestFirst ? ("Newer", "Older") : ("To the beginning", "More")
        let newer: HTML? = newer.map { "<a class=\"btn\" href=\"\($0)\">\(Icon.left)\(back)</a>" }
        let older: HTML? = older.map { "<a class=\"btn\" rel=\"next\" href=\"\($0)\">\(forward)\(Icon.right)</a>" }
        return "<nav class=\"pager\" aria-label=\"Pages\">\(newer)\(older)</nav>"
    }
}

/// What a list shows where it has no entries: a sentence, and what to do.
package struct EmptyList {
    private let sentence: String
    private let more: HTML

    package init(_ sentence: String, _ more: HTML = .empty) { (self.sentence, self.more) = (sentence, more) }

    package var html: HTML { "<div class=\"empty\">\(Icon.jar)<p>\(sentence)</p>\(more)</div>" }
}
