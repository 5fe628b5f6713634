import Dispatch
import EventLog
import Events
import LMDB
import Layout
import Synchronization

extension Generation {
    /// Rows that a batch may hold, more or less. Two batches are in memory at a time.
    private static var rowsMax: Int { 1_500_000 }
    private static var indexRowsMax: Int { 2_000_000 }

    /// Folds the whole log into this generation, which must be new and nobody else's. `progress` gets (events folded, events
    /// in all).
    ///
    /// One thread folds a batch, another reads ahead, a third stores the batch before. Indexes are made in the end from the tables that they
    /// follow from: sorted as a whole, they are loaded at a fraction of what keeping them up costs. Interrupted, it is
    /// thrown away.
    func build<P: Projector>(
        _ projector: P.Type, view: P.View, log: EventLog, fresh: Checkpoint, progress: (Int, Int) -> Void
    ) throws {
        try announceChange()
        let flusher = Flusher(self, fresh)
        // Whatever goes wrong here, nobody closes the environment under it.
        defer { try? flusher.wait() }
        let reader = ReadAhead<P>(log, after: fresh.position)
        defer { reader.wait() }
        var position = fresh.position
        var before: HeldRows?
        while true {
            var batch = ViewTransaction(base: try base(), before: before, registry: registry)
            let start = position
            var head = position
            repeat {
                let chunk = try reader.next()
                guard chunk.last > position else { break }
                for record in chunk.records { P.fold(record, into: view, &batch) }
                if let failure = batch.base.failure { throw failure }
                (position, head) = (chunk.last, chunk.head)
                progress(Int(position.value), Int(head.value))
            } while batch.rowCount < Self.rowsMax
            guard position > start else { break }
            let held = batch.held
            let end = position
            // When this returns, the batch before is stored: the base of the next one has its rows.
            try flusher.flush { checkpoint in
                checkpoint.position = end
                return held.changes(deriving: false)
            }
            before = held
        }
        before = nil
        try flusher.wait()
        try derive(flusher)
        try flusher.wait()
    }

    private func derive(_ flusher: Flusher) throws {
        let base = try base()
        for (target, derivations) in registry.derivationsByTarget.sorted(by: { $0.key < $1.key }) {
            var rows = IndexRows()
            for derivation in derivations {
                var failure: (any Error)?
                base.scan(table: derivation.source, from: Key(), to: nil, reversed: false) { key, bytes in
                    do throws(any Error) {
                        try derivation.derive(key, stored: bytes, &rows)
                        if rows.count >= Self.indexRowsMax {
                            let full = exchange(&rows, with: IndexRows())
                            try flusher.flush { _ in [full.changes(target)] }
                        }
                    } catch {
                        failure = error
                    }
                    return failure == nil
                }
                if let failure = failure ?? base.failure { throw failure }
            }
            let rest = rows
            try flusher.flush { _ in [rest.changes(target)] }
        }
    }
}

/// Stores changes on a thread of its own, one batch after another.
private final class Flusher: Sendable {
    private let generation: Generation
    private let queue = DispatchQueue(label: "larder.views.flush")
    private let state: Mutex<State>

    private struct State {
        var checkpoint: Checkpoint
        var failure: (any Error)?
    }

    init(_ generation: Generation, _ fresh: Checkpoint) {
        self.generation = generation
        state = Mutex(State(checkpoint: fresh))
    }

    /// Waits until the batch before is stored, then lets this one be made and stored. Throws what went wrong before.
    func flush(_ changes: @escaping @Sendable (inout Checkpoint) -> [TableChanges]) throws {
        try wait()
        queue.async { [self] in
            state.withLock { state in
                guard state.failure == nil else { return }
                do {
                    let changes = changes(&state.checkpoint)
                    try generation.environment.write { transaction in
                        try generation.flush(changes, &state.checkpoint, into: &transaction)
                    }
                } catch {
                    state.failure = error
                }
            }
        }
    }

    func wait() throws {
        queue.sync {}
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
