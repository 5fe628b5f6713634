internal import CLMDB

extension Cursor {
    /// Stores a value under a key and moves to it. The corresponding C function is `mdb_cursor_put`.
    ///
    /// Only for a cursor of `WriteTransaction.cursor`. Throws as `WriteTransaction.put` does; afterwards `key` and
    /// `value` are to be read only after another move.
    @available(*, noasync)
    package mutating func put(_ key: RawSpan, _ value: RawSpan, flags: PutFlags = []) throws(LMDBError) {
        try unsafe store(key.value, value.value, flags)
    }

    /// Stores arrays.
    @available(*, noasync)
    package mutating func put(_ key: [UInt8], _ value: [UInt8], flags: PutFlags = []) throws(LMDBError) {
        try unsafe store(key.span.bytes.value, value.span.bytes.value, flags)
    }

    /// Stores buffers.
    @available(*, noasync)
    package mutating func put(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, flags: PutFlags = []
    ) throws(LMDBError) {
        try unsafe store(MDB_val(key), MDB_val(value), flags)
    }

    /// Stores a buffer in an `integerKey` table.
    @available(*, noasync)
    package mutating func put(
        _ key: UInt64, _ value: UnsafeRawBufferPointer, flags: PutFlags = []
    ) throws(LMDBError) {
        assert(table.flags.contains(.integerKey))
        var integer = key
        try unsafe withUnsafeMutableBytes(of: &integer) { bytes throws(LMDBError) in
            try unsafe store(MDB_val(UnsafeRawBufferPointer(bytes)), MDB_val(value), flags)
        }
    }

    /// Removes the current record; `next` then goes to the one that followed it.
    ///
    /// The corresponding C function is `mdb_cursor_del`.
    @available(*, noasync)
    package mutating func deleteCurrent() throws(LMDBError) {
        precondition(isPositioned, "the cursor is at no record")
        guard let updates else { preconditionFailure("the cursor is for reading only") }
        isPositioned = false
        unsafe currentPage = MDB_val()
        try updates.check(environment, "mdb_cursor_del", funnel { unsafe mdb_cursor_del(raw, 0) })
    }

    private mutating func store(_ key: MDB_val, _ value: MDB_val, _ flags: PutFlags) throws(LMDBError) {
        guard let updates else { preconditionFailure("the cursor is for reading only") }
        var key = unsafe key
        var value = unsafe value
        isPositioned = false
        unsafe currentPage = MDB_val()
        let code = funnel { unsafe mdb_cursor_put(raw, &key, &value, flags.rawValue) }
        try updates.check(environment, "mdb_cursor_put", code)
    }
}
