internal import CLMDB
package import Layout

/// A handle to a named B+tree of one environment. It stays valid until the environment closes or the table is dropped.
package struct Table: Sendable, Equatable {
    package let name: String
    package let flags: TableFlags
    let dbi: UInt32
    /// Which `Environment` gave the handle: its number means another table elsewhere.
    let environmentSerial: Int
}

/// How a table sorts; fixed when it is created.
package struct TableFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Keys are native 64-bit integers (`MDB_INTEGERKEY`).
    package static let integerKey = Self(rawValue: UInt32(MDB_INTEGERKEY))
    /// A key may have several values, sorted bytewise (`MDB_DUPSORT`).
    package static let duplicateSorted = Self(rawValue: UInt32(MDB_DUPSORT))
    /// All duplicates have one size, and are stored as contiguous records (`MDB_DUPFIXED`); implies `duplicateSorted`.
    package static let duplicateFixed = Self(rawValue: UInt32(MDB_DUPFIXED) | UInt32(MDB_DUPSORT))

    /// The bits that LMDB stores with the table.
    static let persistent: UInt32 = UInt32(MDB_INTEGERKEY) | UInt32(MDB_DUPSORT) | UInt32(MDB_DUPFIXED)
}

/// How `put` treats what is there.
package struct PutFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Fail with `.keyExists` if the key is there (`MDB_NOOVERWRITE`).
    package static let noOverwrite = Self(rawValue: UInt32(MDB_NOOVERWRITE))
    /// The key is greater than all others; otherwise fails with `.keyExists` (`MDB_APPEND`).
    package static let append = Self(rawValue: UInt32(MDB_APPEND))
    /// The value is greater than all others of its key; otherwise fails with `.keyExists` (`MDB_APPENDDUP`).
    package static let appendDuplicate = Self(rawValue: UInt32(MDB_APPENDDUP))
}

extension MDB_val {
    /// Points at the bytes; valid as long as they are.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
    }
}

extension RawSpan {
    /// The span as an argument: it lives through the call, for the caller holds it.
    var value: MDB_val {
        unsafe withUnsafeBytes { unsafe MDB_val($0) }
    }
}

/// What a `TypedTable` is looked up by: the bytes of one value, in the order in which the table sorts.
package protocol TableKey: Hashable, Comparable, Sendable {
    /// `integerKey` for a native 64-bit number, else none.
    static var flags: TableFlags { get }
    /// Reads what `keyBytes` wrote; throws on anything else.
    init(keyBytes: [UInt8]) throws(MalformedRow)
    /// 1 to 511 bytes.
    var keyBytes: [UInt8] { get }
}

/// A table whose keys are of one Swift type and whose values of another: rows go in and come out as values.
///
/// Spans of the map stay below it; what it returns are copies. A row that is not what was stored throws `MalformedRow`.
package struct TypedTable<Key: TableKey, Row: StoredRow>: Sendable {
    package let table: Table

    /// Opens it in a short transaction of its own; nil if it is absent and `create` is false. See `openTable`.
    package init?(_ environment: Environment, _ name: String, create: Bool) throws(LMDBError) {
        guard let table = try environment.openTable(name, flags: Key.flags, create: create) else { return nil }
        self.table = table
    }

    /// O(log n).
    package func get(_ key: Key, in snapshot: Snapshot) throws -> Row? {
        var row: Row?
        _ = try snapshot.withValue(table, key.keyBytes) { row = try Row(bytes: $0) }
        return row
    }

    /// All rows in the order of their keys. O(n).
    package func rows(in transaction: borrowing ReadTransaction) throws -> [(key: Key, row: Row)] {
        var rows: [(key: Key, row: Row)] = []
        try forEachStored(in: transaction) { rows.append((try Key(keyBytes: $0), try Row(bytes: $1))) }
        return rows
    }

    /// The bytes of all keys and rows in the order of the keys, whether or not they can be read as such. O(n).
    package func forEachStored(
        in transaction: borrowing ReadTransaction, _ body: (_ key: [UInt8], _ row: [UInt8]) throws -> Void
    ) throws {
        var cursor = try transaction.cursor(table)
        var isThere = try cursor.first()
        while isThere {
            try body(cursor.key.copied, cursor.value.copied)
            isThere = try cursor.next()
        }
    }

    /// How many rows there are. O(1).
    package func count(in transaction: borrowing ReadTransaction) throws -> Int { try transaction.count(table) }

    /// With `.append` the key must be above all others: then the table is filled without searching.
    package func put(_ key: Key, _ row: Row, flags: PutFlags = [], in transaction: inout WriteTransaction) throws {
        try transaction.put(table, key.keyBytes, row.bytes, flags: flags)
    }

    /// Nothing when it is absent.
    package func delete(_ key: Key, in transaction: inout WriteTransaction) throws {
        _ = try transaction.delete(table, key.keyBytes)
    }

    package func clear(in transaction: inout WriteTransaction) throws { try transaction.clear(table) }
}

/// A native 64-bit number as a key.
package protocol IntegerTableKey: TableKey {
    init(_ value: UInt64)
    var value: UInt64 { get }
}

extension IntegerTableKey {
    package static var flags: TableFlags { .integerKey }

    package init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count == 8 else { throw MalformedRow() }
        self.init(unsafe keyBytes.span.bytes.unsafeLoadUnaligned(as: UInt64.self))
    }

    package var keyBytes: [UInt8] { unsafe withUnsafeBytes(of: value) { unsafe Array($0) } }
}

extension Position: IntegerTableKey {}
extension MemberID: IntegerTableKey {}
