package import LarderAPI
package import Markup

/// A list as an Atom feed (RFC 4287). Ids are the permanent addresses of pages.
package struct AtomFeed: Sendable {
    package struct Entry: Sendable {
        var link: Link
        var title: String
        /// RFC 3339.
        var published: String
        var updated: String
        var author: (name: String, link: Link)
        var summary: String
        var tags: [String] = []
    }

    private let title: String
    /// Where the feed itself is.
    private let own: Link
    /// The page that shows the same.
    private let page: Link
    private let author: String
    /// The time of a feed without entries, in RFC 3339.
    private let begin: String
    private let entries: [Entry]

    // MARK: What it lists

    /// Recipes, the newest first.
    package init(
        _ title: String, at own: Link, of page: Link, by author: String, since begin: String = Self.earliest,
        recipes: [RecipeDocument]
    ) {
        (self.title, self.own, self.page) = (title, own, page)
        (self.author, self.begin) = (author, begin)
        entries = recipes.map(Self.entry)
    }

    /// Completed weeks, the latest first, each with the first of its board and the instant of its end.
    package init(boards: [(board: LeaderboardAnswer, end: String)], by community: String) {
        (title, own, page) = ("Board of the week", Link("/board.atom"), Link("/board"))
        (author, begin) = (community, Self.earliest)
        entries = boards.compactMap { Self.entry($0.board, $0.end) }
    }

    package static let earliest = "1970-01-01T00:00:00Z"

    private static func entry(_ recipe: RecipeDocument) -> Entry {
        let facts = [
            recipe.totalMinutes.map(Words.minutes), recipe.servings.map { "serves \($0)" }, recipe.difficulty,
            recipe.cuisine,
        ].compactMap(\.self).joined(separator: ", ")
        let summary = [recipe.description, facts.isEmpty ? nil : facts].compactMap(\.self).joined(separator: "\n\n")
        return Entry(
            link: .id(recipe.id), title: recipe.title, published: recipe.postedAt,
            updated: recipe.editedAt ?? recipe.postedAt, author: (recipe.author.name, .member(recipe.author)),
            summary: summary.isEmpty ? "A recipe by \(recipe.author.name)" : summary, tags: recipe.tags)
    }

    /// `nil`: the board shows no member.
    private static func entry(_ board: LeaderboardAnswer, _ end: String) -> Entry? {
        guard let first = board.entries.first else { return nil }
        let lines = board.entries.map { entry in
            "\(entry.rank.map { "\($0). " } ?? "")\(entry.name ?? entry.username), \(Words.count(entry.engagement, "point"))"
        }
        return Entry(
            link: BoardPage.link(board.week),
            title: "\(Words.week(board.week)): \(first.name ?? first.username) comes first",
            published: end, updated: end, author: (first.name ?? first.username, .member(first.username)),
            summary: "\(lines.joined(separator: "\n"))\n\(Words.count(Int64(board.participants), "cook")) on the board."
        )
    }

    // MARK: The document

    package func document(at site: Site) -> [UInt8] {
        // Every time is RFC 3339 in UTC. Without its `Z`, the order of the texts is that of the times.
        let updated = entries.map(\.updated).max { $0.dropLast() < $1.dropLast() } ?? begin
        return XML.document(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><id>\(site.whole(own))</id><title>\(XML.text(title))</title>\
            <updated>\(updated)</updated><author><name>\(XML.text(author))</name></author>\
            <generator>Larder</generator><link rel="self" type="application/atom+xml" href="\(site.whole(own))"/>\
            <link rel="alternate" type="text/html" href="\(site.whole(page))"/>\(each: entries, { Self.html($0, site) })</feed>
            """)
    }

    private static func html(_ entry: Entry, _ site: Site) -> HTML {
        """
        <entry><id>\(site.whole(entry.link))</id><title>\(XML.text(entry.title))</title><published>\(entry.published)</published>\
        <updated>\(entry.updated)</updated><author><name>\(XML.text(entry.author.name))</name><uri>\(site.whole(entry.author.link))</uri></author>\
        <link rel="alternate" type="text/html" href="\(site.whole(entry.link))"/>\
        \(each: entry.tags, { "<category term=\"\(XML.text($0))\"/>" })<summary type="text">\(XML.text(entry.summary))</summary></entry>
        """
    }
}

/// What XML asks for beside the escaping of HTML.
enum XML {
    /// The whole document of an element.
    static func document(_ root: HTML) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8) + root.bytes
    }

    /// The text with U+FFFD in the place of each character that no XML document can hold (XML 1.0, 2.2).
    static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isAllowed($0) }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isAllowed($0) ? $0 : "\u{FFFD}" }))
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
