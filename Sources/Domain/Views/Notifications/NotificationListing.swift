import Events
package import Layout
import Projections

/// Which of the things that a member was told are listed: not from deleted members, nor where one of both has blocked the
/// other, nor about what has been deleted since. Moderation is told whoever did it, and of what is gone.
///
/// The same people and recipes come again and again in one list, which may be long: few are looked up twice.
package struct NotificationListing {
    private let queries: Queries
    private let apart: Set<MemberID>
    private var actors = RecentAnswers()
    private var deleted = DeletedMembers()
    private var recipes = RecentAnswers()

    package init(to member: MemberID, _ queries: Queries) {
        self.queries = queries
        apart = queries.apart(from: member)
    }

    package mutating func has(_ row: NotificationRow) -> Bool {
        guard row.kind.namesActor else { return true }
        guard isHeard(row.actor) else { return false }
        if row.recipe.value != 0, !isThere(row.recipe) { return false }
        // What tells of a comment goes with it; what was done to a comment stays, as a fact.
        return row.kind != .commentLike || isThere(row.comment)
    }

    private mutating func isHeard(_ actor: MemberID) -> Bool {
        if let known = actors[actor.value] { return known }
        let isHeard = (apart.isEmpty || !apart.contains(actor)) && !deleted.contains(actor, queries)
        actors[actor.value] = isHeard
        return isHeard
    }

    private mutating func isThere(_ recipe: RecipeID) -> Bool {
        if let known = recipes[recipe.value] { return known }
        let isThere = queries.snapshot.get(queries.views.recipes.rows, Key(recipe.value))?.isShown ?? false
        recipes[recipe.value] = isThere
        return isThere
    }

    private func isThere(_ comment: CommentID) -> Bool {
        guard let row = queries.snapshot.get(queries.views.recipes.comments, Key(comment.value)) else { return false }
        return row.lifecycle == .living && queries.isLiving(row.author)
    }
}

/// Who is deleted, for many questions in a row. That somebody is not in a table costs more to assure than to read a few rows of
/// it: for every few that were asked about one by one, as many rows are read on from its beginning, mostly until all are known.
private struct DeletedMembers {
    private var known: Set<MemberID> = []
    /// Of all below it is known whether they are deleted.
    private var bound = MemberID(0)
    private var asked = 0

    private static let step = 32

    mutating func contains(_ member: MemberID, _ queries: Queries) -> Bool {
        if member.value < bound.value { return known.contains(member) }
        asked += 1
        if asked.isMultiple(of: Self.step) { readOn(queries) }
        return queries.isDeletedAuthor(member)
    }

    private mutating func readOn(_ queries: Queries) {
        var left = Self.step
        let from = bound
        bound = MemberID(.max)
        queries.snapshot.scan(queries.views.recipes.deletedMembers, from: Key(from.value), to: nil) { key, _ in
            let member = MemberID(key.uint64(at: 0))
            if left == 0 { bound = member } else { known.insert(member) }
            left -= 1
            return left >= 0
        }
    }
}

/// What was answered last about some ids. An id has one place, which it shares with others: a dictionary takes longer to
/// keep than most of what it would spare.
private struct RecentAnswers {
    private var places = [UInt64](repeating: 0, count: 256)

    /// Nil: not known any more. Ids have 48 bits and are never zero: the answer has room beside them.
    subscript(id: UInt64) -> Bool? {
        get { places[place(id)] >> 1 == id ? places[place(id)] & 1 == 1 : nil }
        set { places[place(id)] = newValue.map { id << 1 | ($0 ? 1 : 0) } ?? 0 }
    }

    private func place(_ id: UInt64) -> Int { Int((id &* 0x9E37_79B9_7F4A_7C15) >> 56) }
}
