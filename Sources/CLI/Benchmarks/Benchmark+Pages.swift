import Community
import Events
import LarderAPI
import Markup
import Operations
import Pages
import Views

extension Benchmark {
    /// Measures what the web app makes of answers that it has: the HTML of a whole page, as a guest gets it. Queries, packing and sending
    /// are not part of it.
    func measurePages() throws {
        let synthetic = try synthetic()
        let pages = try synthetic.community.query { queries in try RenderedPages(queries) }
        try render("feed", pages.feed)
        try render("recipe", pages.recipe)
        try render("board", pages.board)
    }

    private func render(_ name: String, _ page: () -> HTML) throws {
        guard page().bytes.count > 1_000 else { throw Refusal.notMeasured("the page \(name) is empty") }
        var all = Latencies()
        let medians = try runs {
            var latencies = Latencies()
            for _ in 0..<BenchmarkPlan.callsMax {
                let begin = Stopwatch.now()
                let html = page()
                latencies.add(Stopwatch.now() - begin)
                guard !html.isEmpty else { throw Refusal.notMeasured("the page \(name) is empty") }
            }
            all.add(latencies)
            return latencies.milliseconds(atShare: 0.5)
        }
        add(Figure("page.\(name)", "ms", runs: medians, latencies: all))
    }
}

/// The answers that three pages show.
private struct RenderedPages {
    private let newest: FeedAnswer
    private let dish: RecipeDocument
    private let talk: CommentsAnswer
    private let standings: LeaderboardAnswer
    private let weeks: LeaderboardWeeksAnswer
    private let side: Frame.Side

    init(_ queries: Queries) throws {
        let page = Views.Page(limit: 20)
        newest = try queries.feed(FeedRequest(), page: page, viewer: nil)
        guard let id = newest.items.first?.recipe.id, let first = Reference(id) else {
            throw Refusal.notMeasured("the feed is empty")
        }
        dish = try queries.recipe(first, viewer: nil).recipe
        talk = try queries.comments(of: first, page: page, viewer: nil)
        weeks = queries.leaderboardWeeks()
        let busiest = weeks.weeks.max { $0.participants < $1.participants }
        standings = try queries.leaderboard(week: busiest.flatMap { Week($0.week) }, page: page)
        side = Frame.Side(
            week: try queries.leaderboard(week: nil, page: Views.Page(limit: 4)),
            rising: newest.items.prefix(3).map(\.recipe), collections: queries.rules.collections.map(\.name))
    }

    func feed() -> HTML { document(FeedPage(FeedInput(), newest, for: nil).page) }

    func recipe() -> HTML {
        document(RecipePage(dish, talk, RecipeInput(recipe: dish.id), once: Once("benchmark"), for: nil).page)
    }

    func board() -> HTML { document(BoardPage(standings, weeks, level: nil, after: nil, for: nil).page) }

    private func document(_ page: Pages.Page) -> HTML {
        var frame = Frame(at: Link("/"), of: Site("http://localhost"))
        if page.hasSide { frame.side = side }
        return frame.document(page)
    }
}
