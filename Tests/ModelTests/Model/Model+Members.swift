import Events
import Foundation
import Layout
import SwiftProtobuf

extension Model {
    /// «username free, well formed». Only the terminal makes an admin, and only the first one.
    mutating func register(_ command: Command, _ now: Timestamp, _ isAtTerminal: Bool) throws -> Verdict {
        guard case .registration(let said) = command.payload else { throw No(.invalid) }
        try Self.checkUsername(said.username)
        for case .some(let reference) in [command.actor, command.subject] {
            guard case .username(let name) = reference, name.lowercased() == said.username.lowercased() else {
                throw No(.invalid)
            }
        }
        let name = said.name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...100).contains(name.count) else { throw No(.invalid) }
        if position(.username(said.username)) != nil { throw No(.conflict) }
        try checkEmail(said.email, of: nil, command)
        let id = head + 1
        let isFirst = !members.values.contains { $0.role == .admin && !$0.isDeleted }
        let role: Role = isAtTerminal && isFirst ? .admin : .member
        let act = Act(command: command, actor: id, role: .member, now: now)
        _ = append(act, subject: id, owner: id, value: Int(role.rawValue))
        members[id] = Member(
            username: said.username, name: name, email: said.email, bio: said.bio, cuisines: said.cuisines,
            diets: said.diets, role: role, joinedAt: act.at, profileEvent: id, statusEvent: id)
        give(said.email, to: id)
        return .done(id)
    }

    /// «2 to 30 of letters, digits, `_`, `.`, `-`».
    private static func checkUsername(_ name: String) throws {
        let isWellFormed = name.allSatisfy { $0.isLetter || $0.isNumber || "_.-".contains($0) }
        guard (2...30).contains(name.count), isWellFormed else { throw No(.invalid) }
    }

    /// An e-mail belongs to one living member. The operator and imports give it to others all the same.
    private func checkEmail(_ email: String, of member: UInt64?, _ command: Command) throws {
        let owner = emailOwners[email.lowercased()]
        if !email.isEmpty, command.authority == .member, let owner, owner != member { throw No(.conflict) }
    }

    /// The e-mail belongs to the first member who gives it, until that member gives it up.
    mutating func give(_ email: String, to member: UInt64) {
        emailOwners = emailOwners.filter { $0.value != member }
        let folded = email.lowercased()
        if !email.isEmpty, emailOwners[folded] == nil { emailOwners[folded] = member }
    }

    mutating func changeProfile(_ act: Act) throws -> Verdict {
        try requireMember(act)
        if let subject = act.command.subject, try livingMember(subject) != act.actor { throw No(.forbidden) }
        guard case .profileChange(let said) = act.command.payload, var member = members[act.actor] else {
            throw No(.invalid)
        }
        let old = member
        if said.hasUsername { try Self.checkUsername(said.username) }
        let name = said.name.trimmingCharacters(in: .whitespacesAndNewlines)
        if said.hasName, !(1...100).contains(name.count) { throw No(.invalid) }
        if said.hasUsername, let holder = position(.username(said.username)), holder != act.actor {
            throw No(.conflict)
        }
        if said.email != member.email { try checkEmail(said.email, of: act.actor, act.command) }
        if said.hasUsername { member.username = said.username }
        if said.hasName { member.name = name }
        if said.hasEmail { member.email = said.email }
        if said.hasBio { member.bio = said.bio.trimmingCharacters(in: .whitespacesAndNewlines) }
        if said.hasCuisines { member.cuisines = said.cuisines.values.map(\.stringValue) }
        if said.hasDiets { member.diets = said.diets.values.map(\.stringValue) }
        let isSame =
            member.username == old.username && member.name == old.name && member.email == old.email
            && member.bio == old.bio && member.cuisines == old.cuisines && member.diets == old.diets
        if isSame { return .unchanged(old.profileEvent) }
        member.profileEvent = append(act, subject: act.actor, owner: act.actor, cause: old.profileEvent)
        members[act.actor] = member
        if member.email != old.email { give(member.email, to: act.actor) }
        return .done(member.profileEvent)
    }

    /// Following and blocking: «not oneself; a block also ends following both ways».
    mutating func relate(_ act: Act) throws -> Verdict {
        try requireMember(act)
        guard let subject = act.command.subject else { throw No(.invalid) }
        let other = try livingMember(subject)
        guard other != act.actor else { throw No(.invalid) }
        switch act.command.kind {
        case .memberFollowed, .memberUnfollowed:
            if act.command.kind == .memberFollowed { try requireNoBlock(act, with: other) }
            return set(.follow, act, on: other, owner: other, to: act.command.kind == .memberFollowed ? 1 : 0)
        case .memberUnblocked:
            return set(.block, act, on: other, owner: other, to: 0)
        default:
            let verdict = set(.block, act, on: other, owner: other, to: 1)
            guard case .done(let block) = verdict else { return verdict }
            for (follower, followed) in [(act.actor, other), (other, act.actor)] {
                guard let follow = holds(.follow, follower, followed) else { continue }
                let event = append(
                    act, .memberUnfollowed, by: follower, subject: followed, owner: followed, creditedAt: follow.at,
                    cause: block)
                ties[TieKey(tie: .follow, member: follower, thing: followed)] =
                    TieState(event: event, at: follow.at, first: follow.first, value: 0)
            }
            return verdict
        }
    }

    mutating func changeRole(_ act: Act) throws -> Verdict {
        guard let subject = act.command.subject else { throw No(.invalid) }
        let id = try livingMember(subject)
        guard act.role == .admin else { throw No(.forbidden) }
        guard let role = Role(rawValue: act.command.value), let member = members[id] else { throw No(.invalid) }
        if role == member.role { return .unchanged(member.statusEvent) }
        if isLastAdmin(id) { throw No(.forbidden) }
        let event = append(act, subject: id, owner: id, value: Int(role.rawValue))
        members[id]?.role = role
        members[id]?.statusEvent = event
        return .done(event)
    }

    private func isLastAdmin(_ id: UInt64) -> Bool {
        members[id]?.role == .admin && members.values.count { $0.role == .admin && !$0.isDeleted } == 1
    }

    mutating func deleteMember(_ act: Act) throws -> Verdict {
        if act.command.subject == nil { try requireMember(act) }
        let id = try act.command.subject.map(livingMember) ?? act.actor
        guard id == act.actor || act.role == .admin else { throw No(.forbidden) }
        if isLastAdmin(id) { throw No(.forbidden) }
        let event = append(act, subject: id, owner: id)
        members[id]?.isDeleted = true
        give("", to: id)
        return .done(event)
    }

    mutating func ban(_ act: Act) throws -> Verdict {
        guard let subject = act.command.subject else { throw No(.invalid) }
        let id = try livingMember(subject)
        try requireModerator(act)
        var until: Timestamp?
        if case .ban(let said) = act.command.payload { until = Self.until(said) }
        if let until, until <= act.now { throw No(.invalid) }
        guard act.command.value <= 1 else { throw No(.invalid) }
        guard let event = try banning(id, until: until, voids: act.command.value == 1, act) else {
            return .unchanged(members[id]?.ban?.event ?? 0)
        }
        note(event, act)
        return .done(event)
    }

    static func until(_ said: ProtoBan) -> Timestamp? {
        guard said.hasUntil else { return nil }
        return Timestamp(microseconds: said.until.seconds * 1_000_000 + Int64(said.until.nanos / 1000))
    }

    /// Only an admin acts on a moderator; no admin is banned. Nil: banned for as long already.
    mutating func banning(
        _ id: UInt64, until: Timestamp?, voids: Bool = false, _ act: Act, cause: UInt64 = 0
    ) throws -> UInt64? {
        guard id != act.actor else { throw No(.invalid) }
        guard let member = members[id], member.role < .admin, member.role < .moderator || act.role == .admin else {
            throw No(.forbidden)
        }
        if let ban = member.ban, ban.holds(at: act.now), ban.until == until, ban.voids || !voids { return nil }
        let event = append(act, .memberBanned, subject: id, owner: id, value: voids ? 1 : 0, cause: cause)
        members[id]?.ban = Ban(event: event, until: until, voids: voids || member.ban?.voids == true)
        members[id]?.statusEvent = event
        return event
    }

    mutating func unban(_ act: Act) throws -> Verdict {
        guard let subject = act.command.subject else { throw No(.invalid) }
        let id = try livingMember(subject)
        try requireModerator(act)
        guard let member = members[id], member.role < .moderator || act.role == .admin else { throw No(.forbidden) }
        guard let ban = member.ban, ban.voids || ban.holds(at: act.now) else { return .unchanged(member.statusEvent) }
        let event = append(
            act, subject: id, owner: id, creditedAt: facts[Int(ban.event) - 1].at, cause: ban.event)
        members[id]?.ban = nil
        members[id]?.statusEvent = event
        note(event, act)
        return .done(event)
    }
}
