import LMDB
import Layout

/// The views as LMDB holds them, at one snapshot.
final class StoredViewBase: ViewBase {
    private let snapshot: Snapshot
    private let meta: Table
    private let tables: [Table]
    private(set) var failure: (any Error)?

    init(snapshot: Snapshot, meta: Table, tables: [Table]) {
        self.snapshot = snapshot
        self.meta = meta
        self.tables = tables
    }

    /// Nil before the first batch.
    func checkpoint() throws -> Checkpoint? {
        var checkpoint: Checkpoint?
        _ = try snapshot.withValue(meta, Generation.checkpointKey) { checkpoint = try Checkpoint(bytes: $0) }
        return checkpoint
    }

    /// The checkpoint's position alone, which every question asks for.
    func position() throws -> Position {
        var position = Position.none
        _ = try snapshot.withValue(meta, Generation.checkpointKey) { position = try Checkpoint.position(bytes: $0) }
        return position
    }

    func fail(_ error: any Error) { failure = failure ?? error }

    func withRow(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool {
        do {
            return try key.withBytes { key throws in try snapshot.withValue(tables[table], key) { body($0) } }
        } catch {
            fail(error)
            return false
        }
    }

    func count(table: Int) -> Int {
        do {
            return try snapshot.withTransaction { try $0.count(tables[table]) }
        } catch {
            fail(error)
            return 0
        }
    }

    /// Rows and their fingerprint, from the rows. O(rows).
    func recount(table: Int) -> Checkpoint.TableSummary {
        var summary = Checkpoint.TableSummary()
        scan(table: table, from: Key(), to: nil, reversed: false) { key, value in
            summary.rows += 1
            summary.fingerprint.add(key, value)
            return true
        }
        return summary
    }

    func scan(
        table: Int, from lower: Key, to upper: Key?, reversed: Bool, _ body: (Key, RawSpan) -> Bool
    ) {
        do {
            try snapshot.withTransaction { transaction in
                var cursor = try transaction.cursor(tables[table])
                var isThere: Bool
                if !reversed {
                    isThere = lower.count == 0 ? try cursor.first() : try lower.withBytes { try cursor.seek($0) }
                } else if let upper {
                    // The last key below the upper bound: one before the first that is not.
                    isThere = try upper.withBytes { try cursor.seek($0) } ? try cursor.previous() : try cursor.last()
                } else {
                    isThere = try cursor.last()
                }
                while isThere {
                    // A page that the disk has damaged may say anything.
                    guard cursor.key.byteCount <= Key.bytesMax else { throw MalformedRow() }
                    let key = Key(bytes: cursor.key)
                    if reversed ? key < lower : upper.map({ key >= $0 }) ?? false { return }
                    guard body(key, cursor.value) else { return }
                    isThere = reversed ? try cursor.previous() : try cursor.next()
                }
            }
        } catch {
            fail(error)
        }
    }
}
