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
