import EventLog
import Events
import LMDB
import Layout

extension Generation {
    /// Folds one batch after the checkpoint in one transaction. Answers how far it came, and where the log ends.
    ///
    /// The writer lock is taken first, so what is read as the base is the newest: several processes may advance one
    /// generation. Reads go to a snapshot, all changes stay in the transaction's tables until they are flushed, sorted.
    func advance<P: Projector>(
        _ projector: P.Type, view: P.View, log: EventLog, fresh: Checkpoint, limits: BatchLimits
    ) throws -> (position: Position, head: Position) {
        try environment.write { transaction in
            var checkpoint = try checkpointInside(&transaction) ?? fresh
            var batch = ViewTransaction(base: try base(), registry: registry)
            let (last, head) = try fold(projector, view, log, after: checkpoint.position, limits, into: &batch)
            guard last > checkpoint.position else { return (last, head) }
            try announceChange()
            checkpoint.position = last
            try flush(batch.changes(), &checkpoint, into: &transaction)
            return (last, head)
        }
    }

    /// Folds what follows a position in the log, up to the limits. Answers how far it came, and where the log ends.
    func fold<P: Projector>(
        _ projector: P.Type, _ view: P.View, _ log: EventLog, after position: Position, _ limits: BatchLimits,
        into batch: inout ViewTransaction
    ) throws -> (last: Position, head: Position) {
        var head = Position.none
        var count = 0
        var last = position
        try log.read { snapshot in
            head = snapshot.head
            guard head > last else { return }
            try snapshot.forEachHeader(from: last.next) { header in
                if P.kinds.contains(header.kind) {
                    let record =
                        P.openedKinds.contains(header.kind)
                        ? try snapshot.record(header) : Record(header: header, body: .none)
                    P.fold(record, into: view, &batch)
                }
                last = header.position
                count += 1
                return count < limits.events && (count & 255 != 0 || batch.rowCount < limits.rows)
            }
        }
        if let failure = batch.base.failure { throw failure }
        return (last, head)
    }

    /// Stores changes and, with them, the checkpoint that they lead to.
    func flush(
        _ changes: [TableChanges], _ checkpoint: inout Checkpoint, into transaction: inout WriteTransaction
    ) throws {
        for table in changes {
            var summary = checkpoint.tables[names[table.table]] ?? .init()
            let flags: PutFlags = summary.rows == 0 ? .append : []
            try transaction.withWriter(tables[table.table]) { writer in
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
                            writer.put(key, unsafe after.bytes, flags: flags)
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
        try transaction.put(meta, Array("checkpoint".utf8), checkpoint.bytes)
    }
}

/// How much a batch may hold before it is flushed.
struct BatchLimits {
    var events: Int
    var rows: Int

    static let live = BatchLimits(events: 50_000, rows: 200_000)
}
