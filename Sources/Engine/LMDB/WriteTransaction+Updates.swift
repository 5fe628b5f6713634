internal import CLMDB

extension WriteTransaction {
    /// Stores a value under a key; in a `duplicateSorted` table adds it to the key's values. O(log n).
    ///
    /// Throws `.keyExists` as the flags say, `.badValueSize` for a key (or a duplicate value) that is empty or above
    /// 511 bytes, `.mapFull` if the map must grow first. The corresponding C function is `mdb_put`.
    @available(*, noasync)
    package mutating func put(
        _ table: Table, _ key: [UInt8], _ value: [UInt8], flags: PutFlags = []
    ) throws(LMDBError) {
        try unsafe store(table, key.span.bytes.value, value.span.bytes.value, flags)
    }

    /// Stores a value under a key of an `integerKey` table; in a `duplicateSorted` table adds it to the key's values.
    @available(*, noasync)
    package mutating func put(
        _ table: Table, _ key: UInt64, _ value: [UInt8], flags: PutFlags = []
    ) throws(LMDBError) {
        assert(table.flags.contains(.integerKey))
        var key = key
        try unsafe withUnsafeMutableBytes(of: &key) { bytes throws(LMDBError) in
            try unsafe store(table, MDB_val(UnsafeRawBufferPointer(bytes)), value.span.bytes.value, flags)
        }
    }

    /// Removes a key with all its values; false if it is absent. The corresponding C function is `mdb_del`.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(_ table: Table, _ key: [UInt8]) throws(LMDBError) -> Bool {
        try unsafe remove(table, key.span.bytes.value)
    }

    /// Removes all records of a table, and keeps the table. The corresponding C function is `mdb_drop`.
    @available(*, noasync)
    package mutating func clear(_ table: Table) throws(LMDBError) {
        snapshot.checkOwner(table)
        let raw = unsafe snapshot.raw
        try check("mdb_drop", funnel { unsafe mdb_drop(raw, table.dbi, 0) })
    }

    private mutating func store(
        _ table: Table, _ key: MDB_val, _ value: MDB_val, _ flags: PutFlags
    ) throws(LMDBError) {
        snapshot.checkOwner(table)
        var key = unsafe key
        var value = unsafe value
        let raw = unsafe snapshot.raw
        try check("mdb_put", funnel { unsafe mdb_put(raw, table.dbi, &key, &value, flags.rawValue) })
        hasStored = true
    }

    private mutating func remove(_ table: Table, _ key: MDB_val) throws(LMDBError) -> Bool {
        snapshot.checkOwner(table)
        var key = unsafe key
        let raw = unsafe snapshot.raw
        let code = funnel { unsafe mdb_del(raw, table.dbi, &key, nil) }
        if code == MDB_NOTFOUND { return false }
        try check("mdb_del", code)
        return true
    }
}

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
