package import Events
import LMDB
import Layout
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
                if header.kind == .memberDeleted { count += 1 }
                return true
            }
        }
        return count
    }

    /// Sweeps, and keeps what went wrong: the deletion is durable, so nobody is told that it was refused.
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
            let erasing = state.tables.erasing
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
