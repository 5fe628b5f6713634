package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// The line of originals, as far back as it is kept in `originsMax` steps.
    private static let originsMax = 1_000

    /// What a recipe was made of, and what was made of it; a page counts direct forks, each with all of its own. What is
    /// deleted, or apart from the viewer, is there only where something to be seen comes of it. O(recipes shown).
    package func descent(of reference: Reference, page: Page, viewer: MemberID?) throws(Refusal) -> DescentAnswer {
        let recipe = try recipeID(reference)
        let contents = try contents(
            of: page, in: views.recipes.forksOf, prefix: Key(recipe.value), keyBytes: 16
        ) { key, _ in family(of: RecipeID(RecipesView.position(endOf: key)), viewer) }
        return DescentAnswer(
            position: snapshot.position.value, id: "\(recipe)", origins: origins(of: recipe, viewer),
            forks: contents.items, next: contents.next)
    }

    private func origins(of recipe: RecipeID, _ viewer: MemberID?) -> [DescentDocument] {
        var origins: [DescentDocument] = []
        var next = snapshot.get(views.recipes.rows, Key(recipe.value))?.forkedFrom
        while let origin = next, origin.value != 0, origins.count < Self.originsMax {
            origins.append(descent(origin, [], viewer) ?? DescentDocument(id: "\(origin)", deleted: true, forks: []))
            next = snapshot.get(views.recipes.rows, Key(origin.value))?.forkedFrom
        }
        return origins.reversed()
    }

    private func family(of fork: RecipeID, _ viewer: MemberID?) -> DescentDocument? {
        Nesting.document(of: fork) { recipe in
            var forks: [RecipeID] = []
            snapshot.scan(views.recipes.forksOf, prefix: Key(recipe.value)) { key, _ in
                forks.append(RecipeID(RecipesView.position(endOf: key)))
                return true
            }
            return forks
        } document: { recipe, forks in
            if let document = descent(recipe, forks, viewer) { return document }
            return forks.isEmpty ? nil : DescentDocument(id: "\(recipe)", deleted: true, forks: forks)
        }
    }

    /// Nil when it is not to be seen.
    private func descent(
        _ recipe: RecipeID, _ forks: [DescentDocument], _ viewer: MemberID?
    ) -> DescentDocument? {
        guard let shown = visibleRecipe(recipe, viewer: viewer) else { return nil }
        return DescentDocument(
            id: shown.id, author: shown.author, title: shown.title, postedAt: shown.postedAt, forks: forks)
    }
}
