import ArgumentParser
import Events
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
    @Option(help: "easy, intermediate or hard.") var difficulty: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("At most so long.", valueName: "n")) var maxMinutes: UInt64?
    @Option(parsing: .unconditional, help: ArgumentHelp("For at least so many.", valueName: "n"))
    var minServings: UInt64?
    @Option(name: .customLong("tag"), help: "Repeatable: all of them.") var tags: [String] = []
    @Option(help: "Of this cuisine.") var cuisine: String?
    @Option(help: "Of this course, such as main or dessert.") var course: String?
    @Option(name: .customLong("diet"), help: "vegetarian, vegan, glutenFree or sugarFree. Repeatable.")
    var diets: [String] = []
    @Option(name: .customLong("with-ingredient"), help: "Repeatable: all of them.") var wanted: [String] = []
    @Option(name: .customLong("without-ingredient"), help: "Repeatable: none of them.") var unwanted: [String] = []
    @Option(help: ArgumentHelp("By this member.", valueName: "@x")) var author: String?
    @Flag(help: "What you have bookmarked.") var bookmarked = false
    @Option(help: ArgumentHelp("What this member likes.", valueName: "@x")) var likedBy: String?
    @Option(help: ArgumentHelp("From then on.", valueName: "time")) var since: String?
    @Option(help: ArgumentHelp("Before then.", valueName: "time")) var until: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let request = try request()
        try invocation.query { queries in
            let answer = try queries.feed(request, page: invocation.page, viewer: try invocation.viewer(queries))
            try invocation.answer(answer) { text(answer, queries, invocation.terminal) }
            if answer.items.isEmpty { invocation.note(nothing(queries)) }
            invocation.noteNext(answer.next)
        }
    }

    /// Says so, and where a tag or cuisine is one that no recipe has, which may have been meant.
    private func nothing(_ queries: Queries) -> String {
        func nearest(_ wanted: String, _ word: String, _ names: [String]) -> String? {
            guard !names.contains(wanted.lowercased()) else { return nil }
            let question = NearestNames(to: wanted, among: names).question
            return "Nothing there: no recipe has the \(word) «\(wanted)»\(question)"
        }
        if !tags.isEmpty {
            let known = queries.words(of: .tags)
            if let unknown = tags.lazy.compactMap({ nearest($0, "tag", known) }).first { return unknown }
        }
        if let cuisine, let unknown = nearest(cuisine, "cuisine", queries.words(of: .cuisines)) { return unknown }
        return "Nothing there."
    }

    private func request() throws(Refusal) -> FeedRequest {
        var request = FeedRequest()
        request.mode = try Word.choose(
            mode, ["everyone": .everyone, "following": .following, "for-you": .forYou], field: "mode")
        if let sort {
            request.sort = try Word.choose(
                sort,
                [
                    "newest": .newest, "oldest": .oldest, "liked": .liked, "top": .top, "hot": .hot, "best": .best,
                    "rated": .rated, "discussed": .discussed,
                ], field: "sort")
        }
        if let difficulty {
            request.difficulty = try Word.choose(
                difficulty, ["easy": .easy, "intermediate": .intermediate, "hard": .hard], field: "difficulty")
        }
        request.maxMinutes = maxMinutes
        request.minServings = minServings
        request.tags = tags
        request.cuisine = cuisine
        request.course = course
        request.diets = try diets.map { text throws(Refusal) in
            try Word.choose(
                text,
                [
                    "vegetarian": .vegetarian, "vegan": .vegan, "glutenFree": .glutenFree, "gluten-free": .glutenFree,
                    "sugarFree": .sugarFree, "sugar-free": .sugarFree,
                ], field: "diet")
        }
        request.withIngredients = wanted
        request.withoutIngredients = unwanted
        request.author = try author.map { text throws(Refusal) in try MemberName.reference(text, field: "author") }
        request.isBookmarked = bookmarked
        request.likedBy = try likedBy.map { text throws(Refusal) in try MemberName.reference(text, field: "liked-by") }
        request.since = try since.map { text throws(Refusal) in try Times.instant(text, field: "since") }
        request.until = try until.map { text throws(Refusal) in try Times.instant(text, field: "until") }
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
