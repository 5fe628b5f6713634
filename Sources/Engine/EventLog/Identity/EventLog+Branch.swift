import Foundation
import LMDB
package import Layout

extension EventLog {
    /// What became of a copy.
    package struct Branch: Encodable, Sendable {
        /// What the log is called now, and what it was called.
        package var logID: String
        package var from: String
        /// The last event that both have.
        package var position: UInt64
        /// Members who had been erased after that, and so were deleted here as well.
        package var deleted: [String]
    }

    /// Makes a copy for reading only a log of its own, which may be written to: with an id and a signing key that no other
    /// has. What it holds so far stays as it was sealed. The same for a log that was restored to before a head that it had
    /// signed: it went on otherwise, and nothing is signed in the old name any more.
    package func branch() throws(Refusal) -> Branch {
        guard let vault else { throw vaultMissing }
        let id = unsafe withUnsafeBytes(of: UUID().uuid) { unsafe Array($0) }
        let gone = try erasedSince(vault)
        // What belongs to the moment that the batch is appended.
        func becomeBranch(_ transaction: inout WriteTransaction) throws {
            // Another process may have done so since it was opened.
            var identity = try LogIdentity(tables, in: Snapshot(environment))
            guard try mayBranch(identity) else { throw notACopy }
            guard identity.lineage.branchings.count < LogLineage.branchingsMax else {
                throw Refusal(.unavailable, "\(directory) was branched off too often")
            }
            identity.isReadOnly = false
            identity.lineage.branch(to: id, after: try LogSnapshot(self, isLogAlone: true).end)
            try identity.store(in: tables, &transaction)
        }
        let branch = try write(with: becomeBranch) { batch in
            let position = batch.head
            try batch.delete(gone)
            return Branch(
                logID: hex(id), from: logIDText, position: position.value, deleted: gone.map(\.description))
        }
        // The branch is durable by now, so a failure here must not look like a refusal. A signing key of the former log that
        // stays counts for nothing, see `signingFile`; views of earlier positions that stay are made of the same events.
        try? FileManager.default.removeItem(atPath: SigningFile.path(vault.directory))
        try? removePastViews()
        return branch
    }

    private func erasedSince(_ vault: Vault) throws(Refusal) -> [MemberID] {
        guard try mayBranch(identity) else { throw notACopy }
        do throws(any Error) { return try livingMembers(withoutKeysIn: vault) } catch { throw refusal(error) }
    }

    private func mayBranch(_ identity: LogIdentity) throws(Refusal) -> Bool {
        if identity.isReadOnly { return true }
        return try headSignedBeyond() != nil
    }

    private var notACopy: Refusal {
        Refusal(
            .conflict,
            "\(directory) is no copy of a log, but the log", remedy: .copyLog)
    }
}

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
