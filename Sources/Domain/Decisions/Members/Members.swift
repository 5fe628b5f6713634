import Events
import Layout

/// Accounts: their registration, role, ban and deletion.
extension WriteModel {
    func foldRegistration(_ record: Record) {
        let id = MemberID(record.position)
        counts.members += 1
        let role = Role(rawValue: record.header.value) ?? .member
        if role == .admin { counts.admins += 1 }
        set(
            id, StoredMember(state: MemberState(ordinal: counts.members, role: role, position: record.position)))
        if case .registration(let registration) = record.payload {
            rename(id, to: registration.username)
            if registration.hasEmail { giveEmail(registration.email, to: id) }
        }
    }

    func foldMemberDeletion(_ header: EventHeader) {
        let id = MemberID(header.subject)
        guard let member = member(id) else { return }
        if member.state.role == .admin, !member.state.isDeleted { counts.admins -= 1 }
        freeName(of: id)
        freeEmail(of: id)
        change(id) {
            $0.state.isDeleted = true
            $0.state.ban = nil
            $0.state.statusPosition = header.position
        }
    }

    func foldRoleChange(_ header: EventHeader) {
        let role = Role(rawValue: header.value) ?? .member
        change(MemberID(header.subject)) {
            if $0.state.role == .admin, role != .admin { counts.admins -= 1 }
            if $0.state.role != .admin, role == .admin { counts.admins += 1 }
            $0.state.role = role
            $0.state.statusPosition = header.position
        }
    }

    func foldBan(_ record: Record) {
        var until: Timestamp?
        if case .ban(let ban) = record.payload, ban.hasUntil { until = Timestamp(ban.until) }
        change(MemberID(record.header.subject)) {
            let voidsMarks = record.header.voidsMarks || $0.state.ban?.voidsMarks == true
            $0.state.ban = BanState(position: record.position, until: until, voidsMarks: voidsMarks)
            $0.state.statusPosition = record.position
        }
    }
}

/// `member.registered`: the only act whose actor does not exist yet.
enum Registration {
    static func decide(_ command: Command, in state: some DecisionState) throws(Refusal) -> Decision {
        guard case .registration(let given) = command.payload else {
            throw Refusal(.invalid, "the content does not fit \(command.kind.name)", field: "data")
        }
        let username = try MemberRules.username(given.username, by: command.authority)
        try check(command.actor, field: "actor", names: username)
        try check(command.subject, field: "subject", names: username)
        guard let role = Role(rawValue: command.value), role != .moderator else {
            throw Refusal(.invalid, "a new member is a member, or the first admin", field: "role")
        }
        guard role == .member || command.actor == nil else {
            throw Refusal(.forbidden, "only the operator makes a new member admin", field: "role")
        }
        var registration = ProtoMemberRegistered()
        registration.username = username
        registration.name = try MemberRules.name(given.name)
        if given.hasEmail { registration.email = try MemberRules.email(given.email) }
        if given.hasPhone { registration.phone = try MemberRules.phone(given.phone) }
        if given.hasBio { registration.bio = try MemberRules.bio(given.bio) }
        if given.hasAvatar { registration.avatar = try MemberRules.avatar(given.avatar) }
        if registration.email.isEmpty { registration.clearEmail() }
        if registration.phone.isEmpty { registration.clearPhone() }
        if registration.bio.isEmpty { registration.clearBio() }
        if registration.avatar.isEmpty { registration.clearAvatar() }
        registration.cuisines = try TextRules.rows(given.cuisines, field: "cuisines")
        registration.diets = try TextRules.rows(given.diets, field: "diets")
        guard state.memberID(username: username) == nil else { throw MemberRules.conflict(over: username) }
        if registration.hasEmail, command.authority == .member, state.memberID(email: registration.email) != nil {
            throw MemberRules.emailConflict
        }
        return .append([
            Draft(
                .memberRegistered, actor: .operator, isOwnSubject: true,
                occurredAt: command.occurredAt ?? state.now, value: role.rawValue, payload: .registration(registration))
        ])
    }

    private static func check(_ reference: Reference?, field: String, names username: String) throws(Refusal) {
        guard let reference else { return }
        guard case .username(let name) = reference, Username.folded(name) == Username.folded(username) else {
            throw Refusal(
                .invalid, "the \(field) of a registration must be the new @\(username) or left out", field: field)
        }
    }
}
