import Events
import Layout
import Projections

/// Which of the things that a member was told are listed: not from deleted members, nor where one of both has blocked the
/// other, nor about what has been deleted since. Moderation is told whoever did it, and of what is gone.
///
/// The same people and recipes come again and again in one list, which may be long: each is looked up once.
struct NotificationListing {
    private let queries: Queries
    private let apart: Set<MemberID>
    private var actors: [MemberID: Bool] = [:]
    private var recipes: [RecipeID: Bool] = [:]

    init(to member: MemberID, _ queries: Queries) {
        self.queries = queries
        apart = queries.apart(from: member)
    }

    mutating func has(_ row: NotificationRow) -> Bool {
        guard row.kind.namesActor else { return true }
        guard isHeard(row.actor) else { return false }
        if row.recipe.value != 0, !isThere(row.recipe) { return false }
        // What tells of a comment goes with it; what was done to a comment stays, as a fact.
        return row.kind != .commentLike || isThere(row.comment)
    }

    private mutating func isHeard(_ actor: MemberID) -> Bool {
        if let known = actors[actor] { return known }
        let isHeard = !apart.contains(actor) && !queries.isDeletedAuthor(actor)
        actors[actor] = isHeard
        return isHeard
    }

    private mutating func isThere(_ recipe: RecipeID) -> Bool {
        if let known = recipes[recipe] { return known }
        let isThere = queries.snapshot.get(queries.views.recipes.rows, Key(recipe.value))?.isShown ?? false
        recipes[recipe] = isThere
        return isThere
    }

    private func isThere(_ comment: CommentID) -> Bool {
        guard let row = queries.snapshot.get(queries.views.recipes.comments, Key(comment.value)) else { return false }
        return row.lifecycle == .living && queries.isLiving(row.author)
    }
}
