import Foundation
import LMDB
package import Layout

extension EventLog {
    /// The result of branching.
    package struct Branch: Encodable, Sendable {
        /// The present name of the log, and its former name.
        package var logID: String
        package var from: String
        /// The last event that both logs have.
        package var position: UInt64
        /// Members who were deleted in the original after that event, and so were deleted here as well.
        package var deleted: [String]
    }

    /// Makes a read-only copy a log of its own that accepts events, with a new id and a new signing key. Its events
    /// stay sealed as they are. It does the same for a log that was restored to a point before its last signed head:
    /// the history differs since then, and no head is signed under the old name any more.
    package func branch() throws(Refusal) -> Branch {
        guard let vault else { throw vaultMissing }
        let id = unsafe withUnsafeBytes(of: UUID().uuid) { unsafe Array($0) }
        let gone = try erasedSince(vault)
        // The values at the moment of the append.
        func becomeBranch(_ transaction: inout WriteTransaction) throws {
            // Another process may have branched it since it was opened.
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
            "\(directory) is not a copy of a log, but the log itself", remedy: .copyLog)
    }
}

extension EventLog {
    /// The living members whose keys in that vault are destroyed: they were deleted in a later state of the log.
    /// O(members).
    func livingMembers(withoutKeysIn vault: Vault) throws -> [MemberID] {
        guard let state else { return [] }
        let holders = try state.environment.read { try state.tables.holders(in: $0) }
        return try holders.filter { _, holder in
            guard !holder.isDeleted, case .destroyed = try vault.slot(holder.slot) else { return false }
            return true
        }.map(\.member)
    }

    /// Whether that account is deleted by now, even if an earlier snapshot says otherwise: then the key may be
    /// destroyed.
    func hasLeft(_ member: MemberID) throws(Refusal) -> Bool {
        try read { now throws(Refusal) in try now.holder(member)?.isDeleted == true }
    }
}

extension LogBatch {
    /// Deletes members in the operator's name, because they were deleted elsewhere.
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
