import ArgumentParser
import Events
import Views

struct ShowRecipe: Verb {
    static let configuration = CommandConfiguration(commandName: "recipe", abstract: "A recipe's page.")
    static let examples = [
        Example("recipe r12", "ingredients, steps and what people made of it"),
        Example("recipe external:foodcom:137739 --json", "by the id it had elsewhere"),
    ]

    @Argument(help: "r12, or external:source:id.") var id: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let reference = try EntityName.reference(id, "r")
        try invocation.query { queries in
            let answer = try queries.recipe(reference, viewer: try invocation.viewer(queries))
            try invocation.answer(answer) { text(answer.recipe, queries, invocation.terminal) }
        }
    }

    private func text(_ recipe: RecipeDocument, _ queries: Queries, _ terminal: Terminal) -> String {
        var lines = [terminal.bold(recipe.title.asOneLine)]
        lines.append(
            "\(recipe.id) by @\(recipe.author.username), \(terminal.time(recipe.postedAt, now: queries.now)), "
                + "version \(recipe.version)")
        if let id = recipe.externalID { lines.append("external:\(id)") }
        if let description = recipe.description { lines += ["", description.withoutControls] }
        let facts = [
            recipe.totalMinutes.map { Wording.minutes(Int($0)) }, recipe.servings.map { "serves \($0)" },
            recipe.difficulty, recipe.cuisine, recipe.course,
        ].compactMap { $0?.asOneLine }
        if !facts.isEmpty { lines += ["", facts.joined(separator: " · ")] }
        if !recipe.tags.isEmpty { lines.append(recipe.tags.map { "#\($0.asOneLine)" }.joined(separator: " ")) }
        if let ingredients = recipe.ingredients, !ingredients.isEmpty {
            lines += ["", terminal.bold("Ingredients")] + ingredients.map { "- \($0.original.asOneLine)" }
        }
        if let steps = recipe.steps, !steps.isEmpty {
            lines += ["", terminal.bold("Steps")]
            for (index, step) in steps.enumerated() { lines.append("\(index + 1). \(step.text.withoutControls)") }
        }
        let rating = recipe.rating.average.map { "\($0) stars of \(recipe.rating.count)" } ?? "not rated"
        lines += [
            "",
            "\(recipe.likes) likes · \(recipe.upvotes) up, \(recipe.downvotes) down · \(rating) · "
                + "\(recipe.comments) comments · \(recipe.reposts) reposts · \(recipe.bookmarks) bookmarks · "
                + "cooked \(recipe.cooked) times",
        ]
        return lines.joined(separator: "\n")
    }
}
