package import Events
package import Layout
import Projections

/// A page of recipes, without their ingredients and steps.
package struct RecipesAnswer: Encodable, Sendable {
    package var position: UInt64
    package var recipes: [RecipeDocument]
    package var next: String?
}

/// A member's lists of recipes, newest first.
package enum RecipeList: Sendable {
    case posted, liked, bookmarked

    func table(_ view: RecipesView) -> ViewTable<Entry> {
        switch self {
        case .posted: view.byAuthor
        case .liked: view.liked
        case .bookmarked: view.bookmarked
        }
    }
}

extension Queries {
    /// What a member posted, likes, or has bookmarked, by the time of doing so, newest first.
    package func recipes(
        _ list: RecipeList, of member: MemberID, page: Page, viewer: MemberID?
    ) throws(Refusal) -> RecipesAnswer {
        let table = list.table(views.recipes)
        let contents = try contents(of: page, in: table, prefix: Key(member.value), keyBytes: 24, reversed: true) {
            key, _ in visibleRecipe(RecipeID(RecipesView.position(endOf: key)), viewer: viewer)
        }
        return RecipesAnswer(position: snapshot.position.value, recipes: contents.items, next: contents.next)
    }

    func visibleRecipe(_ id: RecipeID, viewer: MemberID?) -> RecipeDocument? {
        guard let author = snapshot.get(views.recipes.rows, Key(id.value))?.author, !isApart(author, from: viewer)
        else { return nil }
        return recipe(id, .listed, viewer: viewer)
    }
}
