internal import CLMDB

extension Cursor {
    /// Reads the records from the current one to the end of its page into `page`, and moves to the last of them.
    ///
    /// For `duplicateFixed` tables; the cursor must be at a record. The corresponding C operation is
    /// `MDB_GET_MULTIPLE`, with two traps of LMDB 0.9.24 covered: with exactly one duplicate (and at the last one) it
    /// succeeds and leaves the data untouched; and it starts at the page's first record, not at the current one.
    @available(*, noasync)
    package mutating func readPage() throws(LMDBError) {
        precondition(isPositioned, "the cursor is at no record")
        let record = unsafe currentValue
        guard try unsafe move(MDB_GET_MULTIPLE, currentKey, MDB_val()) else {
            throw environment.failure("mdb_cursor_get", MDB_NOTFOUND)
        }
        guard let start = unsafe currentValue.mv_data else {
            unsafe currentValue = record
            unsafe currentPage = record
            return
        }
        let skipped = unsafe UnsafeRawPointer(record.mv_data) - UnsafeRawPointer(start)
        let remaining = unsafe currentValue.mv_size - skipped
        guard unsafe skipped >= 0 && remaining >= record.mv_size else {
            throw environment.failure("mdb_cursor_get", MDB_CORRUPTED)
        }
        unsafe currentPage = MDB_val(mv_size: remaining, mv_data: start + skipped)
        unsafe moveToLastOfPage(recordSize: record.mv_size)
    }

    /// Reads the current key's next page of records into `page`, and moves to the last of them; false at the end.
    ///
    /// To be called after `readPage`. The corresponding C operation is `MDB_NEXT_MULTIPLE`.
    @available(*, noasync)
    package mutating func readNextPage() throws(LMDBError) -> Bool {
        precondition(isPositioned, "the cursor is at no record")
        let recordSize = unsafe currentValue.mv_size
        guard try unsafe move(MDB_NEXT_MULTIPLE, currentKey, MDB_val()) else { return false }
        unsafe currentPage = currentValue
        moveToLastOfPage(recordSize: recordSize)
        return true
    }

    /// Calls the body with each page of a key's records, in order, until it returns false.
    ///
    /// Starts at the first record that is `first` or greater (a prefix will do), or at the key's first if that is nil.
    @available(*, noasync)
    package mutating func forEachPage(
        of key: UInt64, from first: [UInt8]? = nil, _ body: (RawSpan) throws -> Bool
    ) throws {
        let isFound = if let first { try seekDuplicate(key, first) } else { try seekExact(key) }
        if isFound { try forEachPageFromHere(body) }
    }

    /// Calls the body with each page of a key's records, in order, until it returns false.
    @available(*, noasync)
    package mutating func forEachPage(
        of key: [UInt8], from first: [UInt8]? = nil, _ body: (RawSpan) throws -> Bool
    ) throws {
        let isFound = if let first { try seekDuplicate(key, first) } else { try seekExact(key) }
        if isFound { try forEachPageFromHere(body) }
    }

    /// Calls the body with each page of the current key's records from the current one on, until it returns false.
    @available(*, noasync)
    package mutating func forEachPageFromHere(_ body: (RawSpan) throws -> Bool) throws {
        try readPage()
        repeat {
            guard try body(page) else { return }
        } while try readNextPage()
    }

    private mutating func moveToLastOfPage(recordSize: Int) {
        let offset = unsafe currentPage.mv_size - recordSize
        unsafe currentValue = MDB_val(mv_size: recordSize, mv_data: currentPage.mv_data + offset)
    }
}
