import EventLog
import LMDB
import Layout
import Synchronization

extension Generation {
    /// Approximate maximum of rows in a batch. Two batches are in memory at a time.
    private static var rowsMax: Int { 700_000 }

    /// Folds the whole log, or the log through `end`, into this generation, which must be new and unknown to other
    /// threads and processes. `progress` gets (events folded, events in total). What it throws ends the work.
    ///
    /// One thread folds a batch, a second reads ahead, a third spills the previous batch as sorted runs. Finally the
    /// runs of each table are merged and loaded in key order: each page is written once, full. Indexes are built from
    /// the same runs meanwhile. An interrupted generation is discarded.
    func build<P: Projector>(
        _ projector: P.Type, view: P.View, log: EventLog, fresh: Checkpoint, through end: Position? = nil,
        progress: (Int, Int) throws(Refusal) -> Void
    ) throws {
        try marker?.announceChange()
        let file = SpillFile(in: spillFolder)
        let loader = Loader(self, fresh)
        // Whatever fails, the loader has stopped before the environment can close.
        defer { loader.stop() }
        let base = SpilledBase(tableCount: names.count)
        let reader = ReadAhead<P>(log, after: fresh.position, through: end)
        defer { reader.stop() }
        let position = try spill(reader, view: view, after: fresh.position, base, file, loader, progress)
        for table in names.indices where !registry.isDerived(table) {
            try loader.load(table, base.runs(of: table))
        }
        // Meanwhile the loader loads the tables that are not derived.
        try base.derive(by: registry, to: file)
        for table in names.indices where registry.isDerived(table) {
            try loader.load(table, base.runs(of: table))
        }
        try loader.finish(at: position)
    }

    /// Folds the log into runs. Returns the last position folded.
    private func spill<P: Projector>(
        _ reader: ReadAhead<P>, view: P.View, after start: Position, _ base: SpilledBase,
        _ file: SpillFile, _ loader: Loader, _ progress: (Int, Int) throws(Refusal) -> Void
    ) throws -> Position {
        var position = start
        var before: HeldRows?
        var spare: HeldRows?
        while true {
            let lookedUp = before?.lookedUpNow ?? []
            spare?.reset(lookedUp: lookedUp)
            let held = spare ?? HeldRows(registry, lookedUp: lookedUp)
            var batch = ViewTransaction(base: base, before: before, into: held)
            let start = position
            repeat {
                let chunk = try reader.next()
                guard chunk.last > position else { break }
                chunk.fold { P.fold($0, into: view, &batch) }
                if let failure = batch.base.failure { throw failure }
                position = chunk.last
                try progress(Int(position.value), Int(chunk.head.value))
            } while batch.rowCount < Self.rowsMax
            // The base of the next batch must contain the rows of the batch before this one.
            base.add(try loader.spilled())
            guard position > start else { return position }
            try loader.spill(held, to: file)
            (spare, before) = (before, held)
        }
    }
}

/// Spills batches and loads tables one after another, on a thread of its own.
private final class Loader: Sendable {
    private let generation: Generation
    private let thread = WriterThread(name: "larder-store")
    private let state: Mutex<State>

    /// Rows per transaction. LMDB keeps changed pages in memory, and this generation has no reader yet.
    private static let rowsMax = 200_000

    private struct State {
        var checkpoint: Checkpoint
        var spilled: [(table: Int, run: Run)] = []
        var failure: (any Error)?
    }

    init(_ generation: Generation, _ fresh: Checkpoint) {
        self.generation = generation
        state = Mutex(State(checkpoint: fresh))
    }

    /// Returns when all work is done, or has failed.
    func stop() { thread.stop() }

    /// Sorts and spills the changes of a batch, which must not change meanwhile.
    func spill(_ held: HeldRows, to file: SpillFile) throws {
        try submit { state in
            state.spilled = try held.spill(to: file)
        }
    }

    /// Waits for the last spill and returns its runs.
    func spilled() throws -> [(table: Int, run: Run)] {
        try wait()
        return state.withLock { state in exchange(&state.spilled, with: []) }
    }

    /// Loads all rows of an empty table.
    func load(_ table: Int, _ runs: [Run]) throws {
        guard !runs.isEmpty else { return }
        let (generation, stored) = (generation, generation.tables[table])
        try submit { state in
            var merge = RunMerge(runs)
            var summary = Checkpoint.TableSummary()
            while merge.key != nil {
                try generation.environment.write { transaction in
                    try transaction.withWriter(stored.table) { writer in
                        let end = summary.rows + Self.rowsMax
                        merge.forEachRow { key, row in
                            guard summary.rows < end else { return false }
                            summary.rows += 1
                            summary.fingerprint.add(key, row)
                            key.withBytes { stored.put($0, row, into: &writer, flags: .append) }
                            return true
                        }
                    }
                }
            }
            state.checkpoint.tables[generation.names[table]] = summary
        }
    }

    /// Stores the checkpoint.
    func finish(at position: Position) throws {
        try submit { [generation] state in
            state.checkpoint.position = position
            let checkpoint = state.checkpoint
            try generation.environment.write { transaction in try generation.store(checkpoint, in: &transaction) }
        }
        try wait()
    }

    private func submit(_ job: @escaping @Sendable (inout State) throws -> Void) throws {
        let isQueued = thread.submit { [self] in
            state.withLock { state in
                guard state.failure == nil else { return }
                do { try job(&state) } catch { state.failure = error }
            }
        }
        precondition(isQueued, "nothing is stored after the end")
    }

    private func wait() throws {
        try thread.run {}
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
