extension WriteTransaction {
    /// See `ReadTransaction.get`; sees this transaction's own updates.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: RawSpan) throws(LMDBError) -> RawSpan? {
        try snapshot.get(table, key)
    }

    /// The value of a key given as an array.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: [UInt8]) throws(LMDBError) -> RawSpan? {
        try snapshot.get(table, key)
    }

    /// The value of a key given as a buffer.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: UnsafeRawBufferPointer) throws(LMDBError) -> RawSpan? {
        try unsafe snapshot.get(table, key)
    }

    /// The value of a key of an `integerKey` table.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: UInt64) throws(LMDBError) -> RawSpan? {
        try snapshot.get(table, key)
    }

    /// How many records a table holds, each duplicate counted. O(1).
    @available(*, noasync)
    package borrowing func count(_ table: Table) throws(LMDBError) -> Int {
        try snapshot.count(table)
    }

    /// A cursor that can write. No other use of the transaction is possible while it lives.
    ///
    /// For several cursors at once, to read only, take `snapshot.cursor`.
    @available(*, noasync)
    @_lifetime(&self)
    package mutating func cursor(_ table: Table) throws(LMDBError) -> Cursor {
        snapshot.checkOwner(table)
        let opened = try unsafe snapshot.openCursor(table)
        return unsafe _overrideLifetime(
            Cursor(unsafeRaw: opened, table: table, environment: environment, updates: updates), mutating: &self)
    }
}
