import LMDB
import Layout

extension EventLog {
    /// The living members whose keys in that vault are destroyed all the same: they were erased in a later state of the log
    /// than this one. O(members).
    func livingMembers(withoutKeysIn vault: Vault) throws -> [MemberID] {
        guard let state else { return [] }
        let holders = try state.environment.read { try state.tables.holders(in: $0) }
        return try holders.filter { _, holder in
            guard !holder.isDeleted, case .destroyed = try vault.slot(holder.slot) else { return false }
            return true
        }.map(\.member)
    }

    /// Whether that account is deleted by now, whatever an earlier snapshot says: the key may be gone then.
    func hasLeft(_ member: MemberID) throws(Refusal) -> Bool {
        try read { now throws(Refusal) in try now.holder(member)?.isDeleted == true }
    }
}

extension LogBatch {
    /// Deletes members in the operator's name, as they were deleted elsewhere.
    func delete(_ members: [MemberID]) throws(Refusal) {
        for member in members {
            _ = try append(
                EventHeader(
                    position: head.next, kindNumber: log.schema.keyDestruction, recordedAt: now, occurredAt: now,
                    actor: .operator, subject: member.position, owner: member),
                payload: [], origin: nil, key: nil)
        }
    }
}
