import LMDB
import Layout

/// A table of the views in LMDB. The value of each record is a row followed by a CRC-32C of the table's name, the key
/// and the row.
///
/// LMDB's pages have no checksums. Reading here detects rows that a disk changed, or returned under another key or from
/// another table, and rows that a lookup misses because a key on the way to them was damaged.
struct StoredTable: Sendable {
    let table: Table
    private let seed: UInt32

    private static let checksumBytes = 4

    init(_ table: Table) {
        self.table = table
        seed = CRC32C.checksum(table.name.utf8)
    }

    private func checksum(_ key: RawSpan, _ row: RawSpan) -> UInt32 {
        CRC32C.checksum(row, seed: CRC32C.checksum(key, seed: seed))
    }

    // MARK: Writing

    /// `.append` requires a key above all others of the table.
    func put(_ key: RawSpan, _ row: RawSpan, into writer: inout TableWriter, flags: PutFlags = []) {
        let checksum: InlineArray<1, UInt32> = [checksum(key, row).littleEndian]
        writer.put(key, row, unsafe checksum.span.bytes, flags: flags)
    }

    /// Puts a single row.
    func put(_ key: [UInt8], _ row: [UInt8], in transaction: inout WriteTransaction) throws(LMDBError) {
        try transaction.withWriter(table) { unsafe put(key.span.bytes, row.span.bytes, into: &$0) }
    }

    // MARK: Reading

    /// The row of a record under that key. Throws if the checksum is wrong. O(bytes).
    @_lifetime(copy record)
    func row(of record: RawSpan, _ key: RawSpan) throws(DamagedTable) -> RawSpan {
        let rowBytes = record.byteCount - Self.checksumBytes
        guard rowBytes >= 0 else { throw DamagedTable(table.name) }
        let row = record.extracting(first: rowBytes)
        let stored = unsafe UInt32(
            littleEndian: record.unsafeLoadUnaligned(fromByteOffset: rowBytes, as: UInt32.self))
        guard checksum(key, row) == stored else { throw DamagedTable(table.name) }
        return row
    }

    /// Lends the row under a key to `body`. Returns false if there is none, which both neighbours of the key must
    /// confirm. O(log n).
    func withRow(_ key: Key, in snapshot: Snapshot, _ body: (RawSpan) -> Void) throws -> Bool {
        if try find(key, in: snapshot, body) { return true }
        try snapshot.withTransaction { transaction in
            var cursor = try transaction.cursor(table)
            // A cursor finds the key that the lookup missed.
            if try seek(key, &cursor), Key(bytes: cursor.key) == key { throw DamagedTable(table.name) }
        }
        return false
    }

    /// Lends the row under a key to `body`, without checking the neighbours of a missing key. It reads only the pages
    /// of the lookup.
    func find(_ key: Key, in snapshot: Snapshot, _ body: (RawSpan) -> Void) throws -> Bool {
        try key.withBytes { key throws in
            try snapshot.withValue(table, key) { body(try row(of: $0, key)) }
        }
    }

    /// Calls `body` for the rows from `lower` (inclusive) to `upper` (exclusive; `nil`: to the end) in key order, or
    /// reversed, until it returns false.
    func scan(
        from lower: Key, to upper: Key?, reversed: Bool, in transaction: borrowing ReadTransaction,
        _ body: (Key, RawSpan) -> Bool
    ) throws {
        var cursor = try transaction.cursor(table)
        var isThere: Bool
        if !reversed {
            isThere = lower.count == 0 ? try cursor.first() : try seek(lower, &cursor)
        } else if let upper {
            // The last key below the upper bound: the one before the first key at or above it.
            isThere = try seek(upper, &cursor) ? try cursor.previous() : try cursor.last()
        } else {
            isThere = try cursor.last()
        }
        var before: Key?
        while isThere {
            let key = try key(at: cursor)
            if let before, reversed ? key >= before : key <= before { throw DamagedTable(table.name) }
            // The scan ends at a verified row or at the table's end.
            if reversed ? key < lower : upper.map({ key >= $0 }) ?? false { return }
            guard body(key, cursor.value.extracting(droppingLast: Self.checksumBytes)) else { return }
            before = key
            isThere = reversed ? try cursor.previous() : try cursor.next()
        }
    }

    /// Moves to the first row at `key` or above; returns false if there is none.
    ///
    /// The row before must have a lower key. If a page on the way has a damaged key, LMDB's search ends beside the
    /// right place, and one of the two rows reveals it.
    private func seek(_ key: Key, _ cursor: inout Cursor) throws -> Bool {
        let isThere = try key.withBytes { try cursor.seek($0) }
        if isThere, try self.key(at: cursor) < key { throw DamagedTable(table.name) }
        guard isThere ? try cursor.previous() : try cursor.last() else { return isThere ? try cursor.first() : false }
        guard try self.key(at: cursor) < key else { throw DamagedTable(table.name) }
        return isThere ? try cursor.next() : false
    }

    /// The key of the cursor's record, after verifying the record.
    private func key(at cursor: borrowing Cursor) throws(DamagedTable) -> Key {
        // A damaged page may claim any length.
        guard cursor.key.byteCount <= Key.bytesMax else { throw DamagedTable(table.name) }
        _ = try row(of: cursor.value, cursor.key)
        return Key(bytes: cursor.key)
    }
}

/// A table of the views lacks rows that were stored, or has others.
struct DamagedTable: Error, Equatable {
    let name: String

    init(_ name: String) { self.name = name }
}

extension Error {
    /// Whether stored views are missing, damaged or of another format, so that a replay helps.
    ///
    /// Other errors, such as a full disk or too many open files, may pass, and a replay would not help.
    var isHealedByReplay: Bool {
        if self is MalformedRow || self is DamagedTable || self is UnsyncedViews { return true }
        guard let error = self as? LMDBError else { return false }
        return Self.codesHealedByReplay.contains(error.code)
    }

    private static var codesHealedByReplay: [LMDBError.Code] {
        [.noEntry, .notFound, .invalid, .versionMismatch, .incompatible, .corrupted, .pageNotFound]
    }
}

/// The machine was restarted since these views were written, and their last sync is not known: pages may be torn.
struct UnsyncedViews: Error {}
