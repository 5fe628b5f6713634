import Events
import Layout
import SwiftProtobuf

/// Roles, bans and account deletions.
extension Deliberation {
    func decideRoleChange() throws(Refusal) -> Decision {
        let member = try subjectMember()
        try requireAdmin()
        try requireNoPayload()
        guard let role = Role(rawValue: command.value) else {
            throw Refusal(.invalid, "a role is member, moderator or admin", field: "role")
        }
        guard role != member.state.role else { return .unchanged(member.state.statusPosition) }
        if role < member.state.role { try requireAnotherAdmin(than: member) }
        return .append([draft(subject: member.id.position, owner: member.id, value: role.rawValue)])
    }

    func decideMemberDeletion() throws(Refusal) -> Decision {
        if command.subject == nil {
            try requireMember()
        }
        let member = try state.livingMember(command.subject ?? .member(actor.id), field: "subject")
        if member.id != actor.id { try requireAdmin() }
        let payload = try reasonPayload()
        try requireAnotherAdmin(than: member)
        return .append([draft(subject: member.id.position, owner: member.id, payload: payload)])
    }

    func decideBan() throws(Refusal) -> Decision {
        let member = try subjectMember()
        try requireModerator()
        let (payload, until) = try banPayload()
        guard command.value <= EventHeader.voiding else {
            throw Refusal(.invalid, "voided must be true or false", field: "voided")
        }
        let voidsMarks = command.value == EventHeader.voiding
        guard let draft = try banning(member, until: until, voidsMarks: voidsMarks, payload: payload) else {
            return .unchanged(member.state.ban?.position ?? member.state.statusPosition)
        }
        return .append([draft])
    }

    func decideUnban() throws(Refusal) -> Decision {
        let member = try subjectMember()
        try requireModerator()
        let payload = try reasonPayload()
        try requireAuthority(over: member)
        // A ban that has ended may still void the member's marks.
        guard let ban = member.state.ban, ban.voidsMarks || ban.holds(at: state.now) else {
            return .unchanged(member.state.statusPosition)
        }
        return .append([
            draft(
                subject: member.id.position, owner: member.id, cause: ban.position,
                creditedAt: state.record(at: ban.position)?.header.occurredAt, payload: payload)
        ])
    }

    /// The event that bans a member; `nil` if they are banned until the same time already. Marks that an earlier ban
    /// voided stay so until the unbanning, whatever `voidsMarks` says.
    func banning(
        _ member: Member, until: Timestamp?, voidsMarks: Bool = false, payload: Payload = .none
    ) throws(Refusal) -> Draft? {
        guard member.id != actor.id else {
            throw Refusal(.invalid, "members do not ban themselves", field: "subject")
        }
        guard member.state.role < .admin else {
            throw Refusal(.forbidden, "admins cannot be banned", field: "subject")
        }
        try requireAuthority(over: member)
        if let ban = member.state.ban, ban.holds(at: state.now), ban.until == until, ban.voidsMarks || !voidsMarks {
            return nil
        }
        return draft(
            .memberBanned, subject: member.id.position, owner: member.id, value: voidsMarks ? EventHeader.voiding : 0,
            payload: payload)
    }

    private func requireAuthority(over member: Member) throws(Refusal) {
        guard member.state.role < .moderator || actor.mayAdminister else {
            throw Refusal(.forbidden, "only an admin acts on a moderator", field: "subject")
        }
    }

    /// Refuses a change that leaves the community without an admin.
    private func requireAnotherAdmin(than member: Member) throws(Refusal) {
        guard member.state.role < .admin || state.adminCount > 1 else {
            throw Refusal(
                .forbidden, "\(member.id) is the last admin: make another member admin first", field: "subject")
        }
    }

    private func banPayload() throws(Refusal) -> (payload: Payload, until: Timestamp?) {
        guard let given = try optional({ if case .ban(let message) = $0 { message } else { nil } }) else {
            return (.none, nil)
        }
        var ban = ProtoBan()
        let reason = try TextRules.unlessBlank(
            given.hasReason ? given.reason : nil, field: "reason", max: ContentLimits.reason)
        if let reason { ban.reason = reason }
        var until: Timestamp?
        if given.hasUntil {
            let end = try instant(given.until)
            guard end > state.now else {
                throw Refusal(.invalid, "a ban must end in the future", field: "until")
            }
            ban.until = given.until
            ban.until.nanos -= ban.until.nanos % 1_000
            until = end
        }
        return (ban == ProtoBan() ? .none : .ban(ban), until)
    }

    /// To the microsecond, as for all times of the log.
    private func instant(_ given: Google_Protobuf_Timestamp) throws(Refusal) -> Timestamp {
        let (micros, overflows) = given.seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflows, (0..<1_000_000_000).contains(given.nanos), micros >= Timestamp.earliest.microseconds,
            micros < Timestamp.latest.microseconds
        else {
            throw Refusal(.invalid, "until is outside the years that events can have", field: "until")
        }
        return Timestamp(microseconds: micros + Int64(given.nanos / 1_000))
    }
}
