internal import CLMDB

extension Cursor {
    /// To the last value of the current key (`MDB_LAST_DUP`).
    @available(*, noasync)
    package mutating func lastDuplicate() throws(LMDBError) -> Bool {
        precondition(isPositioned, "the cursor is at no record")
        return try unsafe move(MDB_LAST_DUP, currentKey, currentValue)
    }

    /// To the first value of the key that is the given one or greater (`MDB_GET_BOTH_RANGE`).
    ///
    /// The value may be shorter than the records: a big-endian number that they begin with finds the first with that
    /// number or a greater one.
    @available(*, noasync)
    package mutating func seekDuplicate(_ key: [UInt8], _ value: [UInt8]) throws(LMDBError) -> Bool {
        try unsafe seekDuplicate(key.span.bytes.value, value.span.bytes.value)
    }

    /// The same in an `integerKey` table.
    @available(*, noasync)
    package mutating func seekDuplicate(_ key: UInt64, _ value: [UInt8]) throws(LMDBError) -> Bool {
        try unsafe seekDuplicate(key, value.span.bytes.value)
    }

    private mutating func seekDuplicate(_ key: UInt64, _ value: MDB_val) throws(LMDBError) -> Bool {
        assert(table.flags.contains(.integerKey))
        var integer = key
        return try unsafe withUnsafeMutableBytes(of: &integer) { bytes throws(LMDBError) in
            try unsafe seekDuplicate(MDB_val(UnsafeRawBufferPointer(bytes)), value)
        }
    }

    private mutating func seekDuplicate(_ key: MDB_val, _ value: MDB_val) throws(LMDBError) -> Bool {
        guard try unsafe move(MDB_GET_BOTH_RANGE, key, value) else { return false }
        // MDB_GET_BOTH_RANGE does not return the key: take the table's own bytes, for the caller's are soon gone.
        let value = unsafe currentValue
        guard try unsafe move(MDB_GET_CURRENT, MDB_val(), MDB_val()) else { return false }
        unsafe currentValue = value
        return true
    }
}
