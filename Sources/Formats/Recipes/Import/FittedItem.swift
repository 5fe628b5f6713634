package import Events

/// What was found, made ready to be decided about.
package struct FittedItem: Sendable {
    package let place: String
    /// What a recipe is called, and a member; empty for everything else.
    package let title: String
    /// What had to be changed: one clause each.
    package let notes: [String]
    package let outcome: Result<Command, RefusedItem>

    package var command: Command? { try? outcome.get() }

    package init(place: String, title: String = "", notes: [String] = [], _ outcome: Result<Command, RefusedItem>) {
        self.place = place
        self.title = title
        self.notes = notes
        self.outcome = outcome
    }

    /// A recipe of that member's.
    package init(_ found: FoundRecipe, actor: Reference) {
        do throws(RefusedItem) {
            let recipe = try NamedRecipe(found)
            let command = Command(
                .recipePosted, actor: actor, occurredAt: found.occurredAt, origin: recipe.origin,
                payload: .recipe(recipe.content))
            self.init(place: found.place, title: recipe.content.title, notes: recipe.notes, .success(command))
        } catch {
            self.init(place: found.place, .failure(error))
        }
    }

    package init(refused: RefusedItem) { self.init(place: refused.place, .failure(refused)) }
}
