import Events
import Layout

/// Accounts: who is there, with which role, banned or not.
extension WriteModel {
    func foldRegistration(_ record: Record) {
        let id = MemberID(record.position)
        counts.members += 1
        let role = Role(rawValue: record.header.value) ?? .member
        if role == .admin { counts.admins += 1 }
        set(
            id, StoredMember(state: MemberState(ordinal: counts.members, role: role, position: record.position)))
        if case .registration(let registration) = record.payload { rename(id, to: registration.username) }
    }

    func foldMemberDeletion(_ header: EventHeader) {
        let id = MemberID(header.subject)
        guard let member = member(id) else { return }
        if member.state.role == .admin, !member.state.isDeleted { counts.admins -= 1 }
        freeName(of: id)
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
            $0.state.ban = BanState(position: record.position, until: until)
            $0.state.statusPosition = record.position
        }
    }
}
