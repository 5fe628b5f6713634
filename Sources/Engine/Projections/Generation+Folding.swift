import EventLog
import LMDB
import Layout

extension Generation {
    /// Folds one batch after the checkpoint in one transaction, at most through `end`. Answers how far it came, and where the
    /// log, or the fold, ends.
    ///
    /// The writer lock is taken first, so what is read as the base is the newest: several processes may advance one
    /// generation. Reads go to a snapshot, all changes stay in the transaction's tables until they are flushed, sorted.
    func advance<P: Projector>(
        _ projector: P.Type, view: P.View, log: EventLog, fresh: Checkpoint, through end: Position? = nil
    ) throws -> (position: Position, head: Position) {
        try environment.write { transaction in
            var checkpoint = try checkpointInside(&transaction) ?? fresh
            let base = try base()
            var batch = ViewTransaction(base: base, registry: registry)
            let start = checkpoint.position
            var chunk: LogChunk
            repeat {
                chunk = try LogChunk(log, after: checkpoint.position, through: end, for: projector)
                chunk.fold { P.fold($0, into: view, &batch) }
                if let failure = base.failure { throw failure }
                checkpoint.position = chunk.last
            } while chunk.last < chunk.head && batch.rowCount < Self.liveRowsMax
            guard checkpoint.position > start else { return (start, chunk.head) }
            let changes = batch.changes()
            // Sums are added to what the base holds.
            if let failure = base.failure { throw failure }
            try marker.announceChange()
            try flush(changes, &checkpoint, into: &transaction)
            return (checkpoint.position, chunk.head)
        }
    }

    /// Rows that a batch of views which serve may hold, more or less.
    private static var liveRowsMax: Int { 200_000 }

    /// Stores changes and, with them, the checkpoint that they lead to.
    func flush(
        _ changes: [TableChanges], _ checkpoint: inout Checkpoint, into transaction: inout WriteTransaction
    ) throws {
        for table in changes {
            var summary = checkpoint.tables[names[table.table]] ?? .init()
            let flags: PutFlags = summary.rows == 0 ? .append : []
            let stored = tables[table.table]
            try transaction.withWriter(stored.table) { writer in
                table.forEachChange { key, before, after in
                    if let before {
                        summary.fingerprint.subtract(key, before)
                        summary.rows -= 1
                    }
                    if let after {
                        summary.fingerprint.add(key, after)
                        summary.rows += 1
                    }
                    key.withBytes { key in
                        if let after {
                            stored.put(key, unsafe after.bytes, into: &writer, flags: flags)
                        } else {
                            writer.delete(key)
                        }
                    }
                }
            }
            checkpoint.tables[names[table.table]] = summary
        }
        try store(checkpoint, in: &transaction)
    }

    func store(_ checkpoint: Checkpoint, in transaction: inout WriteTransaction) throws {
        try meta.put(Self.checkpointKey.bytes, checkpoint.bytes, in: &transaction)
    }
}
