package import LarderAPI
package import Markup

/// A week's board: where the reader stands, the first three, and all others with what their points are made of.
package struct BoardPage {
    private let board: LeaderboardAnswer
    private let weeks: [LeaderboardWeeksAnswer.Week]
    private let level: ExperienceAnswer?
    private let after: String?
    private let reader: Reader?

    /// `level` is the reader's.
    package init(
        _ board: LeaderboardAnswer, _ weeks: LeaderboardWeeksAnswer, level: ExperienceAnswer?, after: String?,
        for reader: Reader?
    ) {
        (self.board, self.weeks, self.level) = (board, weeks.weeks, level)
        (self.after, self.reader) = (after, reader)
    }

    package static func link(_ week: String) -> Link { Link("/board").part(week) }

    package var page: Page {
        let pager = Pager(Self.link(board.week), after: after, next: board.next, isNewestFirst: false)
        let rest =
            after == nil
            ? AnyBidirectionalCollection(board.entries.dropFirst(3)) : AnyBidirectionalCollection(board.entries)
        let list: HTML =
            board.entries.isEmpty
            ? EmptyList(after == nil ? "No points this week yet." : "That was all.").html
            : "\(after == nil ? podium : .empty)\(rest.isEmpty ? .empty : table(Array(rest)))"
        var page = Page(
            "Board of the week", in: .board,
            """
            <div class="head"><h1>Board of the week</h1>\(switcher)</div>\(stand)\(list)\(pager.html)\
            <p class="soft small"><a href="/about">How points are given</a></p>
            """)
        page.topics = ["leaderboard"]
        page.question = Self.question(board.week)
        (page.newer, page.older, page.atom) = (pager.newer, pager.older, Link("/board.atom"))
        page.preview = Preview(.website, at: Self.link(board.week), "\(page.title): \(Words.week(board.week))")
        return page
    }

    private static func question(_ week: String) -> String { "/leaderboard?week=\(week)" }

    private var switcher: HTML {
        let place = weeks.firstIndex { $0.week == board.week }
        let earlier =
            place.flatMap { $0 > 0 ? weeks[$0 - 1].week : nil }
            ?? (place == nil ? weeks.last { $0.week < board.week }?.week : nil)
        let later =
            place.flatMap { $0 + 1 < weeks.count ? weeks[$0 + 1].week : nil }
            ?? (place == nil ? weeks.first { $0.week > board.week }?.week : nil)
        func step(_ week: String?, _ icon: Icon, _ label: String) -> HTML? {
            week.map { "<a href=\"\(Self.link($0))\" aria-label=\"\(label)\">\(icon)</a>" }
        }
        return """
            <nav class="segs" aria-label="Week">\(step(earlier, .left, "Earlier week"))<a href="\(Self.link(board.week))" aria-current="true">\
            \(Words.week(board.week))</a>\(step(later, .right, "Later week"))</nav>
            """
    }

    // MARK: The reader

    private var stand: HTML {
        guard let own = board.viewer, let level else { return .empty }
        let place: HTML =
            own.rank.map {
                "<b class=\"big\">\(Words.ordinal($0))</b> <span class=\"soft\">of \(board.participants) with <b>\(Words.count(own.engagement, "point"))</b></span>"
            }
            ?? "<span class=\"soft\">You have no points in this week yet.</span>"
        let gap = own.gap.map {
            $0 > 0 ? " · \(Words.count($0, "point")) to the next place" : " · one more active day to the next place"
        }
        return """
            <section class="stand" aria-label="Where you stand">\(Level(level).jar)<div><p>\(place)</p><p class="soft">\(Level(level).sentence)\(gap)</p></div>\
            <a class="btn" href="\(Link.member(own.username).end("/points").query("week", board.week))">My points</a></section>
            """
    }

    // MARK: The board

    private static let ranks = ["First", "Second", "Third"]

    private var podium: HTML {
        "<ol class=\"podium\" aria-label=\"The first three\">\(each: board.entries.prefix(3).enumerated(), { stand($0.element, isFirst: $0.offset == 0) })</ol>"
    }

    private func stand(_ entry: LeaderboardEntry, isFirst: Bool) -> HTML {
        let name = entry.name ?? entry.username
        let rank = entry.rank.map { $0 <= 3 ? Self.ranks[$0 - 1] : Words.ordinal($0) }
        return """
            <li\(HTML.Attribute("class", isFirst ? "first" : nil))><span class="rank">\(rank)</span>\(Face.html(name: name, avatar: entry.avatar, .large))\
            <b><a class="bare" href="\(Link.member(entry.username))">\(name)</a></b><span class="pts num">\(points(entry))</span>\
            <span class="soft small">\(Words.count(Int64(entry.activeDays), "day"))</span></li>
            """
    }

    private func points(_ entry: LeaderboardEntry) -> HTML {
        let why: HTML? =
            reader?.role == .admin
            ? """
             <a class="small" href="\(WhyLinks.link(Self.question(board.week), "@\(entry.username).engagement"))">why?\
            <span class="hide"> \(Words.count(entry.engagement, "point")) of @\(entry.username)</span></a>
            """ : nil
        return """
            <a class="bare" href="\(Link.member(entry.username).end("/points").query("week", board.week))">\(Words.grouped(entry.engagement))\
            <span class="hide"> points: what they are made of</span></a>\(why)
            """
    }

    private func table(_ entries: [LeaderboardEntry]) -> HTML {
        """
        <section class="sheet"><p class="key pad opt"><span class="k1">recipes</span><span class="k2">likes received</span>\
        <span class="k3">comments</span><span class="k4">bookmarks</span></p><table class="board">\
        <caption class="hide">\(Words.week(board.week)): \(Words.count(Int64(board.participants), "member")), by points, then days</caption>\
        <thead><tr><th scope="col"><span class="hide">Place</span></th><th scope="col">Member</th><th scope="col" class="opt">Made of</th>\
        <th scope="col" class="r">Days</th><th scope="col" class="r">Points</th></tr></thead><tbody>\(each: entries, row)</tbody></table></section>
        """
    }

    private func row(_ entry: LeaderboardEntry) -> HTML {
        let name = entry.name ?? entry.username
        return """
            <tr\(HTML.Attribute("class", entry.member == reader?.id ? "on" : nil))><td class="pos num">\(entry.rank.map { "\($0)" })</td><td><span class="who">\
            \(Face.html(name: name, avatar: entry.avatar, .small))<span><a href="\(Link.member(entry.username))">\(name)</a><br>\(Self.move(entry.moved))</span></span></td>\
            <td class="opt">\(sum(entry))</td><td class="num r">\(entry.activeDays)</td><td class="num r">\(points(entry))</td></tr>
            """
    }

    private static func move(_ places: Int?) -> HTML {
        guard let places else { return "<span class=\"move same\">new</span>" }
        if places > 0 { return "<span class=\"move up\"><span class=\"hide\">up </span>▲ \(places)</span>" }
        if places < 0 { return "<span class=\"move down\"><span class=\"hide\">down </span>▼ \(-places)</span>" }
        return "<span class=\"move same\">as before</span>"
    }

    /// A bar of the four counts, as parts of their sum.
    private func sum(_ entry: LeaderboardEntry) -> HTML {
        let counts = [entry.recipes, entry.likesReceived, entry.comments, entry.bookmarks].map { max(0, $0) }
        let total = counts.reduce(0, +)
        guard total > 0 else { return .empty }
        var begin: Int64 = 0
        var bars = HTML.empty
        for (index, count) in counts.enumerated() where count > 0 {
            bars +=
                "<rect class=\"k\(index + 1)\" x=\"\(begin * 100 / total)%\" width=\"\(count * 100 / total)%\" height=\"11\"/>"
            begin += count
        }
        let words = zip(counts, ["recipe", "like", "comment", "bookmark"]).map { Words.count($0, $1) }.joined(
            separator: ", ")
        return "<svg class=\"sum\" width=\"100%\" height=\"11\" role=\"img\" aria-label=\"\(words)\">\(bars)</svg>"
    }
}
