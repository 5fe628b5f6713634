internal import CLMDB
internal import Glibc
internal import Synchronization

extension Environment {
    /// Brings what can be read now to the disk, unless this process knows that it is there.
    ///
    /// A synced commit of this process is durable when it returns. One of another process may be visible and not be on the disk: a
    /// process may die in the second sync of its commit. To be called before anything is promised on the ground of what was read.
    /// A failure is fatal for writing.
    package func makeDurable() throws(LMDBError) {
        let id = try info.lastTransactionID
        guard state.withLock({ $0.durableTransactionID < id }) else { return }
        try sync()
        noteDurable(id)
    }

    /// Brings every commit so far to the disk, whatever the durability.
    ///
    /// A failure is fatal for writing: after a failed sync the kernel may call lost pages clean.
    /// The corresponding C function is `mdb_env_sync`.
    package func sync() throws(LMDBError) {
        if let error = fatalError { throw error }
        try enter("mdb_env_sync")
        defer { leave() }
        // `mdb_env_sync` does nothing for an environment that was opened for reading only; this is what it does for others.
        let code = funnel { configuration.readOnly ? syncReadOnly() : unsafe mdb_env_sync(handle, 1) }
        guard code != MDB_SUCCESS else { return }
        let failure = failure("mdb_env_sync", code)
        poison(with: failure)
        throw failure
    }

    /// Tries to bring the data file to the disk after a failed commit. That failure counts, whatever comes of this.
    func syncAfterFailure() { _ = unsafe mdb_env_sync(handle, 1) }

    private func syncReadOnly() -> Int32 {
        var descriptor: Int32 = -1
        let code = unsafe mdb_env_get_fd(handle, &descriptor)
        guard code == MDB_SUCCESS else { return code }
        return fdatasync(descriptor) == 0 ? MDB_SUCCESS : errno
    }

    /// Sizes, readers and the last committed transaction, those of other processes included.
    ///
    /// The corresponding C functions are `mdb_env_info` and `mdb_env_stat`.
    package var info: Info {
        get throws(LMDBError) {
            try enter("mdb_env_info")
            defer { leave() }
            var info = unsafe MDB_envinfo()
            var statistics = MDB_stat()
            try check("mdb_env_info", funnel { unsafe mdb_env_info(handle, &info) })
            try check("mdb_env_stat", funnel { unsafe mdb_env_stat(handle, &statistics) })
            let pageSizeBytes = Int(statistics.ms_psize)
            return unsafe Info(
                mapSizeBytes: info.me_mapsize,
                pageSizeBytes: pageSizeBytes,
                usedBytes: (info.me_last_pgno + 1) * pageSizeBytes,
                lastTransactionID: UInt64(info.me_last_txnid),
                readersMax: Int(info.me_maxreaders),
                readersUsed: Int(info.me_numreaders)
            )
        }
    }

    /// Reader slots that are taken at this moment, by whatever process. A reader at rest keeps its slot.
    ///
    /// The corresponding C function is `mdb_reader_list`, which only writes text: a line for each slot.
    package var readersInUse: Int {
        get throws(LMDBError) {
            try enter("mdb_reader_list")
            defer { leave() }
            var slots = 0
            let code = funnel {
                unsafe withUnsafeMutablePointer(to: &slots) { unsafe mdb_reader_list(handle, countReaderSlot, $0) }
            }
            guard code >= 0 else { throw failure("mdb_reader_list", code) }
            return slots
        }
    }

    /// Frees the slots of readers whose process died, and returns how many there were.
    ///
    /// A stale reader stops the reuse of pages, and the file grows. Called at opening, and when slots run out; a
    /// long-lived writer should call it now and then. The corresponding C function is `mdb_reader_check`.
    @discardableResult
    package func staleReadersCleared() throws(LMDBError) -> Int {
        try enter("mdb_reader_check")
        defer { leave() }
        var dead: Int32 = 0
        try check("mdb_reader_check", funnel { unsafe mdb_reader_check(handle, &dead) })
        return Int(dead)
    }

    /// Writes a consistent copy without free pages into a directory, while others read and write.
    ///
    /// Creates the directory if absent; throws `.exists` if it holds a data file. The copy is on the disk when this
    /// returns, and removed if this throws. The corresponding C function is `mdb_env_copy2`.
    package func copyCompact(to path: String) throws(LMDBError) {
        func check(_ operation: String, _ code: Int32) throws(LMDBError) {
            guard code == 0 else { throw LMDBError(code: .init(rawValue: code), operation: operation, path: path) }
        }
        try enter("mdb_env_copy2")
        defer { leave() }
        try check("mkdir", createDirectories(path) ?? 0)
        let file = path + "/data.mdb"
        // LMDB creates the file exclusively too; checked here so that the clean-up below never removes another's.
        guard unsafe access(file, F_OK) != 0 else { return try check("mdb_env_copy2", EEXIST) }
        do throws(LMDBError) {
            try check(
                "mdb_env_copy2", funnel { unsafe mdb_env_copy2(handle, path, UInt32(MDB_CP_COMPACT)) })
            // `mdb_env_copy2` does not sync.
            try check("fsync", syncDirectory(file) ?? 0)
            try check("fsync", syncDirectory(path) ?? 0)
        } catch {
            if error.code != .exists { unsafe unlink(file) }
            throw error
        }
    }
}

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

/// Counts a line of `mdb_reader_list` that begins with the number of a process; titles and «no readers» do not.
private func countReaderSlot(_ line: UnsafePointer<CChar>?, _ slots: UnsafeMutableRawPointer?) -> Int32 {
    guard let line = unsafe line, let slots = unsafe slots else { return -1 }
    let blanks = unsafe strspn(line, " ")
    if unsafe isdigit(Int32(line[blanks])) != 0 { unsafe slots.assumingMemoryBound(to: Int.self).pointee += 1 }
    return 0
}
