import Events
import LMDB
import Layout

extension EventLog {
    /// The living members whose slot in the vault is meant. O(members).
    func livingMembers(_ isMeant: (_ slot: UInt32) throws -> Bool) throws -> [MemberID] {
        guard let state else { return [] }
        let rows = try state.environment.read { try state.tables.members.rows(in: $0) }
        return try rows.filter { try !$0.row.state.isDeleted && isMeant($0.row.state.ordinal) }.map(\.key)
    }

    /// The living members whose keys are destroyed all the same: they were erased in a later state of the log than this one.
    func membersWithoutKeys() throws -> [MemberID] {
        guard let vault else { return [] }
        return try livingMembers { slot in
            if case .destroyed = try vault.slot(slot) { true } else { false }
        }
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
