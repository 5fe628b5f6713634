import ArgumentParser
import Events
import LarderAPI
import Views

struct Discover: Question {
    static let configuration = CommandConfiguration(
        commandName: "discover", abstract: "Collections of recipes, or all of one collection, the hottest first.",
        discussion: """
            With --external a service is searched instead. Nothing is posted by that: what was posted before is named by its id \
            here, the rest can be looked at with larder recipe and posted with larder import. Through --server the other service is \
            asked by that server, with the server's key.
            """)
    static let examples = [
        Example("discover", "the collections, with what stands first in each"),
        Example("discover 'Quick Fixes'", "all of one"),
        Example("discover --trending", "what is rising just now"),
        Example("discover --cooked --as @bo", "recipes that go with the cooked ones"),
        Example("discover --external themealdb 'pea soup'", "recipes of another service, to read or import"),
    ]

    @Argument(help: "A collection (else all of them); with --external the words to look for.") var name: String?
    @Flag(help: "Recipes that are rising: score against age, at the newest event.") var trending = false
    @Flag(help: "Other recipes liked by the members who like what you cooked.") var cooked = false
    @Option(
        help: ArgumentHelp("Search a service of the web instead.", valueName: "themealdb|edamam"),
        completion: .list(["themealdb", "edamam"]))
    var external: String?
    @OptionGroup var service: ServiceFlags
    @OptionGroup var options: GlobalOptions

    var listing: Listing { name == nil && !trending && !cooked ? .none : .pages }

    func validate() throws {
        guard [name != nil || external != nil, trending, cooked].count(where: \.self) <= 1 else {
            throw ValidationError(
                "a collection, --trending, --cooked and what --external finds are four lists: ask for one of them")
        }
    }

    func execute(_ invocation: Invocation) throws {
        if let external { return try showExternal(external, invocation) }
        try invocation.put(try call(invocation))
    }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        guard external == nil else { throw Refusal.unexplainedExternal }
        try service.checkUnused(without: "--external")
        if trending { return rising(invocation) }
        if cooked { return try alsoLiked(invocation) }
        guard let name else {
            return Call(API.collections, NoInput()) { answer, _ in
                try invocation.output.answer(answer) {
                    invocation.output.terminal.header("collection", "recipes", "id", "title")
                        + answer.collections.map { overview($0, invocation.output.terminal) }.joined()
                }
            }
        }
        let input = CollectionInput(collection: name, page: invocation.pageRequest)
        return Call(API.collection, input) { answer, _ in
            try invocation.output.answer(answer) {
                TextTable(recipes: answer.recipes).text(for: invocation.output.terminal)
            }
            if answer.recipes.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }

    private func rising(_ invocation: Invocation) -> any AnyCall {
        let unexplained = Refusal(
            .usage, "what is rising changes with every minute: ask why of a recipe's score", field: "trending")
        return Call(API.trending, ListInput(page: invocation.pageRequest), unexplained: unexplained) { answer, _ in
            try invocation.output.answer(answer) {
                TextTable(recipes: answer.items.map(\.recipe)).text(for: invocation.output.terminal)
            }
            if answer.items.isEmpty { invocation.output.note("Nothing is rising just now.") }
            invocation.output.noteNext(answer.next)
        }
    }

    private func alsoLiked(_ invocation: Invocation) throws -> any AnyCall {
        _ = try invocation.actor(to: "see recipes that go with the cooked ones")
        return Call(API.becauseYouCooked, ListInput(page: invocation.pageRequest)) { answer, _ in
            try invocation.output.answer(answer) {
                invocation.output.terminal.header("cooked", "cooked title", "likers", "id", "title")
                    + answer.items.map { because($0, invocation.output.terminal) }.joined()
            }
            if answer.items.isEmpty {
                invocation.output.note(
                    "Nothing yet: no other recipe is liked by the members who like what you have cooked.")
            }
            invocation.output.noteNext(answer.next)
        }
    }

    private func because(_ item: CookedAnswer.Item, _ terminal: Terminal) -> String {
        guard terminal.isOutputTerminal else {
            return item.alsoLiked.map { also in
                [item.cooked.id, item.cooked.title, "\(also.likers)", also.recipe.id, also.recipe.title].map(
                    \.asOneLine
                )
                .joined(separator: "\t") + "\n"
            }.joined()
        }
        return terminal.bold("Because you cooked \(item.cooked.id) \(item.cooked.title.asOneLine)") + "\n"
            + item.alsoLiked.map { also in
                "  \(also.recipe.id)  \(also.recipe.title.asOneLine)".truncated(toWidth: terminal.width)
                    + terminal.dim("  \(Wording.count(Int(also.likers))) like both") + "\n"
            }.joined()
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

struct Tags: Question {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "All tags, or all cuisines, with how many recipes there are of each.")
    static let examples = [Example("tags", "the most frequent first"), Example("tags --cuisines", "the cuisines")]

    @Flag(help: "Cuisines instead of tags.") var cuisines = false
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(cuisines ? API.cuisines : API.tags, ListInput(page: invocation.pageRequest)) { answer, _ in
            let counts = answer.tags ?? answer.cuisines ?? []
            try invocation.output.answer(answer) {
                var table = TextTable([.text(cuisines ? "cuisine" : "tag"), .number("recipes")])
                for count in counts { table.add([count.name, "\(count.recipes)"]) }
                return table.text(for: invocation.output.terminal)
            }
            if counts.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }
}

struct Ratings: Question {
    static let configuration = CommandConfiguration(commandName: "ratings", abstract: "The recipes that you rated.")
    static let examples = [Example("ratings --as @bo", "with bo's stars, the newest recipe first")]

    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        _ = try invocation.actor(to: "look at their ratings")
        return Call(API.ratings, ListInput(page: invocation.pageRequest)) { answer, _ in
            try invocation.output.answer(answer) {
                var table = TextTable([.whole("id"), .number("stars"), .text("title"), .text("by")])
                for recipe in answer.recipes {
                    let stars = recipe.stars.map { "\($0)" } ?? ""
                    table.add([recipe.id, stars, recipe.title, "@\(recipe.author.username)"])
                }
                return table.text(for: invocation.output.terminal)
            }
            if answer.recipes.isEmpty { invocation.output.note("No ratings yet.") }
            invocation.output.noteNext(answer.next)
        }
    }
}

struct Bookmarks: Question {
    static let configuration = CommandConfiguration(commandName: "bookmarks", abstract: "What you have bookmarked.")
    static let examples = [Example("bookmarks --as @bo", "the newest first")]

    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        _ = try invocation.actor(to: "look at their bookmarks")
        return Call(API.bookmarks, ListInput(page: invocation.pageRequest)) { answer, _ in
            try invocation.output.answer(answer) {
                TextTable(recipes: answer.recipes).text(for: invocation.output.terminal)
            }
            if answer.recipes.isEmpty { invocation.output.note("Nothing there.") }
            if let gone = answer.gone, gone > 0 {
                invocation.output.note(
                    "\(Wording.count(Int64(gone), "bookmarked recipe")) deleted: see larder unbookmark --deleted")
            }
            invocation.output.noteNext(answer.next)
        }
    }
}
