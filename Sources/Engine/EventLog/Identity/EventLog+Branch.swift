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
        /// Whether members deleted in the original since the copy was made are unknown.
        package var erasuresUnknown: Bool
        /// What to do about it, in the words of the edge.
        package var advice: String?
    }

    /// Makes a read-only copy a log of its own that accepts events, with a new id and a new signing key. Its events
    /// stay sealed as they are. It does the same for a log that was restored to a point before its last signed head:
    /// the history differs since then, and no head is signed under the old name any more. The vault in the directory
    /// `original` says who was deleted there meanwhile.
    package func branch(original: String? = nil) throws(Refusal) -> Branch {
        guard let vault else { throw vaultMissing }
        let id = unsafe withUnsafeBytes(of: UUID().uuid) { unsafe Array($0) }
        try requireCopy()
        let later = try original.flatMap { original throws(Refusal) in try vaultOfThisLog(in: original) }
        if let original, later == nil {
            throw Refusal(
                .notFound,
                "\(original) holds no vault of this log that can be read: name the data directory of the original",
                field: "original")
        }
        let gone = try erased(by: [vault] + (later.map { [$0] } ?? []))
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
                logID: hex(id), from: logIDText, position: position.value, deleted: gone.map(\.description),
                erasuresUnknown: later == nil)
        }
        // The branch is durable by now, so a failure here must not look like a refusal. A signing key of the former log that
        // stays counts for nothing, see `signingFile`; views of earlier positions that stay are made of the same events.
        try? FileManager.default.removeItem(atPath: SigningFile.path(vault.directory))
        try? removePastViews()
        return branch
    }

    /// Refuses a log that is no copy, before anything is asked about it.
    package func requireCopy() throws(Refusal) {
        guard try mayBranch(identity) else { throw notACopy }
    }

    /// The living members whose keys any of these vaults has destroyed.
    private func erased(by vaults: [Vault]) throws(Refusal) -> [MemberID] {
        do throws(any Error) {
            return try Set(vaults.flatMap { try livingMembers(withoutKeysIn: $0) }).sorted()
        } catch {
            throw refusal(error)
        }
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
    /// The vault of this log in another data directory; `nil` if there is none, or if it belongs to another log or is
    /// damaged: then it says nothing about this log. Refuses a vault whose master key is not given.
    func vaultOfThisLog(in directory: String) throws(Refusal) -> Vault? {
        do throws(Refusal) {
            return try Vault.open(directory: "\(directory)/vault", logID: sealID, adopting: false)
        } catch {
            guard error.field != MasterKey.field else { throw error }
            return nil
        }
    }

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

    /// What is wrong with the first key that a living member or the operator lacks; `nil` if every key is there.
    /// O(members).
    func lostKey() throws(Refusal) -> String? {
        guard let vault, let state else { throw vaultMissing }
        do throws(any Error) {
            let holders = try state.environment.read { try state.tables.holders(in: $0) }
            let slots = holders.filter { !$0.1.isDeleted }.map { ($0.0, $0.1.slot) }
            for (member, slot) in [(MemberID.operator, 0)] + slots {
                let loss =
                    switch try vault.slot(slot) {
                    case .key: nil as String?
                    case .destroyed: "is destroyed, but this log has no deletion of \(member)"
                    case .damaged: "is damaged"
                    case .absent: "is missing: the file is truncated"
                    }
                // Another process may have deleted the account since the state was read.
                if let loss, try !hasLeft(member) { return "\(member)'s key in slot \(slot) of \(vault.path) \(loss)" }
            }
            return nil
        } catch {
            throw refusal(error)
        }
    }

    /// Deletes members who were deleted elsewhere. A read-only copy accepts no event, and loses their keys alone: what
    /// they wrote no longer opens, and a branch of the copy deletes them. Returns the members who had a key.
    func forget(_ members: [MemberID]) throws -> [MemberID] {
        guard let vault, let state else { throw vaultMissing }
        guard identity.isReadOnly else {
            guard !members.isEmpty else { return [] }
            try write { try $0.delete(members) }
            if let refusal = unfinishedErasure { throw refusal }
            return members
        }
        let (wanted, holders) = (Set(members), try state.environment.read { try state.tables.holders(in: $0) })
        let slots = try holders.filter { member, holder in
            guard wanted.contains(member), case .key = try vault.slot(holder.slot) else { return false }
            return true
        }
        guard !slots.isEmpty else { return [] }
        for (_, holder) in slots { try vault.destroy(slot: holder.slot) }
        // It was folded with the keys.
        try rebuildState()
        return slots.map(\.0).sorted()
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
