import LMDB
import Layout

/// The views as LMDB holds them, at one snapshot.
final class StoredViewBase: ViewBase {
    private let snapshot: Snapshot
    private let tables: [Table]
    private(set) var failure: (any Error)?

    init(snapshot: Snapshot, tables: [Table]) {
        self.snapshot = snapshot
        self.tables = tables
    }

    func fail(_ error: any Error) { failure = failure ?? error }

    func get(table: Int, key: Key) -> [UInt8]? {
        do {
            return try snapshot.bytes(tables[table], key.bytes)
        } catch {
            fail(error)
            return nil
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
            summary.fingerprint.add(key, value.span)
            return true
        }
        return summary
    }

    func scan(
        table: Int, from lower: Key, to upper: Key?, reversed: Bool, _ body: (Key, [UInt8]) -> Bool
    ) {
        do {
            try snapshot.withTransaction { transaction in
                var cursor = try transaction.cursor(tables[table])
                var isThere: Bool
                if !reversed {
                    isThere = lower.bytes.isEmpty ? try cursor.first() : try cursor.seek(lower.bytes)
                } else if let upper {
                    // The last key below the upper bound: one before the first that is not.
                    isThere = try cursor.seek(upper.bytes) ? try cursor.previous() : try cursor.last()
                } else {
                    isThere = try cursor.last()
                }
                while isThere {
                    // A page that the disk has damaged may say anything.
                    guard cursor.key.byteCount <= Key.bytesMax else { throw MalformedRow() }
                    let key = Key(bytes: cursor.key)
                    if reversed ? key < lower : upper.map({ key >= $0 }) ?? false { return }
                    guard body(key, cursor.value.copied) else { return }
                    isThere = reversed ? try cursor.previous() : try cursor.next()
                }
            }
        } catch {
            fail(error)
        }
    }
}
