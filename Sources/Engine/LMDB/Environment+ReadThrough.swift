internal import CLMDB

extension Environment {
    /// Reads every record of every table, and the list of free pages, out of one snapshot. Answers the sum of all bytes,
    /// for which none can be passed over.
    ///
    /// LMDB takes the pages of its file at their word, and over some that are damaged it ends the process, or brings it to read
    /// what is not there: who must go on regardless lets another process do this. Throws `.corrupted` or `.pageNotFound` where
    /// it has noticed. O(bytes in use).
    @discardableResult
    package func readThrough() throws(LMDBError) -> UInt64 {
        let raw = try unsafe beginReader(pooled: false).raw
        defer {
            unsafe mdb_txn_abort(raw)
            leave()
        }
        var names: [[CChar]] = []
        // LMDB's own two tables have fixed handles: the free pages, and the names of all others.
        var sum = try unsafe read(0, in: raw)
        sum &+= try unsafe read(1, in: raw) { names.append($0.map { CChar(bitPattern: $0) } + [0]) }
        for name in names {
            var table: UInt32 = 0
            try check("mdb_dbi_open", funnel { unsafe mdb_dbi_open(raw, name, 0, &table) })
            sum &+= try unsafe read(table, in: raw)
        }
        return sum
    }

    private func read(
        _ table: UInt32, in raw: OpaquePointer, visit: (([UInt8]) -> Void)? = nil
    ) throws(LMDBError) -> UInt64 {
        var cursor: OpaquePointer?
        try check("mdb_cursor_open", funnel { unsafe mdb_cursor_open(raw, table, &cursor) })
        defer { unsafe mdb_cursor_close(cursor) }
        var sum: UInt64 = 0
        while true {
            var (key, value) = unsafe (MDB_val(), MDB_val())
            let code = funnel { unsafe mdb_cursor_get(cursor, &key, &value, MDB_NEXT) }
            guard try found("mdb_cursor_get", code) else { break }
            // Each byte, for the last of them may lie beyond the end of the file.
            sum = unsafe key.bytes.reduce(sum) { $0 &+ UInt64($1) }
            sum = unsafe value.bytes.reduce(sum) { $0 &+ UInt64($1) }
            if let visit { visit(unsafe Array(key.bytes)) }
        }
        return sum
    }
}
