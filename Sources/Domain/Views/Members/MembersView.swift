import Events
package import Layout
package import Projections

/// The tables behind profiles: members, usernames, follows and blocks.
package struct MembersView: ViewSchema {
    /// By member. Deleted members keep a row without profile.
    package let rows: ViewTable<MemberRow>
    /// (folded username, member): the names of members who are not deleted. See `nameKey`.
    package let usernames: ViewTable<Entry>
    /// Derived from `rows`: (folded username, member): the names that members who are not deleted had before.
    package let formerUsernames: ViewTable<Entry>
    /// (follower, followed): the follows in force, and their time.
    package let follows: ViewTable<FollowRow>
    /// (follower, followed): the follows of members whose marks are void.
    package let voidedFollows: ViewTable<FollowRow>
    /// (follower, time, follow's position): the members that a member follows.
    package let following: ViewTable<OtherMemberRow>
    /// (followed, time, follow's position): a member's followers.
    package let followers: ViewTable<OtherMemberRow>
    /// (blocker, blocked).
    package let blocks: ViewTable<Entry>
    /// Derived from `blocks`: (blocked, blocker).
    package let blockers: ViewTable<Entry>
    /// By member: bans that were not lifted, expired ones included, because no row depends on the clock.
    package let bans: ViewTable<BanRow>

    package init(_ registry: inout TableRegistry) {
        rows = registry.table("members.rows", of: MemberRow.self)
        usernames = registry.table("members.usernames", of: Entry.self)
        formerUsernames = registry.table("members.formerUsernames", of: Entry.self)
        follows = registry.table("members.follows", of: FollowRow.self)
        voidedFollows = registry.table("members.voidedFollows", of: FollowRow.self)
        following = registry.table("members.following", of: OtherMemberRow.self)
        followers = registry.table("members.followers", of: OtherMemberRow.self)
        blocks = registry.table("members.blocks", of: Entry.self)
        blockers = registry.table("members.blockers", of: Entry.self)
        bans = registry.table("members.bans", of: BanRow.self)
        registry.derive(blockers, from: blocks) { key, _, index in
            index.add(Key(key.uint64(at: 8)).appending(key.uint64(at: 0)), Entry())
        }
        registry.derive(formerUsernames, from: rows) { key, row, index in
            for name in row.formerUsernames { index.add(Self.nameKey(name, MemberID(key.uint64(at: 0))), Entry()) }
        }
    }
}

extension MembersView {
    /// Key of `follows`, `blocks` and `blockers`.
    package static func pairKey(_ member: MemberID, _ other: MemberID) -> Key {
        Key(member.value).appending(other.value)
    }

    /// Key of `following` and `followers`: oldest first.
    package static func listKey(_ member: MemberID, _ follow: FollowRow) -> Key {
        Key(member.value).appending(follow.at.microseconds).appending(follow.position.value)
    }

    /// Key of `usernames`. It contains the member's id although names are unique: the fold of a member whose name was
    /// never opened must not depend on whether another member had taken the name.
    package static func nameKey(_ username: String, _ member: MemberID) -> Key {
        namePrefix(folded: Username.folded(username)).appending(member.value)
    }

    /// Key prefix of all members with that folded name. Long names are truncated and may share a prefix.
    package static func namePrefix(folded username: String) -> Key {
        var key = nameBeginning(username)
        key.append(UInt8(0))
        return key
    }

    /// Key prefix of all names with that beginning.
    package static func nameBeginning(_ folded: String) -> Key {
        // Decisions refuse U+0000 in names, but a fold accepts every payload.
        Key(Array(folded.utf8.lazy.filter { $0 != 0 }.prefix(nameBytesMax)))
    }

    private static let nameBytesMax = Key.bytesMax - 9
}
