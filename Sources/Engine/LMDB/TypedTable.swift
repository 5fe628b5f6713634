package import Layout

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
