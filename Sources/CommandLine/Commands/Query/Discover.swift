import ArgumentParser
import Events
import Views

struct Discover: Question {
    static let configuration = CommandConfiguration(
        commandName: "discover", abstract: "Collections of recipes, or all of one collection, the hottest first.")
    static let examples = [
        Example("discover", "the collections, with what stands first in each"),
        Example("discover 'Quick Fixes'", "all of one"),
        Example("discover --trending", "what is rising just now"),
    ]

    @Argument(help: "A collection (else all of them).") var name: String?
    @Flag(help: "What is rising: score against age, as of the newest event.") var trending = false
    @OptionGroup var options: GlobalOptions

    /// Recipes that the overview shows of each collection.
    private static let shownMax = 3

    func execute(_ invocation: Invocation) throws {
        if trending { return try showTrending(invocation) }
        try invocation.query { queries in
            let viewer = try invocation.viewer(queries)
            guard let name else {
                let answer = try queries.discover(showing: Self.shownMax, viewer: viewer)
                return try invocation.answer(answer) {
                    answer.collections.map { overview($0, invocation.terminal) }.joined()
                }
            }
            let answer = try queries.collection(name, page: invocation.page, viewer: viewer)
            try invocation.answer(answer) { TextTable(recipes: answer.recipes).text(for: invocation.terminal) }
            if answer.recipes.isEmpty { invocation.note("Nothing there.") }
            invocation.noteNext(answer.next)
        }
    }

    private func showTrending(_ invocation: Invocation) throws {
        guard name == nil else {
            throw Refusal(.usage, "--trending looks at all recipes: leave the collection out", field: "name")
        }
        guard !invocation.isExplaining else {
            throw Refusal(
                .usage, "what is rising changes with every minute: ask why of a recipe's score", field: "trending")
        }
        try invocation.query { queries in
            let answer = try queries.trending(page: invocation.page, viewer: try invocation.viewer(queries))
            try invocation.answer(answer) {
                TextTable(recipes: answer.items.map(\.recipe)).text(for: invocation.terminal)
            }
            if answer.items.isEmpty { invocation.note("Nothing is rising just now.") }
            invocation.noteNext(answer.next)
        }
    }

    private func overview(_ collection: CollectionDocument, _ terminal: Terminal) -> String {
        guard terminal.isOutputTerminal else {
            return collection.recipes.map { recipe in
                [collection.name, "\(collection.count)", recipe.id, recipe.title].map(\.asOneLine)
                    .joined(separator: "\t") + "\n"
            }.joined()
        }
        let count = "\(Wording.count(collection.count)) \(collection.count == 1 ? "recipe" : "recipes")"
        return terminal.bold(collection.name.asOneLine) + terminal.dim("  \(count)") + "\n"
            + collection.recipes.map { recipe in
                "  \(recipe.id)  \(recipe.title.asOneLine)".truncated(toWidth: terminal.width) + "\n"
            }.joined()
    }
}

extension TextTable {
    /// Recipes in short.
    init(recipes: [RecipeDocument]) {
        self.init([.whole("id"), .text("title"), .text("by"), .number("likes"), .number("score"), .number("minutes")])
        for recipe in recipes {
            add([
                recipe.id, recipe.title, "@\(recipe.author.username)", "\(recipe.likes)", "\(recipe.score)",
                recipe.totalMinutes.map { "\($0)" } ?? "",
            ])
        }
    }
}
