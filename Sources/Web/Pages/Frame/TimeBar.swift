package import Markup

/// Moves a page through time, for admins: it leads to the page as it stood after an earlier event.
///
/// Without scripts it is a field for a position or a time. The module `time` adds a slider over the whole log, with what happened when
/// and the moments at which the page became another, and shows the page beside itself as it is now.
package struct TimeBar: Sendable {
    /// The page now.
    private let present: Link
    /// What the address says beside the moment, to be sent again.
    private let query: [(name: String, value: String)]
    /// The last position of the log.
    private let head: UInt64
    /// The moment that is shown; `nil`: now.
    private let past: (position: UInt64, time: String)?

    package init(present: Link, query: [(name: String, value: String)], head: UInt64, past: (UInt64, String)? = nil) {
        (self.present, self.query, self.head, self.past) = (present, query, head, past)
    }

    private var isPast: Bool { past != nil }

    /// `question`: whose answer the page shows.
    func html(about question: String?) -> HTML {
        """
        <details class="through" data-time="\(head)"\(HTML.Attribute("data-at", past.map { "\($0.position)" }))\(HTML.Attribute("data-question", question))\
        \(HTML.Flag("open"), if: isPast)><summary>\(Icon.clock)\(said)</summary><form class="fields compact">\(each: query, { """
            <input type="hidden" name="\($0.name)" value="\($0.value)">
            """ })\
        <div class="field"><label for="f-as-of">As of</label><input id="f-as-of" name="asOf" required maxlength="40" value="\(past.map { "\($0.position)" } ?? "")" \
        aria-describedby="h-as-of"><p class="hint" id="h-as-of">A position up to \(Words.grouped(Int64(head))), or a time such as 2026-03-12 or 2026-03-12T14:00:00Z.</p></div>\
        <div class="buttons"><button class="btn">Show</button>\("<a class=\"btn\" href=\"\(present)\">Show it now</a>", if: isPast)</div></form></details>
        """
    }

    private var said: HTML {
        guard let past else { return "Through time" }
        return """
            <span data-recorded="\(past.time)">As of position \(Words.grouped(Int64(past.position))), \(Words.second(past.time)): read only</span>
            """
    }

    /// The content of the page: of an earlier moment with controls that do nothing.
    func content(_ main: HTML) -> HTML {
        isPast
            ? "<fieldset id=\"moment\" class=\"past\" disabled>\(main)</fieldset>" : "<div id=\"moment\">\(main)</div>"
    }
}

/// How far the views of an earlier moment are, while they are folded.
package struct FoldingPage {
    private let moment: String
    private let folded: Int
    private let total: Int

    package init(asOf moment: String, folded: Int, of total: Int) {
        (self.moment, self.folded, self.total) = (moment, folded, total)
    }

    package var page: Page {
        let share = total > 0 ? folded * 100 / total : 0
        var page = Page(
            "As of \(moment)",
            """
            <section class="narrow"><h1>As of \(moment)</h1><p role="status">Larder reads the log up to that moment: \(Words.grouped(Int64(folded))) of \(Words.count(Int64(total), "event")). \
            The page comes by itself.</p><progress max="100" value="\(share)" aria-label="Events read">\(share) %</progress></section>
            """)
        page.status = 202
        page.refreshSeconds = 1
        (page.isKept, page.hasSide, page.isListed) = (false, false, false)
        return page
    }
}
