import Decisions
import EventLog
import Events
package import Layout
import Views

extension Community {
    /// Removes the member's bookmarks of deleted recipes, at most `countMax` of them, in one transaction. `left` is the
    /// number of those that are still there.
    package func cleanBookmarks(
        of member: MemberID, countMax: Int
    ) throws -> (position: Position, removed: Int, left: Int) {
        let deleted = try query { queries in queries.deletedBookmarks(of: member) }
        let commands = deleted.prefix(countMax).map { recipe in
            Command(.recipeUnbookmarked, actor: .member(member), subject: .position(recipe.position, letter: "r"))
        }
        guard !commands.isEmpty else { return (try log.head(), 0, 0) }
        var removed = 0
        for result in try submit(batch: commands) where try result.get().changed { removed += 1 }
        return (try log.head(), removed, deleted.count - commands.count)
    }
}
