import LMDB
import Layout

/// A table of the views as LMDB holds it: the value of each record is a row and, behind it, a CRC-32C of the table's name,
/// the key and the row.
///
/// LMDB's pages carry no checksums. What a disk has changed, or has put under another key or into another table, is found here
/// when it is read, and so is a row that is not there because its key, or one on the way to it, was harmed.
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

    /// With `.append` the key must be above all others of the table.
    func put(_ key: RawSpan, _ row: RawSpan, into writer: inout TableWriter, flags: PutFlags = []) {
        let checksum: InlineArray<1, UInt32> = [checksum(key, row).littleEndian]
        writer.put(key, row, unsafe checksum.span.bytes, flags: flags)
    }

    /// The same of a single row.
    func put(_ key: [UInt8], _ row: [UInt8], in transaction: inout WriteTransaction) throws(LMDBError) {
        try transaction.withWriter(table) { unsafe put(key.span.bytes, row.span.bytes, into: &$0) }
    }

    // MARK: Reading

    /// The row of a record that stands under that key. O(bytes).
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

    /// Lends the row under a key to `body`; false if there is none, of which two neighbours must assure. O(log n).
    func withRow(_ key: Key, in snapshot: Snapshot, _ body: (RawSpan) -> Void) throws -> Bool {
        if try find(key, in: snapshot, body) { return true }
        try snapshot.withTransaction { transaction in
            var cursor = try transaction.cursor(table)
            // What a walk comes to and a look does not.
            if try seek(key, &cursor), Key(bytes: cursor.key) == key { throw DamagedTable(table.name) }
        }
        return false
    }

    /// As above, and takes a look's word for it that there is none. It walks onto no other page.
    func find(_ key: Key, in snapshot: Snapshot, _ body: (RawSpan) -> Void) throws -> Bool {
        try key.withBytes { key throws in
            try snapshot.withValue(table, key) { body(try row(of: $0, key)) }
        }
    }

    /// Calls `body` for the rows from `lower` (inclusive) to `upper` (exclusive; nil: to the end) in the order of the keys, or
    /// from the last such row backwards, until it answers false.
    func scan(
        from lower: Key, to upper: Key?, reversed: Bool, in transaction: borrowing ReadTransaction,
        _ body: (Key, RawSpan) -> Bool
    ) throws {
        var cursor = try transaction.cursor(table)
        var isThere: Bool
        if !reversed {
            isThere = lower.count == 0 ? try cursor.first() : try seek(lower, &cursor)
        } else if let upper {
            // The last key below the upper bound: one before the first that is not.
            isThere = try seek(upper, &cursor) ? try cursor.previous() : try cursor.last()
        } else {
            isThere = try cursor.last()
        }
        var before: Key?
        while isThere {
            let key = try key(at: cursor)
            if let before, reversed ? key >= before : key <= before { throw DamagedTable(table.name) }
            // Whatever ends the walk is a row that has been looked at, or the table's end.
            if reversed ? key < lower : upper.map({ key >= $0 }) ?? false { return }
            guard body(key, cursor.value.extracting(droppingLast: Self.checksumBytes)) else { return }
            before = key
            isThere = reversed ? try cursor.previous() : try cursor.next()
        }
    }

    /// Moves to the first row at `key` or above; false: there is none.
    ///
    /// The row before must be one below it: where a page, or one on the way to it, has another key than it had, LMDB's search
    /// ends beside the right place, and one of the two rows there tells so.
    private func seek(_ key: Key, _ cursor: inout Cursor) throws -> Bool {
        let isThere = try key.withBytes { try cursor.seek($0) }
        if isThere, try self.key(at: cursor) < key { throw DamagedTable(table.name) }
        guard isThere ? try cursor.previous() : try cursor.last() else { return isThere ? try cursor.first() : false }
        guard try self.key(at: cursor) < key else { throw DamagedTable(table.name) }
        return isThere ? try cursor.next() : false
    }

    /// The key of the record there, if all of it is what was stored.
    private func key(at cursor: borrowing Cursor) throws(DamagedTable) -> Key {
        // A page that the disk has damaged may say anything.
        guard cursor.key.byteCount <= Key.bytesMax else { throw DamagedTable(table.name) }
        _ = try row(of: cursor.value, cursor.key)
        return Key(bytes: cursor.key)
    }
}

/// A table of the views has not the rows that were stored.
struct DamagedTable: Error, Equatable {
    let name: String

    init(_ name: String) { self.name = name }
}

extension Error {
    /// Whether it says that stored views are missing, damaged or of another format: a replay puts that right.
    ///
    /// All else, such as a full disk or too many open files, may pass; replaying the whole log would not make it better.
    var isHealedByReplay: Bool {
        if self is MalformedRow || self is DamagedTable || self is UnsyncedViews { return true }
        guard let error = self as? LMDBError else { return false }
        return Self.codesHealedByReplay.contains(error.code)
    }

    private static var codesHealedByReplay: [LMDBError.Code] {
        [.noEntry, .notFound, .invalid, .versionMismatch, .incompatible, .corrupted, .pageNotFound]
    }
}

/// The machine was started anew since these views were written, and not all of them was known to be on the disk: pages may be
/// torn.
struct UnsyncedViews: Error {}
