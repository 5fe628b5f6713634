import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct Feed: Question {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Recipes and reposts, the newest first or in another order.")
    static let examples = [
        Example("feed", "what is new"),
        Example("feed --mode following --as @bo", "by those whom bo follows"),
        Example("feed --sort hot --tag vegan --max-minutes 30", "quick and vegan, the hottest first"),
        Example("feed --count --since 2026-03-01 --as @bo", "how many are new, up to 100"),
        Example("feed --with-ingredient leek --without-ingredient salt", "by ingredients"),
    ]

    @Option(help: "everyone, following or for-you.", completion: .words(FeedInput.Mode.self)) var mode = "everyone"
    @Option(
        help: "newest, oldest, liked, top, hot, best, rated, discussed, or for moderators reported.",
        completion: .words(FeedInput.Sort.self))
    var sort: String?
    @Flag(help: "Count the items, up to 100, in place of showing them.") var count = false
    @OptionGroup var filters: RecipeFilters
    @OptionGroup var options: GlobalOptions

    var listing: Listing { count ? .none : .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        // An invalid filter is reported before any other error.
        let filter = try filters.filter
        let input = FeedInput(
            mode: try Word.choose(mode, of: FeedInput.Mode.self, field: "mode"),
            sort: try sort.map { text throws(Refusal) in
                try Word.choose(text, of: FeedInput.Sort.self, field: "sort")
            }, filter: filter, page: invocation.pageRequest)
        if count {
            let input = FeedCountInput(mode: input.mode, sort: input.sort, filter: filter)
            return Call(API.feedCount, input) { answer, _ in
                try invocation.output.answer(answer) { "\(answer.count)\(answer.more ? " or more" : "")\n" }
            }
        }
        return Call(API.feed, input) { answer, backend in
            try invocation.output.answer(answer) { text(answer, backend.now, invocation.output.terminal) }
            if answer.items.isEmpty { try invocation.output.note { try filters.nothing(backend) } }
            invocation.output.noteNext(answer.next)
        }
    }

    private func text(_ answer: FeedAnswer, _ now: Timestamp, _ terminal: Terminal) -> String {
        if terminal.isOutputTerminal { return FeedText(terminal: terminal, now: now).items(answer.items) }
        var table = TextTable([
            .whole("id"), .text("title"), .text("by"), .number("likes"), .number("score"), .number("comments"),
            .whole("when"), .text("reposted by"),
        ])
        for item in answer.items {
            let recipe = item.recipe
            let reposter = item.repost.map { repost in
                "@\(repost.by.username)" + (repost.quote.map { ": \($0)" } ?? "")
            }
            table.add([
                recipe.id, recipe.title, "@\(recipe.author.username)", "\(recipe.likes)", "\(recipe.score)",
                "\(recipe.comments)", terminal.time(item.repost?.at ?? recipe.postedAt, now: now),
                reposter ?? "",
            ])
        }
        return table.text(for: terminal)
    }
}

struct Search: Question {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Recipes and members by their words, the best match first.",
        discussion: """
            All words must be there, each at least as the beginning of one; a "phrase in quotes" stands as it is. Case and \
            accents do not matter. A recipe's title counts more than its tags, these more than ingredients, description and \
            steps. With a filter only recipes are searched.
            """)
    static let examples = [
        Example("search leek soup", "both words, in any place"),
        Example("search '\"apple pie\"'", "these words beside each other"),
        Example("search choc --tag vegan --max-minutes 30", "quick, vegan, and with chocolate"),
    ]

    @Argument(help: "Words and \"phrases\".") var text: [String]
    @OptionGroup var filters: RecipeFilters
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = SearchInput(
            text: text.joined(separator: " "), filter: try filters.filter, page: invocation.pageRequest)
        return Call(API.search, input) { answer, backend in
            try invocation.output.answer(answer) { words(answer, backend.now, invocation.output.terminal) }
            let isEmpty = answer.recipes.isEmpty && answer.members.isEmpty
            if let texts = answer.didYouMean {
                invocation.output.note {
                    "\(isEmpty ? "nothing matches: " : "")did you mean \(texts.joined(separator: ", or "))?"
                }
            } else if isEmpty {
                try invocation.output.note { try filters.nothing(backend) }
            }
            invocation.output.noteNext(answer.next)
        }
    }

    private func words(_ answer: SearchAnswer, _ now: Timestamp, _ terminal: Terminal) -> String {
        var members = TextTable([.whole("id"), .text("username"), .text("name")])
        for card in answer.members { members.add([card.id, "@\(card.username)", card.name]) }
        if terminal.isOutputTerminal {
            let recipes = FeedText(terminal: terminal, now: now).recipes(answer.recipes)
            return [recipes, members.text(for: terminal)].filter { !$0.isEmpty }.joined(separator: "\n")
        }
        var recipes = TextTable([
            .whole("id"), .text("title"), .text("by"), .number("likes"), .number("score"), .number("comments"),
            .whole("when"),
        ])
        for recipe in answer.recipes {
            recipes.add([
                recipe.id, recipe.title, "@\(recipe.author.username)", "\(recipe.likes)", "\(recipe.score)",
                "\(recipe.comments)", recipe.postedAt,
            ])
        }
        return recipes.text(for: terminal) + members.text(for: terminal)
    }
}
