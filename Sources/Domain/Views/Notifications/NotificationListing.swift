import Events
package import Layout
import Projections

/// Which notifications of a member are listed. A list leaves out notifications from deleted members, between two members
/// of whom one has blocked the other, about things that were deleted since or that a block hides, and about marks that a ban
/// voids. Notifications of moderation are always listed.
///
/// A list may be long and names the same members and recipes many times: few of them are looked up twice.
package struct NotificationListing {
    private let queries: Queries
    private let apart: Set<MemberID>
    private var actors = RecentAnswers()
    private var deleted = DeletedMembers()
    private var recipes = RecentAnswers()
    private var voided = RecentAnswers()
    private let areAnyVoided: Bool

    package init(to member: MemberID, _ queries: Queries) {
        self.queries = queries
        apart = queries.apart(from: member)
        var areAnyVoided = false
        queries.snapshot.scan(queries.views.recipes.voided) { _, _ in
            areAnyVoided = true
            return false
        }
        self.areAnyVoided = areAnyVoided
    }

    package mutating func has(_ row: NotificationRow) -> Bool {
        guard row.kind.namesActor else { return true }
        guard isHeard(row.actor), !row.kind.isOfMark || !isVoided(row.actor) else { return false }
        if row.recipe.value != 0, !isThere(row.recipe) { return false }
        // A like of a deleted comment is not listed; moderation of a deleted comment is.
        return row.kind != .commentLike || isThere(row.comment)
    }

    private mutating func isHeard(_ actor: MemberID) -> Bool {
        if let known = actors[actor.value] { return known }
        let isHeard = (apart.isEmpty || !apart.contains(actor)) && !deleted.contains(actor, queries)
        actors[actor.value] = isHeard
        return isHeard
    }

    private mutating func isVoided(_ actor: MemberID) -> Bool {
        guard areAnyVoided else { return false }
        if let known = voided[actor.value] { return known }
        let isVoided = queries.areMarksVoid(of: actor)
        voided[actor.value] = isVoided
        return isVoided
    }

    private mutating func isThere(_ recipe: RecipeID) -> Bool {
        if let known = recipes[recipe.value] { return known }
        let row = queries.snapshot.get(queries.views.recipes.rows, Key(recipe.value))
        let isThere = row.map { $0.isShown && !apart.contains($0.author) } ?? false
        recipes[recipe.value] = isThere
        return isThere
    }

    private func isThere(_ comment: CommentID) -> Bool {
        guard let row = queries.snapshot.get(queries.views.recipes.comments, Key(comment.value)) else { return false }
        return row.lifecycle == .living && queries.isLiving(row.author)
    }
}

extension Queries {
    /// The number of the member's listed notifications after the last one that was marked as read.
    package func unreadNotifications(of member: MemberID) -> Int {
        let prefix = Key(member.value)
        let mark = snapshot.get(views.notifications.marks, prefix)?.position ?? .none
        var listing = NotificationListing(to: member, self)
        var unread = 0
        snapshot.scan(views.notifications.rows, prefix: prefix, from: NotificationsView.key(member, mark.next)) {
            _, row in
            if listing.has(row) { unread += 1 }
            return true
        }
        return unread
    }
}

/// The deleted members, for many lookups in a row. A lookup that finds no row costs more than reading a few rows in order.
/// So after every few lookups the next rows of the table are read, from its beginning, mostly until all are known.
private struct DeletedMembers {
    private var known: Set<MemberID> = []
    /// All deleted members with lower ids are in `known`.
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

/// The last answers about some ids. An id shares one place with other ids: a dictionary would cost more than most of
/// the lookups that it saves.
private struct RecentAnswers {
    private var places = [UInt64](repeating: 0, count: 256)

    /// `nil`: not remembered. Ids have 48 bits and are never zero, so the answer fits beside them.
    subscript(id: UInt64) -> Bool? {
        get { places[place(id)] >> 1 == id ? places[place(id)] & 1 == 1 : nil }
        set { places[place(id)] = newValue.map { id << 1 | ($0 ? 1 : 0) } ?? 0 }
    }

    private func place(_ id: UInt64) -> Int { Int((id &* 0x9E37_79B9_7F4A_7C15) >> 56) }
}
