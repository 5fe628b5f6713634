import ArgumentParser
import Events
import Notation
import Views

struct Feed: Question {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Recipes and reposts, the newest first or in another order.")
    static let examples = [
        Example("feed", "what is new"),
        Example("feed --mode following --as @bo", "by those whom bo follows"),
        Example("feed --sort hot --tag vegan --max-minutes 30", "quick and vegan, the hottest first"),
        Example("feed --with-ingredient leek --without-ingredient salt", "by ingredients"),
    ]

    @Option(help: "everyone, following or for-you.") var mode = "everyone"
    @Option(help: "newest, oldest, liked, top, hot, best, rated or discussed.") var sort: String?
    @OptionGroup var filters: RecipeFilters
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let request = try request()
        try invocation.query { queries in
            let answer = try queries.feed(request, page: invocation.page, viewer: try invocation.viewer(queries))
            try invocation.answer(answer) { text(answer, queries, invocation.terminal) }
            if answer.items.isEmpty { invocation.note(filters.nothing(queries)) }
            invocation.noteNext(answer.next)
        }
    }

    private func request() throws(Refusal) -> FeedRequest {
        var request = try filters.request()
        request.mode = try Word.choose(mode, FeedMode.self, field: "mode")
        request.sort = try sort.map { text throws(Refusal) in try Word.choose(text, FeedSort.self, field: "sort") }
        return request
    }

    private func text(_ answer: FeedAnswer, _ queries: Queries, _ terminal: Terminal) -> String {
        if terminal.isOutputTerminal { return FeedText(terminal: terminal, now: queries.now).items(answer.items) }
        var table = TextTable([
            .whole("id"), .text("title"), .text("by"), .number("likes"), .number("score"), .number("comments"),
            .whole("when"), .text("passed on by"),
        ])
        for item in answer.items {
            let recipe = item.recipe
            let reposter = item.repost.map { repost in
                "@\(repost.by.username)" + (repost.quote.map { ": \($0)" } ?? "")
            }
            table.add([
                recipe.id, recipe.title, "@\(recipe.author.username)", "\(recipe.likes)", "\(recipe.score)",
                "\(recipe.comments)", terminal.time(item.repost?.at ?? recipe.postedAt, now: queries.now),
                reposter ?? "",
            ])
        }
        return table.text(for: terminal)
    }
}
