import Foundation
import LMDB
package import Layout
import Synchronization

extension EventLog {
    /// Why the key of a member whose deletion is in the log could not be destroyed yet; nil when none is left over. It is
    /// tried again with the next write, and when the community is opened.
    package var unfinishedErasure: Refusal? { unfinished.withLock { $0 } }

    /// How many accounts the events say are deleted, whatever the state says. O(events).
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

    /// Sweeps, and keeps what went wrong: the deletion is durable, so it must not look refused.
    func finishErasures() {
        do throws(Refusal) {
            try sweepErasures()
            unfinished.withLock { $0 = nil }
        } catch {
            let refusal = error.asUnfinishedErasure
            unfinished.withLock { $0 = refusal }
        }
    }

    /// Destroys the keys of members whose deletion is durable, log before vault, then the views of earlier positions that were
    /// folded with them: also what an interruption left over.
    private func sweepErasures() throws(Refusal) {
        guard let vault, let state else { return }
        do throws(any Error) {
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
            // Under the writer's lock: a vault that is being rewritten would keep the key.
            try state.environment.write { _ in
                try checkInPlace()
                // A process that died in its commit may have left the deletion visible and not on the disk.
                try environment.makeDurable()
                for (_, slot) in pending { try vault.destroy(slot: UInt32(truncatingIfNeeded: slot.value)) }
            }
            try removePastViews()
            try state.environment.write { transaction in
                try state.announceChange(in: &transaction)
                for (member, _) in pending { try erasing.delete(member, in: &transaction) }
            }
        } catch {
            throw refusal(error)
        }
    }
}

extension Refusal {
    /// As the reason why a deletion, which has happened, has left something behind for now.
    package var asUnfinishedErasure: Refusal {
        Refusal(
            code,
            "the deletion is in the log, but what opens or keeps the member's texts could not all be destroyed yet (\(message)): mend that and open the community again, which finishes it"
        )
    }
}

extension EventLog {
    /// Where views of earlier positions are kept. They hold what was written then: the log names the place, for
    /// destroying a key destroys them, too.
    package var pastViewsDirectory: String { "\(directory)/views/as-of" }

    /// Removes all of them. One that is being made by another process goes with them.
    func removePastViews() throws { try removeForGood(["as-of"], in: "\(directory)/views") }
}

/// How many accounts the log had lost before what lies in a directory, views or images, was begun or gone through: a plain file
/// beside it.
///
/// When one more has been deleted since, views may hold what is to be forgotten: in rows, or in what LMDB leaves of rows that
/// are gone. LMDB clears neither the free pages of an environment, nor the gaps within pages, and its compacting copy takes along
/// what lies in such gaps.
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
        try Data("\(count)\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
