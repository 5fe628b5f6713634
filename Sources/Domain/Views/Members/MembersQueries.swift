package import Events
package import Layout
import Projections

/// A member with the present profile name.
package struct NamedMember: Hashable, Sendable {
    package var id: MemberID
    package var username: String
    package var name: String
    /// An image's id or address; empty if there is none.
    package var avatar: String
}

extension Queries {
    /// The member that `reference` names, where no viewer's blocks count: for moderators, the operator and the log.
    package func member(_ reference: Reference) throws(Refusal) -> MemberID { try member(reference, for: nil) }

    /// The member that `reference` names. Deleted members are not found: their names are free again. A member who has
    /// blocked the viewer is refused in the words for an unknown name, so that the viewer cannot tell the two apart.
    package func member(_ reference: Reference, for viewer: MemberID?) throws(Refusal) -> MemberID {
        switch reference {
        case .username(let name):
            if let known = meant?[name] {
                guard isLiving(known), !isClosed(known, to: viewer) else { break }
                return known
            }
            if let member = member(called: name) {
                meant?[name] = member
                if !isClosed(member, to: viewer) { return member }
            } else {
                meant?.addUnknown(name)
            }
            let nearest = nearestUsernames(to: name, for: viewer).map { "@\($0)" }
            let hint = nearest.isEmpty ? "" : ": did you mean \(nearest.joined(separator: ", "))?"
            throw Refusal(.notFound, "there is no member @\(name)\(hint)")
        case .position(let position, let letter):
            let member = MemberID(position)
            guard letter == nil || letter == "m", isLiving(member), !isClosed(member, to: viewer) else { break }
            return member
        case .external(let source, let id):
            guard let member = position(Origin(source: source, id: id)).map({ MemberID($0) }), isLiving(member),
                !isClosed(member, to: viewer)
            else { break }
            return member
        }
        throw Refusal(.notFound, "there is no member \(reference)")
    }

    /// The living member of that name, in any case.
    package func member(called username: String) -> MemberID? {
        var found: MemberID?
        let folded = Username.folded(username)
        let prefix = MembersView.namePrefix(folded: folded)
        snapshot.scan(views.members.usernames, prefix: prefix) { key, _ in
            guard key.count == prefix.count + 8 else { return true }
            let member = MemberID(key.uint64(at: prefix.count))
            // Long names may share a key's beginning.
            guard let row = snapshot.get(views.members.rows, Key(member.value)),
                Username.folded(row.username) == folded
            else { return true }
            found = member
            return false
        }
        return found
    }

    /// The living member who had that name last, in any case; `nil` if a member has it now.
    package func member(formerlyCalled username: String, for viewer: MemberID?) -> MemberID? {
        guard member(called: username) == nil else { return nil }
        let folded = Username.folded(username)
        let prefix = MembersView.namePrefix(folded: folded)
        var found: MemberID?
        snapshot.scan(views.members.formerUsernames, prefix: prefix) { key, _ in
            guard key.count == prefix.count + 8 else { return true }
            let member = MemberID(key.uint64(at: prefix.count))
            // Long names may share a key's beginning. Of several members, the latest to join is the likelier one.
            guard let row = snapshot.get(views.members.rows, Key(member.value)),
                row.formerUsernames.contains(folded), !isClosed(member, to: viewer)
            else { return true }
            found = member
            return true
        }
        return found
    }

    /// `nil` if the member is unknown or deleted, or the key of the profile is destroyed.
    package func named(_ id: MemberID) -> NamedMember? {
        snapshot.read(views.members.rows, Key(id.value)) { bytes throws(MalformedRow) in
            try MemberRow.named(id, stored: bytes)
        } ?? nil
    }

    /// `nil` without an e-mail, and if the profile cannot be read.
    package func email(of id: MemberID) -> String? {
        guard let email = snapshot.get(views.members.rows, Key(id.value))?.email, !email.isEmpty else { return nil }
        return email
    }

    /// Whether feeds, search, boards and discover leave the member out, because of a deletion or a present ban.
    package func isHidden(_ id: MemberID) -> Bool { !isLiving(id) || isBanned(id) }

    /// Registered and not deleted.
    package func isLiving(_ id: MemberID) -> Bool {
        snapshot.read(views.members.rows, Key(id.value)) { bytes throws(MalformedRow) in
            try !MemberRow.isDeleted(stored: bytes)
        } ?? false
    }

    package func isBanned(_ id: MemberID) -> Bool { ban(of: id) != nil }

    /// The present ban.
    package func ban(of id: MemberID) -> BanState? {
        guard let ban = snapshot.get(views.members.bans, Key(id.value))?.state, ban.holds(at: now) else { return nil }
        return ban
    }

    /// Whether any member has, or had, a temporary ban. O(bans).
    package var hasTemporaryBans: Bool {
        var found = false
        snapshot.scan(views.members.bans) { _, row in
            found = row.state.until != nil
            return !found
        }
        return found
    }

    package func bannedNow() -> Set<MemberID> {
        var banned: Set<MemberID> = []
        snapshot.scan(views.members.bans) { key, row in
            if row.state.holds(at: now) { banned.insert(MemberID(key.uint64(at: 0))) }
            return true
        }
        return banned
    }

    /// `nil` for unknown members.
    package func role(_ id: MemberID) -> Role? { snapshot.get(views.members.rows, Key(id.value))?.role }

    /// Moderators and admins.
    package func mayModerate(_ member: MemberID?) -> Bool {
        guard let member, let role = role(member) else { return false }
        return role >= .moderator
    }

    package func follows(_ follower: MemberID, _ followed: MemberID) -> Bool {
        snapshot.contains(views.members.follows, MembersView.pairKey(follower, followed))
    }

    /// The members that `member` follows, in the order of their ids.
    package func followedBy(_ member: MemberID) -> [MemberID] {
        var followed: [MemberID] = []
        snapshot.scan(views.members.follows, prefix: Key(member.value)) { key, _ in
            followed.append(MemberID(key.uint64(at: 8)))
            return true
        }
        return followed
    }

    package func hasBlocked(_ blocker: MemberID, _ blocked: MemberID) -> Bool {
        snapshot.contains(views.members.blocks, MembersView.pairKey(blocker, blocked))
    }

    /// Whether the member has blocked the viewer. To that viewer the member, and all that the member has made, do not
    /// exist.
    package func isClosed(_ member: MemberID, to viewer: MemberID?) -> Bool {
        viewer.map { hasBlocked(member, $0) } ?? false
    }

    /// Whether one of the two has blocked the other: then lists show neither to the other.
    package func isBlockedBetween(_ one: MemberID, _ other: MemberID) -> Bool {
        hasBlocked(one, other) || hasBlocked(other, one)
    }

    /// All members whom the member has blocked, and all who have blocked the member.
    func apart(from member: MemberID) -> Set<MemberID> {
        members(in: views.members.blocks, of: member).union(members(in: views.members.blockers, of: member))
    }

    /// The other members of the pairs that begin with `member`.
    private func members(in table: ViewTable<Entry>, of member: MemberID) -> Set<MemberID> {
        var others: Set<MemberID> = []
        snapshot.scan(table, prefix: Key(member.value)) { key, _ in
            others.insert(MemberID(key.uint64(at: 8)))
            return true
        }
        return others
    }

    /// Up to three names like `username`, nearest first, without members who have blocked the viewer. It looks at a
    /// bounded number of names.
    package func nearestUsernames(to username: String, for viewer: MemberID?) -> [String] {
        let closed = viewer.map { members(in: views.members.blockers, of: $0) } ?? []
        let wanted = Username.folded(username)
        var nearest = NearestNames(to: wanted)
        // Few typing errors concern the first letter; all names are compared only if none with that letter is near.
        for beginning in [String(wanted.prefix(1)), ""] {
            var left = Self.nearestScanMax
            snapshot.scan(views.members.usernames, prefix: MembersView.nameBeginning(beginning)) { key, _ in
                let member = MemberID(key.uint64(at: key.count - 8))
                if !closed.contains(member), let row = snapshot.get(views.members.rows, Key(member.value)) {
                    nearest.consider(row.username, folded: Username.folded(row.username))
                }
                left -= 1
                return left > 0
            }
            if !nearest.names.isEmpty { break }
        }
        return nearest.names
    }

    private static let nearestScanMax = 5_000
}
