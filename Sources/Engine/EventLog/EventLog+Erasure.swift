import Foundation
import LMDB
package import Layout
import Synchronization

extension EventLog {
    /// Why the key of a deleted member could not be destroyed yet; `nil` if all such keys are destroyed. The next write
    /// and the next opening of the community try again.
    package var unfinishedErasure: Refusal? { unfinished.withLock { $0 } }

    /// The number of deleted accounts by the events of the log, whatever the state says. O(events).
    package func erasureCountByEvents() throws(Refusal) -> Int {
        var count = 0
        try read { snapshot in
            try snapshot.forEachHeader(from: Position(1)) { header in
                if header.kindNumber == schema.keyDestruction { count += 1 }
                return true
            }
        }
        return count
    }

    /// Destroys pending keys and keeps a failure for later: the deletion is durable, so the failure must not look like
    /// a refusal.
    func finishErasures() {
        do throws(Refusal) {
            try sweepErasures()
            unfinished.withLock { $0 = nil }
        } catch {
            let refusal = error.asUnfinishedErasure
            unfinished.withLock { $0 = refusal }
        }
    }

    /// Destroys the keys of members whose deletion is durable, and then the views of earlier positions that were folded
    /// with these keys. It also finishes what an interruption left.
    private func sweepErasures() throws(Refusal) {
        guard let vault, let state else { return }
        do throws(any Error) {
            try usingReserve { try sweepErasures(vault, state) }
        } catch {
            throw refusal(error)
        }
    }

    private func sweepErasures(_ vault: Vault, _ state: StateStore) throws {
        // It holds keys, perhaps in plain, that a vault without it does not have.
        if vault.isHalfRewritten {
            try state.environment.write { _ in
                try checkInPlace()
                try vault.removeHalfRewritten()
            }
        }
        let erasing = state.erasing
        let pending = try state.environment.read { try erasing.rows(in: $0) }
        guard !pending.isEmpty else { return }
        // Under the writer's lock: a rewrite of the vault at the same time would keep the key.
        try state.environment.write { _ in
            try checkInPlace()
            // A process that died in its commit may have left the deletion visible but not durable.
            try environment.makeDurable()
            for (_, slot) in pending { try vault.destroy(slot: UInt32(truncatingIfNeeded: slot.value)) }
        }
        try removePastViews()
        try state.environment.write { transaction in
            try state.announceChange(in: &transaction)
            for (member, _) in pending { try erasing.delete(member, in: &transaction) }
        }
    }
}

extension Refusal {
    /// The refusal that explains why a deletion, which is durable, is not finished yet.
    package var asUnfinishedErasure: Refusal {
        Refusal(
            code,
            "the deletion is in the log, but the member's keys and texts could not all be destroyed yet (\(message)): correct that and open the community again, which finishes the deletion"
        )
    }
}

extension EventLog {
    /// Where views of earlier positions are kept. The log knows the place because the destruction of a key also removes
    /// these views: they hold the member's texts.
    package var pastViewsDirectory: String { "\(directory)/views/as-of" }

    /// Removes all of them, also those that another process is building.
    func removePastViews() throws { try removeForGood(["as-of"], in: "\(directory)/views") }
}

/// The number of accounts that the log had deleted before the views or images in a directory were begun or examined: a
/// plain file beside them.
///
/// If one more account was deleted since, the views may hold erased data: in rows, or in what LMDB leaves of removed
/// rows. LMDB clears neither the free pages of an environment nor the gaps within pages, and its compacting copy copies
/// these gaps.
package struct ErasureMark {
    package let path: String

    package init(in directory: String) { path = "\(directory)/erasures" }

    /// `nil` if the file is absent or says no number.
    package var count: Int? {
        // An unreadable file is like an absent one: the caller then removes once more all that an erasure removes.
        guard let text = try? textIfPresent(atPath: path) else { return nil }
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    package func write(_ count: Int) throws {
        try storePrivately("\(count)\n", atPath: path)
    }
}
