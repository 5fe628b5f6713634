extension WriteTransaction {
    /// The value of a key given as an array.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: [UInt8]) throws(LMDBError) -> RawSpan? {
        try snapshot.get(table, key)
    }

    /// The value of a key of an `integerKey` table.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: UInt64) throws(LMDBError) -> RawSpan? {
        try snapshot.get(table, key)
    }
}
