package import Events
package import Layout
import Projections

/// What lists show to everyone, by the positions at which it began: for search engines.
extension Queries {
    /// Recipes of a range that feeds show to guests, each with the time of its last change. O(recipes of the range).
    package func forEachShownRecipe(
        from first: Position, through last: Position, _ body: (RecipeID, Timestamp) -> Void
    ) {
        snapshot.scan(views.recipes.rows, from: Key(first.value), to: Key(last.value + 1)) { key, row in
            if row.isShown, !isHidden(row.author) { body(RecipeID(key.uint64(at: 0)), row.editedAt ?? row.postedAt) }
            return true
        }
    }

    /// Usernames of the members of a range who are neither deleted nor banned. O(members of the range).
    package func forEachShownMember(from first: Position, through last: Position, _ body: (String) -> Void) {
        snapshot.scan(views.members.rows, from: Key(first.value), to: Key(last.value + 1)) { key, _ in
            let member = MemberID(key.uint64(at: 0))
            if !isHidden(member), let named = named(member) { body(named.username) }
            return true
        }
    }
}
