internal import CLMDB

extension Cursor {
    /// To the first record of the table (`MDB_FIRST`).
    @available(*, noasync)
    package mutating func first() throws(LMDBError) -> Bool {
        try unsafe move(MDB_FIRST, MDB_val(), MDB_val())
    }

    /// To the last record of the table, the last duplicate of its last key (`MDB_LAST`).
    @available(*, noasync)
    package mutating func last() throws(LMDBError) -> Bool {
        try unsafe move(MDB_LAST, MDB_val(), MDB_val())
    }

    /// To the next record, duplicates included; to the first if the cursor is new (`MDB_NEXT`).
    @available(*, noasync)
    package mutating func next() throws(LMDBError) -> Bool {
        try unsafe move(MDB_NEXT, MDB_val(), MDB_val())
    }

    /// To the previous record, duplicates included; to the last if the cursor is new (`MDB_PREV`).
    @available(*, noasync)
    package mutating func previous() throws(LMDBError) -> Bool {
        try unsafe move(MDB_PREV, MDB_val(), MDB_val())
    }

    /// To the first record whose key is the given one or greater (`MDB_SET_RANGE`).
    @available(*, noasync)
    package mutating func seek(_ key: RawSpan) throws(LMDBError) -> Bool {
        try unsafe move(MDB_SET_RANGE, key.value, MDB_val())
    }

    /// To the first record whose key, given as an array, is this one or greater.
    @available(*, noasync)
    package mutating func seek(_ key: [UInt8]) throws(LMDBError) -> Bool { try seek(unsafe key.span.bytes) }

    /// To the first record whose integer key is the given one or greater.
    @available(*, noasync)
    package mutating func seek(_ key: UInt64) throws(LMDBError) -> Bool {
        try unsafe move(MDB_SET_RANGE, key, MDB_val())
    }

    /// To the first record of exactly this key (`MDB_SET_KEY`).
    @available(*, noasync)
    package mutating func seekExact(_ key: [UInt8]) throws(LMDBError) -> Bool {
        try unsafe move(MDB_SET_KEY, key.span.bytes.value, MDB_val())
    }

    /// To the first record of exactly this integer key.
    @available(*, noasync)
    package mutating func seekExact(_ key: UInt64) throws(LMDBError) -> Bool {
        try unsafe move(MDB_SET_KEY, key, MDB_val())
    }

    /// One call with an integer key.
    mutating func move(
        _ operation: MDB_cursor_op, _ key: UInt64, _ value: MDB_val
    ) throws(LMDBError) -> Bool {
        assert(table.flags.contains(.integerKey))
        var integer = key
        return try unsafe withUnsafeMutableBytes(of: &integer) { bytes throws(LMDBError) in
            try unsafe move(operation, MDB_val(UnsafeRawBufferPointer(bytes)), value)
        }
    }
}

// MARK: Duplicates

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

    /// To the first value, of a key of an `integerKey` table, that is the given one or greater.
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
