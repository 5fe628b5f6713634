import LMDB
import Layout

/// The views in LMDB, at one snapshot. A row that fails verification sets `failure` and is not returned.
final class StoredViewBase: ViewBase {
    private let snapshot: Snapshot
    private let meta: StoredTable
    private let tables: [StoredTable]
    private(set) var failure: (any Error)?

    init(snapshot: Snapshot, meta: StoredTable, tables: [StoredTable]) {
        self.snapshot = snapshot
        self.meta = meta
        self.tables = tables
    }

    /// `nil` before the first batch.
    func checkpoint() throws -> Checkpoint? {
        var checkpoint: Checkpoint?
        try withCheckpoint { bytes throws(MalformedRow) in checkpoint = try Checkpoint(bytes: bytes) }
        return checkpoint
    }

    /// The checkpoint's position alone, which every query needs.
    func position() throws -> Position {
        var position = Position.none
        try withCheckpoint { bytes throws(MalformedRow) in position = try Checkpoint.position(bytes: bytes) }
        return position
    }

    private func withCheckpoint(_ body: (RawSpan) throws(MalformedRow) -> Void) throws {
        var malformed: MalformedRow?
        _ = try meta.find(Generation.checkpointKey, in: snapshot) { bytes in
            do throws(MalformedRow) { try body(bytes) } catch { malformed = error }
        }
        if let malformed { throw malformed }
    }

    func fail(_ error: any Error) { failure = failure ?? error }

    /// Names the table if a replay helps.
    private func fail(_ error: any Error, table: Int) {
        fail(error.isHealedByReplay ? DamagedTable(tables[table].table.name) : error)
    }

    func withRow(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool {
        do {
            return try tables[table].withRow(key, in: snapshot, body)
        } catch {
            fail(error, table: table)
            return false
        }
    }

    /// Looks up a row in a table that may have damaged pages. A missing row counts as absent without a check of its
    /// neighbours: LMDB aborts the process when a cursor reaches a damaged page.
    func withRowOfDamaged(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool {
        do {
            return try tables[table].find(key, in: snapshot, body)
        } catch {
            fail(error, table: table)
            return false
        }
    }

    func count(table: Int) -> Int {
        do {
            return try snapshot.withTransaction { try $0.count(tables[table].table) }
        } catch {
            fail(error, table: table)
            return 0
        }
    }

    /// Row count and fingerprint, computed from the rows. O(rows).
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
                try tables[table].scan(from: lower, to: upper, reversed: reversed, in: transaction, body)
            }
        } catch {
            fail(error, table: table)
        }
    }
}
