internal import CLMDB

/// A place in a table, from `ReadTransaction.cursor`.
///
/// A move returns false if there is nothing there; `key` and `value` then trap, and another move that names a place
/// (`first`, `last`, `seek…`) must come before a relative one. `key`, `value` and `page` are spans of the map, valid
/// until the cursor moves. The corresponding C type is `MDB_cursor`.
@safe
package struct Cursor: ~Copyable, ~Escapable {
    package let table: Table
    let environment: Environment
    let raw: OpaquePointer
    var currentKey = unsafe MDB_val()
    var currentValue = unsafe MDB_val()
    var currentPage = unsafe MDB_val()
    /// True while `key` and `value` are those of a record.
    package internal(set) var isPositioned = false

    /// Unsafe: the caller ties the lifetime to the transaction.
    @_lifetime(immortal)
    init(
        unsafeRaw raw: OpaquePointer, table: Table, environment: Environment
    ) {
        self.table = table
        self.environment = environment
        unsafe self.raw = raw
    }

    deinit {
        unsafe mdb_cursor_close(raw)
    }

    /// The key of the current record.
    package var key: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            precondition(isPositioned, "the cursor is at no record")
            return unsafe _overrideLifetime(RawSpan(_unsafeBytes: currentKey.bytes), borrowing: self)
        }
    }

    /// The key of the current record of an `integerKey` table.
    package var integerKey: UInt64 {
        precondition(isPositioned, "the cursor is at no record")
        assert(table.flags.contains(.integerKey))
        return unsafe currentKey.bytes.loadUnaligned(as: UInt64.self)
    }

    /// The value of the current record.
    package var value: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            precondition(isPositioned, "the cursor is at no record")
            return unsafe _overrideLifetime(RawSpan(_unsafeBytes: currentValue.bytes), borrowing: self)
        }
    }

    /// The records that `readPage` or `readNextPage` found, contiguous; empty before.
    package var page: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            unsafe _overrideLifetime(RawSpan(_unsafeBytes: currentPage.bytes), borrowing: self)
        }
    }

    /// One call of `mdb_cursor_get`. An operation that leaves an argument untouched leaves it as it was given.
    mutating func move(
        _ operation: MDB_cursor_op, _ key: MDB_val, _ value: MDB_val
    ) throws(LMDBError) -> Bool {
        var key = unsafe key
        var value = unsafe value
        unsafe currentPage = MDB_val()
        isPositioned = false
        let code = funnel { unsafe mdb_cursor_get(raw, &key, &value, operation) }
        guard try environment.found("mdb_cursor_get", code) else { return false }
        // LMDB takes a damaged page at its word: a number has eight bytes, whatever is said there.
        guard unsafe !table.flags.contains(.integerKey) || key.mv_size == MemoryLayout<UInt64>.size else {
            throw environment.failure("mdb_cursor_get", MDB_CORRUPTED)
        }
        unsafe currentKey = key
        unsafe currentValue = value
        isPositioned = true
        return true
    }
}
