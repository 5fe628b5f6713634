package import Events
import Layout
package import Projections
import SwiftProtobuf

/// Folds profiles, follows, blocks and bans.
package enum MembersProjector: Projector {
    package static let identity = ViewIdentity(name: "members", version: 5)
    package static let kinds: EventKindSet = [
        .memberRegistered, .memberProfileChanged, .memberDeleted, .memberFollowed, .memberUnfollowed, .memberBlocked,
        .memberUnblocked, .memberRoleChanged, .memberBanned, .memberUnbanned, .recipePosted, .recipeDeleted,
        .recipeRestored,
    ]
    package static let openedKinds: EventKindSet = [.memberRegistered, .memberProfileChanged, .memberBanned]

    package static func fold(
        _ record: borrowing Record, into view: MembersView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        let subject = MemberID(header.subject)
        switch header.kind {
        case .memberRegistered: register(record, view, &transaction)
        case .memberProfileChanged: changeProfile(record, view, &transaction)
        case .memberDeleted: delete(subject, view, &transaction)
        case .memberFollowed: follow(header, view, &transaction)
        case .memberUnfollowed: unfollow(header, view, &transaction)
        case .memberBlocked: transaction.insert(view.blocks, MembersView.pairKey(header.actor, subject))
        case .memberUnblocked: transaction.remove(view.blocks, MembersView.pairKey(header.actor, subject))
        case .memberRoleChanged:
            guard let role = Role(rawValue: header.value) else { return }
            transaction.update(view.rows, Key(subject.value)) { $0.role = role }
        case .memberBanned: ban(record, view, &transaction)
        case .memberUnbanned: unban(subject, view, &transaction)
        case .recipePosted: transaction.update(view.rows, Key(header.actor.value)) { $0.recipes += 1 }
        case .recipeDeleted, .recipeRestored:
            guard !header.leavesHidden else { return }
            transaction.update(view.rows, Key(header.owner.value)) { $0.recipes += header.kind.isRestoration ? 1 : -1 }
        default: break
        }
    }
}

extension MembersProjector {
    private static func register(
        _ record: borrowing Record, _ view: MembersView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        let member = MemberID(header.position)
        var row = MemberRow(joinedAt: header.occurredAt, role: Role(rawValue: header.value) ?? .member)
        if case .registration(let said) = record.payload {
            row.username = said.username
            row.name = said.name
            row.email = said.email
            row.phone = said.phone
            row.bio = said.bio
            row.avatar = said.avatar
            row.cuisines = said.cuisines
            row.diets = said.diets
        }
        transaction.put(view.rows, Key(member.value), row)
        if !row.username.isEmpty {
            transaction.insert(view.usernames, MembersView.nameKey(row.username, member))
        }
    }

    private static func changeProfile(
        _ record: borrowing Record, _ view: MembersView, _ transaction: inout ViewTransaction
    ) {
        let member = record.header.actor
        guard case .profileChange(let said) = record.payload, var row = transaction.get(view.rows, Key(member.value)),
            !row.isDeleted
        else { return }
        if said.hasUsername {
            if !row.username.isEmpty {
                transaction.remove(view.usernames, MembersView.nameKey(row.username, member))
            }
            row.rename(to: said.username)
            if !row.username.isEmpty {
                transaction.insert(view.usernames, MembersView.nameKey(row.username, member))
            }
        }
        if said.hasName { row.name = said.name }
        if said.hasEmail { row.email = said.email }
        if said.hasPhone { row.phone = said.phone }
        if said.hasBio { row.bio = said.bio }
        if said.hasAvatar { row.avatar = said.avatar }
        if said.hasCuisines { row.cuisines = said.cuisines.values.map(\.stringValue) }
        if said.hasDiets { row.diets = said.diets.values.map(\.stringValue) }
        transaction.put(view.rows, Key(member.value), row)
    }

    /// Erases the profile, frees the username, and removes the member's follows from the lists and counts on both
    /// sides.
    private static func delete(_ member: MemberID, _ view: MembersView, _ transaction: inout ViewTransaction) {
        guard let row = transaction.get(view.rows, Key(member.value)), !row.isDeleted else { return }
        if !row.username.isEmpty { transaction.remove(view.usernames, MembersView.nameKey(row.username, member)) }
        transaction.remove(view.bans, Key(member.value))
        for key in transaction.keys(view.following, prefix: Key(member.value)) {
            guard let followed = transaction.get(view.following, key)?.member else { continue }
            removeFollow(of: followed, by: member, view, &transaction)
        }
        for key in transaction.keys(view.followers, prefix: Key(member.value)) {
            guard let follower = transaction.get(view.followers, key)?.member else { continue }
            removeFollow(of: member, by: follower, view, &transaction)
        }
        for key in transaction.keys(view.voidedFollows, prefix: Key(member.value)) {
            transaction.remove(view.voidedFollows, key)
        }
        transaction.put(view.rows, Key(member.value), row.erased)
    }

    /// A repeated follow has the time of the first one.
    private static func follow(_ header: EventHeader, _ view: MembersView, _ transaction: inout ViewTransaction) {
        let row = FollowRow(at: header.creditedAt, position: header.position)
        addFollow(row, of: MemberID(header.subject), by: header.actor, view, &transaction)
    }

    /// Does nothing if one of the two is deleted, or the follow exists.
    private static func addFollow(
        _ row: FollowRow, of followed: MemberID, by follower: MemberID, _ view: MembersView,
        _ transaction: inout ViewTransaction
    ) {
        let pair = MembersView.pairKey(follower, followed)
        guard follower != followed, !transaction.contains(view.follows, pair),
            let one = transaction.get(view.rows, Key(follower.value)), !one.isDeleted,
            let other = transaction.get(view.rows, Key(followed.value)), !other.isDeleted
        else { return }
        if transaction.get(view.bans, Key(follower.value))?.state.voidsMarks == true {
            return transaction.put(view.voidedFollows, pair, row)
        }
        transaction.put(view.follows, pair, row)
        transaction.put(view.following, MembersView.listKey(follower, row), OtherMemberRow(followed))
        transaction.put(view.followers, MembersView.listKey(followed, row), OtherMemberRow(follower))
        transaction.update(view.rows, Key(follower.value)) { $0.following += 1 }
        transaction.update(view.rows, Key(followed.value)) { $0.followers += 1 }
    }

    private static func unfollow(_ header: EventHeader, _ view: MembersView, _ transaction: inout ViewTransaction) {
        let (follower, followed) = (header.actor, MemberID(header.subject))
        transaction.remove(view.voidedFollows, MembersView.pairKey(follower, followed))
        removeFollow(of: followed, by: follower, view, &transaction)
    }

    /// Does nothing if the follow is gone: a deletion may have ended it already.
    private static func removeFollow(
        of followed: MemberID, by follower: MemberID, _ view: MembersView, _ transaction: inout ViewTransaction
    ) {
        let pair = MembersView.pairKey(follower, followed)
        guard let row = transaction.get(view.follows, pair) else { return }
        transaction.remove(view.follows, pair)
        transaction.remove(view.following, MembersView.listKey(follower, row))
        transaction.remove(view.followers, MembersView.listKey(followed, row))
        transaction.update(view.rows, Key(follower.value)) { $0.following -= 1 }
        transaction.update(view.rows, Key(followed.value)) { $0.followers -= 1 }
    }

    /// With voided marks it also ends the member's follows. O(follows of the member).
    private static func ban(_ record: borrowing Record, _ view: MembersView, _ transaction: inout ViewTransaction) {
        let member = MemberID(record.header.subject)
        let key = Key(member.value)
        guard let row = transaction.get(view.rows, key), !row.isDeleted else { return }
        var until: Timestamp?
        if case .ban(let said) = record.payload, said.hasUntil { until = Timestamp(said.until) }
        let wereVoid = transaction.get(view.bans, key)?.state.voidsMarks == true
        let voidsMarks = wereVoid || record.header.voidsMarks
        let state = BanState(position: record.position, until: until, voidsMarks: voidsMarks)
        transaction.put(view.bans, key, BanRow(state))
        guard voidsMarks, !wereVoid else { return }
        for pair in transaction.keys(view.follows, prefix: key) {
            guard let follow = transaction.get(view.follows, pair) else { continue }
            removeFollow(of: MemberID(pair.uint64(at: 8)), by: member, view, &transaction)
            transaction.put(view.voidedFollows, pair, follow)
        }
    }

    /// Brings voided follows back. O(follows of the member).
    private static func unban(_ member: MemberID, _ view: MembersView, _ transaction: inout ViewTransaction) {
        transaction.remove(view.bans, Key(member.value))
        for pair in transaction.keys(view.voidedFollows, prefix: Key(member.value)) {
            guard let follow = transaction.get(view.voidedFollows, pair) else { continue }
            transaction.remove(view.voidedFollows, pair)
            addFollow(follow, of: MemberID(pair.uint64(at: 8)), by: member, view, &transaction)
        }
    }
}
