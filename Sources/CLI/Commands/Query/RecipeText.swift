import Events
import Ingredients
import LarderAPI
import Operations
import Views

/// A recipe, and what changed in it, as people read it.
struct RecipeText {
    let terminal: Terminal
    let now: Timestamp

    func page(_ recipe: RecipeDocument) -> String {
        var lines = [terminal.bold(recipe.title.asOneLine)]
        lines.append(
            "\(recipe.id) by @\(recipe.author.username), \(terminal.time(recipe.postedAt, now: now)), "
                + "version \(recipe.version)")
        if let id = recipe.externalID { lines.append("external:\(id.asOneLine)") }
        if let original = recipe.forkedFrom { lines.append("a version of \(original)") }
        lines += said(recipe)
        let rating = recipe.rating.average.map { "\($0) stars of \(recipe.rating.count)" } ?? "not rated"
        let counts = [
            Wording.count(recipe.likes, "like"), "\(recipe.upvotes) up, \(recipe.downvotes) down", rating,
            Wording.count(recipe.comments, "comment"), Wording.count(recipe.reposts, "repost"),
            Wording.count(recipe.bookmarks, "bookmark"), "cooked \(Wording.count(recipe.cooked, "time"))",
        ]
        lines += [""] + wrapped(counts.joined(separator: " · "))
        if let before = recipe.beforeLarder { lines += wrapped("\(Self.words(before)) before Larder") }
        let own = own(recipe)
        if !own.isEmpty { lines += wrapped("You " + own.joined(separator: " · ")) }
        lines += notes(recipe)
        return lines.joined(separator: "\n")
    }

    func page(_ recipe: ExternalRecipeDocument) -> String {
        var lines = [terminal.bold(recipe.title.asOneLine), recipe.reference.asOneLine]
        if let id = recipe.adoptedAs { lines.append("here it is \(id)") }
        return (lines + said(recipe)).joined(separator: "\n")
    }

    /// The recipe's lines below its title, with its credit.
    private func said(_ recipe: some RecipeSaying) -> [String] {
        var lines: [String] = []
        if let url = recipe.sourceURL { lines.append("from \(url.asOneLine)") }
        if let description = recipe.description { lines += [""] + wrapped(description) }
        let servings = recipe.servings.map { servings in
            "serves \(servings)" + (recipe.scaledFrom.map { " (written for \($0))" } ?? "")
        }
        let facts = [
            recipe.totalMinutes.map { Wording.minutes(Int($0)) }, servings, recipe.difficulty, recipe.cuisine,
            recipe.course,
        ].compactMap { $0?.asOneLine }
        if !facts.isEmpty { lines += ["", facts.joined(separator: " · ")] }
        let diets = [
            ("vegetarian", recipe.diet?.vegetarian), ("vegan", recipe.diet?.vegan),
            ("gluten-free", recipe.diet?.glutenFree), ("sugar-free", recipe.diet?.sugarFree),
        ].filter { $0.1 == "yes" }.map(\.0)
        if !diets.isEmpty { lines.append(diets.joined(separator: " · ")) }
        if !recipe.tags.isEmpty { lines.append(recipe.tags.map { "#\($0.asOneLine)" }.joined(separator: " ")) }
        if let ingredients = recipe.ingredients, !ingredients.isEmpty {
            lines += ["", terminal.bold("Ingredients")]
            lines += ingredients.flatMap { wrapped(line($0, isCalculated: recipe.isCalculated), hanging: "- ") }
            let count = ingredients.count { $0.asWritten == true }
            if count > 0 {
                lines += wrapped(
                    count == 1
                        ? "One line says no quantity and stays as it was written."
                        : "\(count) lines say no quantity and stay as they were written.")
            }
        }
        if let steps = recipe.steps, !steps.isEmpty {
            lines += ["", terminal.bold("Steps")]
            for (index, step) in steps.enumerated() { lines += wrapped(step.text, hanging: "\(index + 1). ") }
        }
        return lines
    }

    /// The counts that are known: `12 likes, 3 up`.
    private static func words(_ counts: CountsBeforeLarder) -> String {
        [
            counts.likes.map { Wording.count($0, "like") }, counts.upvotes.map { "\($0) up" },
            counts.downvotes.map { "\($0) down" }, counts.comments.map { Wording.count($0, "comment") },
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// The latest notes of members who cooked it.
    private func notes(_ recipe: RecipeDocument) -> [String] {
        guard let notes = recipe.cookNotes, !notes.isEmpty else { return [] }
        return ["", terminal.bold("Notes of cooks")]
            + notes.flatMap { note in
                let time = terminal.time(note.cookedAt, now: now)
                return wrapped("@\(note.member.username), \(time): \(note.words.asOneLine)", hanging: "- ")
            }
    }

    /// The viewer's reactions to the recipe and its author.
    private func own(_ recipe: RecipeDocument) -> [String] {
        [
            recipe.liked == true ? "liked it" : nil, recipe.vote.map { "voted it \($0)" },
            recipe.stars.map { "gave \(Wording.count(Int64($0), "star"))" },
            recipe.bookmarked == true ? "bookmarked it" : nil,
            recipe.followsAuthor == true ? "follow @\(recipe.author.username)" : nil,
        ].compactMap { $0 }
    }

    func difference(_ answer: RecipeDifferenceAnswer) -> String {
        answer.changes.map { change in
            var lines = [terminal.bold(change.field)]
            if let from = change.from { lines.append(terminal.removed("- \(from.asOneLine)")) }
            if let to = change.to { lines.append(terminal.added("+ \(to.asOneLine)")) }
            for line in change.lines ?? [] {
                let text = line.text.asOneLine
                switch line.change {
                case "removed": lines.append(terminal.removed("- \(text)"))
                case "added": lines.append(terminal.added("+ \(text)"))
                default: lines.append("  \(text)")
                }
            }
            return lines.joined(separator: "\n") + "\n"
        }.joined()
    }

    /// The ingredient as its author wrote it, or composed of its parts if the quantity was calculated.
    private func line(_ ingredient: IngredientDocument, isCalculated: Bool) -> String {
        isCalculated ? ingredient.line.roundedText : ingredient.original
    }

    private func wrapped(_ text: String, hanging: String = "") -> [String] {
        text.wrapped(toWidth: terminal.isOutputTerminal ? terminal.width : .max, hanging: hanging)
    }
}
