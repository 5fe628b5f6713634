import Events
import Operations
import Recipes
import Views

extension Discover {
    /// Shows recipes of an outside service, to read or import. The command posts none of them.
    func showExternal(_ name: String, _ invocation: Invocation) throws {
        try invocation.checkExternal()
        guard let words = self.name else {
            throw Refusal(
                .usage, "say what to search for: larder discover --external \(name) 'pea soup'", field: "name")
        }
        let client = try service.client(of: try ServiceFlags.service(name))
        var search = try invocation.search(client.service, words)
        let (recipes, failure) = try found(client, &search, invocation)
        // After a failure the recipes found so far are shown, with the cursor of the rest.
        if let failure, recipes.isEmpty { throw failure.refusal }
        let (documents, position) = try invocation.documents(recipes, .listed)
        let answer = ExternalRecipesAnswer(
            position: position, source: type(of: client.service).source, query: search.words, recipes: documents,
            next: search.next)
        try invocation.output.answer(answer) {
            TextTable(external: answer.recipes).text(for: invocation.output.terminal)
        }
        if answer.recipes.isEmpty { invocation.output.note("\(type(of: client.service).name) has found nothing.") }
        invocation.output.noteNext(answer.next)
        if let failure { throw failure.refusal }
    }

    /// The recipes without repetitions, and the failure that ended the search early. Reports recipes that could not be posted.
    private func found(
        _ client: ServiceClient, _ search: inout ServiceSearch, _ invocation: Invocation
    ) throws -> (recipes: [NamedRecipe], failure: RefusedItem?) {
        let bar = invocation.output.progressBar("Asking", unit: "recipes")
        defer { bar.finish() }
        let lines = ReportedLines(invocation, nil, bar)
        var recipes: [NamedRecipe] = []
        var contents: [Origin: ProtoRecipeContent] = [:]
        func take(_ item: FoundItem) throws(RefusedItem) {
            switch item {
            case .refused(let refused): throw refused
            case .recipe(let found):
                let recipe = try NamedRecipe(found)
                if let known = contents[recipe.origin] {
                    if known == recipe.content { return }
                    throw RefusedItem(
                        place: found.place, reason: .invalid,
                        message: "external:\(recipe.origin.externalID) is there twice, and says something else")
                }
                contents[recipe.origin] = recipe.content
                recipes.append(recipe)
            }
        }
        do {
            while let items = try client.next(of: &search) {
                for item in items {
                    do throws(RefusedItem) {
                        try take(item)
                    } catch {
                        try lines.add(
                            ImportRun.Line(place: error.place, word: error.reason.rawValue, message: error.message))
                    }
                }
                bar.update(done: recipes.count, of: 0)
            }
        } catch let failure as RefusedItem {
            lines.finish()
            return (recipes, failure)
        }
        lines.finish()
        return (recipes, nil)
    }
}

extension TextTable {
    /// The table of recipes of an outside service.
    fileprivate init(external recipes: [ExternalRecipeDocument]) {
        self.init([
            .whole("external"), .text("title"), .text("cuisine").extra, .text("course").extra,
            .number("minutes").extra, .whole("here"),
        ])
        for recipe in recipes {
            add([
                recipe.reference, recipe.title, recipe.cuisine ?? "", recipe.course ?? "",
                recipe.totalMinutes.map { "\($0)" } ?? "", recipe.adoptedAs ?? "",
            ])
        }
    }
}
