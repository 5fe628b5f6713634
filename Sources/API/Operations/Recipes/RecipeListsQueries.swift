package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

/// A member's lists of recipes, newest first.
package enum RecipeList: Sendable {
    case posted, liked, bookmarked
}

extension Queries {
    /// What a member posted, likes, or has bookmarked, by the time of doing so, newest first.
    package func recipes(
        _ list: RecipeList, of member: MemberID, page: Page, viewer: MemberID?
    ) throws(Refusal) -> RecipesAnswer {
        let contents =
            switch list {
            case .posted:
                try self.contents(
                    of: page, in: views.recipes.feedsOfMembers, prefix: Key(member.value), keyBytes: 24
                ) { key, entry in
                    entry == .recipe ? visibleRecipe(RecipeID(FeedSort.id(endOf: key)), viewer: viewer) : nil
                }
            case .liked, .bookmarked:
                try self.contents(
                    of: page, in: list == .liked ? views.recipes.liked : views.recipes.bookmarked,
                    prefix: Key(member.value), keyBytes: 24, reversed: true
                ) { key, _ in visibleRecipe(RecipeID(RecipesView.position(endOf: key)), viewer: viewer) }
            }
        return RecipesAnswer(position: snapshot.position.value, recipes: contents.items, next: contents.next)
    }

    /// Nil for what is gone, and where a block separates the viewer from its author.
    package func visibleRecipe(_ id: RecipeID, viewer: MemberID?) -> RecipeDocument? {
        guard let author = snapshot.get(views.recipes.rows, Key(id.value))?.author, !isApart(author, from: viewer)
        else { return nil }
        return recipe(id, .listed, viewer: viewer)
    }
}
