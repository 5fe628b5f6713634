import Events
package import Layout
package import Projections

/// The tables behind profiles: who is a member, what they are called, and who follows or blocks whom.
package struct MembersView: ViewSchema {
    /// By member. Kept for deleted members, without anything that they said of themselves.
    package let rows: ViewTable<MemberRow>
    /// (folded username, member): the living members' names. See `nameKey`.
    package let usernames: ViewTable<Entry>
    /// (follower, followed): the follows that hold, and since when.
    package let follows: ViewTable<FollowRow>
    /// (follower, time, follow's position): whom a member follows.
    package let following: ViewTable<OtherMemberRow>
    /// (followed, time, follow's position): who follows a member.
    package let followers: ViewTable<OtherMemberRow>
    /// (blocker, blocked).
    package let blocks: ViewTable<Entry>
    /// Follows from `blocks`. (blocked, blocker).
    package let blockers: ViewTable<Entry>
    /// By member: the bans that have not been lifted, those run out included; no row depends on the clock.
    package let bans: ViewTable<BanRow>

    package init(_ registry: inout TableRegistry) {
        rows = registry.table("members.rows", of: MemberRow.self)
        usernames = registry.table("members.usernames", of: Entry.self)
        follows = registry.table("members.follows", of: FollowRow.self)
        following = registry.table("members.following", of: OtherMemberRow.self)
        followers = registry.table("members.followers", of: OtherMemberRow.self)
        blocks = registry.table("members.blocks", of: Entry.self)
        blockers = registry.table("members.blockers", of: Entry.self)
        bans = registry.table("members.bans", of: BanRow.self)
        registry.derive(blockers, from: blocks) { key, _, index in
            index.add(Key(key.uint64(at: 8)).appending(key.uint64(at: 0)), Entry())
        }
    }
}

extension MembersView {
    /// Of `follows`, `blocks` and `blockers`.
    package static func pairKey(_ member: MemberID, _ other: MemberID) -> Key {
        Key(member.value).appending(other.value)
    }

    /// Of `following` and `followers`: oldest first, so newest first when reversed.
    package static func listKey(_ member: MemberID, _ follow: FollowRow) -> Key {
        Key(member.value).appending(follow.at.microseconds).appending(follow.position.value)
    }

    /// Of `usernames`. The member's id belongs to it although names are unique: the fold of a member who never said
    /// their name must not depend on whether another one had taken it.
    package static func nameKey(_ username: String, _ member: MemberID) -> Key {
        namePrefix(folded: Username.folded(username)).appending(member.value)
    }

    /// What the key of every member called by that folded name begins with: names that differ only behind their beginning
    /// share it.
    package static func namePrefix(folded username: String) -> Key {
        var key = nameBeginning(username)
        key.append(UInt8(0))
        return key
    }

    /// What the keys of names that begin with `beginning` begin with.
    package static func nameBeginning(_ folded: String) -> Key {
        // No name that decisions let through holds U+0000; a fold must bear even those.
        Key(Array(folded.utf8.lazy.filter { $0 != 0 }.prefix(nameBytesMax)))
    }

    private static let nameBytesMax = Key.bytesMax - 9
}
