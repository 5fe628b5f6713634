internal import CLMDB

extension WriteTransaction {
    /// Stores a value under a key; in a `duplicateSorted` table adds it to the key's values. O(log n).
    ///
    /// Throws `.keyExists` as the flags say, `.badValueSize` for a key (or a duplicate value) that is empty or above
    /// 511 bytes, `.mapFull` if the map must grow first. The corresponding C function is `mdb_put`.
    @available(*, noasync)
    package mutating func put(
        _ table: Table, _ key: RawSpan, _ value: RawSpan, flags: PutFlags = []
    ) throws(LMDBError) {
        try unsafe store(table, key.value, value.value, flags)
    }

    /// Stores arrays.
    @available(*, noasync)
    package mutating func put(
        _ table: Table, _ key: [UInt8], _ value: [UInt8], flags: PutFlags = []
    ) throws(LMDBError) {
        try unsafe store(table, key.span.bytes.value, value.span.bytes.value, flags)
    }

    /// Stores buffers.
    @available(*, noasync)
    package mutating func put(
        _ table: Table, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, flags: PutFlags = []
    ) throws(LMDBError) {
        try unsafe store(table, MDB_val(key), MDB_val(value), flags)
    }

    /// Stores a span in an `integerKey` table.
    @available(*, noasync)
    package mutating func put(
        _ table: Table, _ key: UInt64, _ value: RawSpan, flags: PutFlags = []
    ) throws(LMDBError) {
        try unsafe store(table, key, value.value, flags)
    }

    /// Stores an array in an `integerKey` table.
    @available(*, noasync)
    package mutating func put(
        _ table: Table, _ key: UInt64, _ value: [UInt8], flags: PutFlags = []
    ) throws(LMDBError) {
        try unsafe store(table, key, value.span.bytes.value, flags)
    }

    /// Stores a buffer in an `integerKey` table.
    @available(*, noasync)
    package mutating func put(
        _ table: Table, _ key: UInt64, _ value: UnsafeRawBufferPointer, flags: PutFlags = []
    ) throws(LMDBError) {
        try unsafe store(table, key, MDB_val(value), flags)
    }

    /// Makes room for a value and lets the closure write all of it in place; not for `duplicateSorted` tables.
    ///
    /// The corresponding C function is `mdb_put` with `MDB_RESERVE`. The room holds leftovers of other records until
    /// written.
    @available(*, noasync)
    package mutating func reserve(
        _ table: Table, _ key: UnsafeRawBufferPointer, byteCount: Int, flags: PutFlags = [],
        _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(LMDBError) {
        precondition(!table.flags.contains(.duplicateSorted), "room cannot be reserved among duplicates")
        snapshot.checkOwner(table)
        var key = unsafe MDB_val(key)
        var value = unsafe MDB_val(mv_size: byteCount, mv_data: nil)
        let raw = unsafe snapshot.raw
        let code = funnel {
            unsafe mdb_put(raw, table.dbi, &key, &value, flags.rawValue | UInt32(MDB_RESERVE))
        }
        try updates.check(environment, "mdb_put", code)
        unsafe fill(UnsafeMutableRawBufferPointer(start: value.mv_data, count: byteCount))
    }

    /// Removes a key with all its values; false if it is absent. The corresponding C function is `mdb_del`.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(_ table: Table, _ key: RawSpan) throws(LMDBError) -> Bool {
        try unsafe remove(table, key.value, nil)
    }

    /// Removes a key with all its values; false if it is absent.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(_ table: Table, _ key: [UInt8]) throws(LMDBError) -> Bool {
        try unsafe remove(table, key.span.bytes.value, nil)
    }

    /// Removes a key with all its values; false if it is absent.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(_ table: Table, _ key: UnsafeRawBufferPointer) throws(LMDBError) -> Bool {
        try unsafe remove(table, MDB_val(key), nil)
    }

    /// Removes a key of an `integerKey` table with all its values; false if it is absent.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(_ table: Table, _ key: UInt64) throws(LMDBError) -> Bool {
        try unsafe remove(table, key, nil)
    }

    /// Removes one value of a key in a `duplicateSorted` table; false if the pair is absent. Other tables ignore the
    /// value, as LMDB does.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(_ table: Table, _ key: RawSpan, _ value: RawSpan) throws(LMDBError) -> Bool {
        try unsafe remove(table, key.value, value.value)
    }

    /// Removes one value of a key in a `duplicateSorted` table; false if the pair is absent.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(_ table: Table, _ key: [UInt8], _ value: [UInt8]) throws(LMDBError) -> Bool {
        try unsafe remove(table, key.span.bytes.value, value.span.bytes.value)
    }

    /// Removes one value of a key in a `duplicateSorted` table; false if the pair is absent.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(
        _ table: Table, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(LMDBError) -> Bool {
        try unsafe remove(table, MDB_val(key), MDB_val(value))
    }

    /// Removes one value of an integer key in a `duplicateSorted` table; false if the pair is absent.
    @available(*, noasync)
    @discardableResult
    package mutating func delete(_ table: Table, _ key: UInt64, _ value: [UInt8]) throws(LMDBError) -> Bool {
        try unsafe remove(table, key, value.span.bytes.value)
    }

    /// Removes all records of a table, and keeps the table. The corresponding C function is `mdb_drop`.
    @available(*, noasync)
    package mutating func clear(_ table: Table) throws(LMDBError) {
        snapshot.checkOwner(table)
        let raw = unsafe snapshot.raw
        try updates.check(environment, "mdb_drop", funnel { unsafe mdb_drop(raw, table.dbi, 0) })
    }

    /// Removes a table. The corresponding C function is `mdb_drop`.
    ///
    /// LMDB closes the handle at once, even if the transaction aborts, and may give its number to another table: no
    /// copy of the handle may be used from here on, by any thread. After an abort, open the table again.
    @available(*, noasync)
    package mutating func dropTable(_ table: consuming Table) throws(LMDBError) {
        snapshot.checkOwner(table)
        let raw = unsafe snapshot.raw
        let dbi = table.dbi
        try updates.check(environment, "mdb_drop", funnel { unsafe mdb_drop(raw, dbi, 1) })
    }

    private mutating func store(
        _ table: Table, _ key: MDB_val, _ value: MDB_val, _ flags: PutFlags
    ) throws(LMDBError) {
        snapshot.checkOwner(table)
        var key = unsafe key
        var value = unsafe value
        let raw = unsafe snapshot.raw
        let code = funnel { unsafe mdb_put(raw, table.dbi, &key, &value, flags.rawValue) }
        try updates.check(environment, "mdb_put", code)
    }

    private mutating func store(
        _ table: Table, _ key: UInt64, _ value: MDB_val, _ flags: PutFlags
    ) throws(LMDBError) {
        assert(table.flags.contains(.integerKey))
        var key = key
        let keyValue = unsafe MDB_val(mv_size: 8, mv_data: nil)
        try unsafe withUnsafeMutableBytes(of: &key) { bytes throws(LMDBError) in
            var keyValue = unsafe keyValue
            unsafe keyValue.mv_data = bytes.baseAddress
            try unsafe store(table, keyValue, value, flags)
        }
    }

    private mutating func remove(
        _ table: Table, _ key: MDB_val, _ value: MDB_val?
    ) throws(LMDBError) -> Bool {
        snapshot.checkOwner(table)
        var key = unsafe key
        let raw = unsafe snapshot.raw
        let code: Int32
        if var value = unsafe value {
            code = funnel { unsafe mdb_del(raw, table.dbi, &key, &value) }
        } else {
            code = funnel { unsafe mdb_del(raw, table.dbi, &key, nil) }
        }
        if code == MDB_NOTFOUND { return false }
        try updates.check(environment, "mdb_del", code)
        return true
    }

    private mutating func remove(
        _ table: Table, _ key: UInt64, _ value: MDB_val?
    ) throws(LMDBError) -> Bool {
        assert(table.flags.contains(.integerKey))
        var key = key
        return try unsafe withUnsafeMutableBytes(of: &key) { bytes throws(LMDBError) in
            try unsafe remove(table, MDB_val(UnsafeRawBufferPointer(bytes)), value)
        }
    }
}
