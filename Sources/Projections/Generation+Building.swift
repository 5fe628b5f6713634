import EventLog
import Events
import LMDB
import Layout
import Synchronization

extension Generation {
    /// Rows that a batch may hold, more or less. Two batches are in memory at a time.
    private static var rowsMax: Int { 1_000_000 }
    private static var indexRowsMax: Int { 1_000_000 }

    /// Folds the whole log into this generation, which must be new and nobody else's. `progress` gets (events folded, events
    /// in all).
    ///
    /// One thread folds a batch, another reads ahead, a third stores the batch before. Indexes are made in the end from the
    /// tables that they follow from: sorted as a whole, they are loaded at a fraction of what keeping them up costs.
    /// Interrupted, it is thrown away.
    func build<P: Projector>(
        _ projector: P.Type, view: P.View, log: EventLog, fresh: Checkpoint, progress: (Int, Int) -> Void
    ) throws {
        try announceChange()
        let flusher = Flusher(self, fresh)
        // Whatever goes wrong here, nobody closes the environment under it.
        defer { flusher.stop() }
        let reader = ReadAhead<P>(log, after: fresh.position)
        defer { reader.stop() }
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
            try flusher.flush(upTo: end) { store in try held.forEachChangedTable(store) }
            before = held
        }
        before = nil
        try flusher.wait()
        try derive(flusher)
        try flusher.finish()
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
                            try flusher.flush { store in try store(full.changes(target)) }
                        }
                    } catch {
                        failure = error
                    }
                    return failure == nil
                }
                if let failure = failure ?? base.failure { throw failure }
            }
            let rest = rows
            try flusher.flush { store in try store(rest.changes(target)) }
        }
        for summation in registry.summations {
            let sums = summation.changes(ofAllRowsIn: base)
            if let failure = base.failure { throw failure }
            try flusher.flush { store in try store(sums) }
        }
    }
}

/// Stores changes on a thread of its own, one batch after another.
private final class Flusher: Sendable {
    private let generation: Generation
    private let thread = WriterThread(name: "larder-store")
    private let state: Mutex<State>

    private struct State {
        var checkpoint: Checkpoint
        var failure: (any Error)?
    }

    init(_ generation: Generation, _ fresh: Checkpoint) {
        self.generation = generation
        state = Mutex(State(checkpoint: fresh))
    }

    /// Waits until the batch before is stored, then lets `changes` make this one and hand it over table by table. Throws what
    /// went wrong before. With it the generation has come to `position`.
    ///
    /// Each table is a transaction of its own: LMDB keeps the pages of one in memory until it is committed, and nobody else
    /// reads this generation yet.
    func flush(
        upTo position: Position? = nil, _ changes: @escaping @Sendable ((TableChanges) throws -> Void) throws -> Void
    ) throws {
        try wait()
        let isQueued = thread.submit { [self] in
            state.withLock { state in
                guard state.failure == nil else { return }
                do {
                    try changes { table in
                        try generation.environment.write { transaction in
                            try generation.flush([table], &state.checkpoint, into: &transaction)
                        }
                    }
                    if let position { state.checkpoint.position = position }
                } catch {
                    state.failure = error
                }
            }
        }
        precondition(isQueued, "nothing is stored after the end")
    }

    /// Returns when everything is stored, or has failed.
    func stop() { thread.stop() }

    func wait() throws {
        try thread.run {}
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Says how far the generation has come.
    func finish() throws {
        try wait()
        let checkpoint = state.withLock { $0.checkpoint }
        try generation.environment.write { transaction in try generation.store(checkpoint, in: &transaction) }
    }
}
