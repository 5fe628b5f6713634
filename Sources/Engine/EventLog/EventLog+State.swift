import LMDB
import Layout
import Synchronization

extension EventLog {
    /// The number of events that are folded in one transaction when the state catches up: some 100 MB of memory. Rows
    /// are stored in the order of their keys, so that a few large runs touch each page less often than many small ones.
    private static let foldedAtOnce: UInt64 = 1 << 20

    /// Makes sure that the state was folded from this log, by this program's fold, and up to the log's head. With `mayLag`, a state
    /// that cannot be brought there for want of room stays at its position, see `stateLag`.
    func prepareState(mayLag: Bool = false) throws(Refusal) {
        guard let state else { return }
        do throws(any Error) {
            let stored = try Snapshot(state.environment)
            let isOfLog = try state.isOf(self, in: stored)
            if !isOfLog, try state.position(in: stored).isNone {
                try state.environment.write { transaction in
                    try state.begin(self, in: &transaction)
                }
            } else if try !isOfLog || !hasFencedOffOldState() {
                try rebuildState()
            }
            do { try usingReserve { try bringStateOn() } } catch {
                guard mayLag, lacksRoom(error), stateLag != nil else { throw error }
                return
            }
            try fenceOffOldState()
        } catch {
            throw refusal(error)
        }
    }

    /// Folds the state again from the log: after a change of its version, after the vault was added or removed, or on
    /// request. One transaction does it: readers keep the old state meanwhile, and for good if the log is damaged.
    /// O(events), also in memory.
    func rebuildState() throws(Refusal) {
        guard let state else { return }
        do throws(any Error) {
            try state.environment.write { transaction in
                let snapshot = try LogSnapshot(self, isLogAlone: true)
                let fold = try StateProgress(self, state, over: nil)
                try snapshot.forEachStored(from: Position(1), through: snapshot.head) { header, stored in
                    fold.take(header, lent: stored)
                }
                if let failure = fold.failure { throw failure }
                try state.announceChange(in: &transaction)
                try state.begin(self, in: &transaction)
                try fold.flush(into: &transaction)
            }
        } catch {
            throw refusal(error)
        }
    }

    /// Folds the events that the state lacks: a process died between the log's commit and the state's, or wrote only
    /// the log.
    func bringStateOn() throws {
        guard let state else { return }
        do { try fold(into: state) } catch {
            isStateStuck.store(true, ordering: .relaxed)
            throw error
        }
        isStateStuck.store(false, ordering: .relaxed)
    }

    private func fold(into state: StateStore) throws {
        var isAtHead = false
        while !isAtHead {
            isAtHead = try state.environment.write { transaction in
                let stored = try Snapshot(state.environment)
                let position = try state.position(in: stored)
                let snapshot = try LogSnapshot(self, isLogAlone: true)
                guard position <= snapshot.head else {
                    // The log is an older copy of itself, so the state is not usable.
                    try state.announceChange(in: &transaction)
                    try state.begin(self, in: &transaction)
                    return snapshot.head.isNone
                }
                guard position < snapshot.head else { return true }
                let last = min(snapshot.head, Position(position.value + Self.foldedAtOnce))
                let fold = try StateProgress(self, state, over: stored)
                try snapshot.forEachStored(from: position.next, through: last) { header, stored in
                    fold.take(header, lent: stored)
                }
                if let failure = fold.failure { throw failure }
                try state.announceChange(in: &transaction)
                try fold.flush(into: &transaction)
                return last == snapshot.head
            }
        }
    }

    /// Earlier versions kept the state in the log's own environment, and use what is there if its version is theirs.
    /// These rows take space and are out of date from now on.
    private func fenceOffOldState() throws {
        guard try !hasFencedOffOldState() else { return }
        let names = schema.state.names + [("erasing", .integerKey)]
        let old = try names.compactMap { try environment.openTable($0.name, flags: $0.flags, create: false) }
        try environment.write { transaction in
            for table in old { try transaction.clear(table) }
            try tables.meta.delete(.counts, in: &transaction)
            try tables.meta.put(.stateVersion, MetaRow(stateVersion), in: &transaction)
        }
    }

    private func hasFencedOffOldState() throws -> Bool {
        try environment.configuration.readOnly
            || tables.meta.get(.stateVersion, in: Snapshot(environment))?.number == stateVersion
    }
}
