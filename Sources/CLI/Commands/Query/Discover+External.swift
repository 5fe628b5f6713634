import Answers
import Events
import LarderAPI
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
        let kind = try ServiceFlags.service(name)
        if let larder = invocation.service {
            try service.checkUnused(by: larder)
            let input = ExternalSearchInput(source: kind.source, text: words, page: invocation.pageRequest)
            return try show(try larder.ask(API.externalRecipes, input, of: nil), invocation)
        }
        let client = try service.client(of: kind)
        var search = try invocation.search(client.service, words)
        let (recipes, failure) = try found(client, &search, invocation)
        // After a failure the recipes found so far are shown, with the cursor of the rest.
        if let failure, recipes.isEmpty { throw failure.refusal }
        let (documents, position) = try invocation.documents(recipes, .listed)
        try show(
            ExternalRecipesAnswer(
                position: position, source: kind.source, query: search.words, recipes: documents,
                attribution: Attribution(kind), next: search.next), invocation)
        if let failure { throw failure.refusal }
    }

    private func show(_ answer: ExternalRecipesAnswer, _ invocation: Invocation) throws {
        try invocation.output.answer(answer) {
            TextTable(external: answer.recipes).text(for: invocation.output.terminal)
        }
        if answer.recipes.isEmpty { invocation.output.note("\(answer.attribution.name) has found nothing.") }
        if let dropped = answer.dropped {
            invocation.output.note(
                "\(Wording.count(Int64(dropped), "recipe")) of \(answer.attribution.name) cannot be shown here")
        }
        invocation.output.noteNext(answer.next)
    }

    /// The recipes without repetitions, and the failure that ended the search early. Reports recipes that could not be posted.
    private func found(
        _ client: ServiceClient, _ search: inout ServiceSearch, _ invocation: Invocation
    ) throws -> (recipes: [NamedRecipe], failure: RefusedItem?) {
        let bar = invocation.output.progressBar("Asking", unit: "recipes")
        defer { bar.finish() }
        let lines = ReportedLines(invocation, nil, bar)
        var found = FoundRecipes()
        do {
            while let items = try client.next(of: &search) {
                for item in items {
                    do throws(RefusedItem) {
                        try found.add(item)
                    } catch {
                        try lines.add(
                            ImportRun.Line(place: error.place, word: error.reason.rawValue, message: error.message))
                    }
                }
                bar.update(done: found.recipes.count, of: 0)
            }
        } catch let failure as RefusedItem {
            lines.finish()
            return (found.recipes, failure)
        }
        lines.finish()
        return (found.recipes, nil)
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
