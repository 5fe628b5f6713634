import Events
import LMDB
import Layout

extension EventLog {
    /// The living members whose keys in that vault are destroyed all the same: they were erased in a later state of the log
    /// than this one. O(members).
    func livingMembers(withoutKeysIn vault: Vault) throws -> [MemberID] {
        guard let state else { return [] }
        let rows = try state.environment.read { try state.tables.members.rows(in: $0) }
        return try rows.filter { _, row in
            guard !row.state.isDeleted, case .destroyed = try vault.slot(row.state.ordinal) else { return false }
            return true
        }.map(\.key)
    }

    /// Whether that account is deleted by now, whatever an earlier snapshot says: the key may be gone then.
    func hasLeft(_ member: MemberID) throws(Refusal) -> Bool {
        try read { now throws(Refusal) in try now.member(member)?.isDeleted == true }
    }
}

extension LogBatch {
    /// Deletes members in the operator's name, as they were deleted elsewhere.
    func delete(_ members: [MemberID]) throws(Refusal) {
        for member in members {
            _ = try append(
                [Draft(.memberDeleted, actor: .operator, subject: member.position, owner: member, occurredAt: now)],
                origin: nil)
        }
    }
}
