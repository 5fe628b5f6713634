internal import CLMDB
internal import Glibc
internal import Synchronization

/// One LMDB environment: a directory with a data file and a lock file, open once in this process.
///
/// Readers never block and are never blocked. Writers are serialised over all processes by LMDB's own lock.
/// A value read is valid only inside its transaction; the compiler sees to that, since spans do not escape it.
/// The corresponding C type is `MDB_env`.
@safe
package final class Environment: Sendable {
    package let path: String
    package let configuration: Configuration

    nonisolated(unsafe) let handle: OpaquePointer
    let serial: Int
    /// How many slots opening freed whose readers had died; see `staleReadersCleared`.
    package let staleReadersAtOpening: Int
    let state: Mutex<State>
    /// `mdb_dbi_open` allows one transaction at a time in a process.
    let tableOpening = Mutex(())
    /// The size of the map for ordinary writes, in bytes; see `enlargeMap`.
    let mapLimitBytes: Int
    private let directory: HeldDirectory
    /// Where the data file ends, as far as this process knows; see `makeRoom`.
    let roomEnd = Atomic(0)

    /// Opens the environment; creates the directory, with missing parents, unless read-only.
    ///
    /// Throws `.alreadyOpen` if this process has it open under any path. Frees the slots of readers that died.
    /// The corresponding C function is `mdb_env_open`.
    package init(path: String, configuration: Configuration) throws(LMDBError) {
        func failure(_ code: Int32, _ operation: String) -> LMDBError {
            LMDBError(code: .init(rawValue: code), operation: operation, path: path)
        }
        try LibraryVersion.loaded.check(for: path)
        let mapSizeBytes = try MapSize.bytes(given: configuration.mapSizeBytes, for: path)
        if !configuration.readOnly, let code = createDirectories(path) { throw failure(code, "mkdir") }
        guard let directory = HeldDirectory(path) else { throw failure(errno, "open") }
        guard OpenEnvironments.insert(directory) else {
            throw LMDBError(code: .alreadyOpen, operation: "open", path: path)
        }
        let opened: (handle: OpaquePointer, staleReaders: Int)
        do throws(LMDBError) {
            // Processes open it one at a time. LMDB's first opener initialises the lock file, while later openers wait. If it is killed
            // meanwhile, they go on with a half-written lock file, which says that the last commit was number 0. They then read the
            // meta page of even numbers, even if the other is newer, and write number 1 over the other: an acknowledged commit may be
            // lost.
            if let code = directory.lock() { throw failure(code, "flock") }
            defer { directory.unlock() }
            if !configuration.readOnly { Self.allocateLockFile(path, readersMax: configuration.readersMax) }
            // LMDB maps the lock file and writes to it: where a block of it is missing, that ends in a bus error on a full disk.
            if !configuration.readOnly, !Self.hasLockFile(path), Self.freeBytes(path) < Self.freeBytesMin {
                throw failure(ENOSPC, "mdb_env_open")
            }
            unsafe opened = try Self.open(path, configuration, mapSizeBytes: mapSizeBytes)
        } catch {
            OpenEnvironments.remove(directory)
            throw error
        }
        self.path = path
        self.configuration = configuration
        self.mapLimitBytes = mapSizeBytes
        self.directory = directory
        unsafe self.handle = opened.handle
        self.staleReadersAtOpening = unsafe opened.staleReaders
        self.serial = serials.withLock {
            $0 += 1
            return $0
        }
        self.state = Mutex(State())
    }

    private static func open(
        _ path: String, _ configuration: Configuration, mapSizeBytes: Int
    ) throws(LMDBError) -> (handle: OpaquePointer, staleReaders: Int) {
        func check(_ operation: String, _ code: Int32) throws(LMDBError) {
            guard code == MDB_SUCCESS else {
                throw LMDBError(code: .init(rawValue: code), operation: operation, path: path)
            }
        }
        var created: OpaquePointer?
        try check("mdb_env_create", funnel { unsafe mdb_env_create(&created) })
        let handle = unsafe created!
        unsafe mdb_env_set_assert(handle, endOnDamage)
        do throws(LMDBError) {
            let isNew = unsafe access(path + "/data.mdb", F_OK) != 0
            var flags = UInt32(MDB_NOTLS)
            if configuration.durability == .disposable { flags |= UInt32(MDB_NOSYNC) }
            if configuration.readOnly { flags |= UInt32(MDB_RDONLY) }
            try check("mdb_env_set_mapsize", funnel { unsafe mdb_env_set_mapsize(handle, mapSizeBytes) })
            try check(
                "mdb_env_set_maxdbs", funnel { unsafe mdb_env_set_maxdbs(handle, UInt32(configuration.tablesMax)) })
            try check(
                "mdb_env_set_maxreaders",
                funnel { unsafe mdb_env_set_maxreaders(handle, UInt32(configuration.readersMax)) })
            try check("mdb_env_open", funnel { unsafe mdb_env_open(handle, path, flags, 0o600) })
            var dead: Int32 = 0
            if configuration.freesStaleReaders {
                try check("mdb_reader_check", funnel { unsafe mdb_reader_check(handle, &dead) })
            }
            if !isNew { try check("page numbers", unsafe checkPageNumbers(handle)) }
            // LMDB syncs its file but not the directory entry, which a power loss could take back. The process that made the file may
            // have died before this.
            if !configuration.readOnly, configuration.durability == .synced, unsafe !hasCommits(handle) {
                try check("fsync", syncDirectory(path) ?? 0)
            }
            return unsafe (handle, Int(dead))
        } catch {
            unsafe mdb_env_close(handle)
            throw error
        }
    }

    /// Whether any transaction was ever committed. True also where that cannot be told.
    private static func hasCommits(_ handle: OpaquePointer) -> Bool {
        var info = unsafe MDB_envinfo()
        let code = unsafe mdb_env_info(handle, &info)
        return unsafe code != MDB_SUCCESS || info.me_last_txnid > 0
    }

    /// Answers `MDB_CORRUPTED` where a misplaced page leads to the newest state.
    private static func checkPageNumbers(_ handle: OpaquePointer) -> Int32 {
        var transaction: OpaquePointer?
        let code = unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction)
        // The next read transaction says why nothing can be read.
        guard code == MDB_SUCCESS, let transaction = unsafe transaction else { return MDB_SUCCESS }
        defer { unsafe mdb_txn_abort(transaction) }
        do throws(PageNumbers.Misplaced) { unsafe try PageNumbers.check(transaction, handle) } catch {
            return MDB_CORRUPTED
        }
        return MDB_SUCCESS
    }

    deinit {
        // No transaction can be left: each holds a reference to the environment.
        _ = closeUnlessBusy()
    }

    /// Whether the path still leads to the directory that was opened: it was not moved, and no other was put in its place.
    package var isInPlace: Bool { directory.isInPlace }

    /// Closes the environment; every later call fails with `.closed`. Closing twice is harmless.
    ///
    /// Throws `.busy` if a transaction of this process is under way.
    /// The corresponding C function is `mdb_env_close`.
    package func close() throws(LMDBError) {
        guard closeUnlessBusy() else { throw error(.busy, "close") }
    }

    private func closeUnlessBusy() -> Bool {
        state.withLock { state in
            if state.isClosed { return true }
            if state.active > 0 { return false }
            while let reader = unsafe state.idleReaders.popLast() { unsafe mdb_txn_abort(reader.raw) }
            // Not while another process opens it: in newer versions the last process to close it destroys the lock file's mutexes.
            _ = directory.lock()
            unsafe mdb_env_close(handle)
            directory.unlock()
            state.isClosed = true
            OpenEnvironments.remove(directory)
            return true
        }
    }
}

/// LMDB checks some pages with assertions only and aborts when one is damaged. Nothing can be thrown through it, so
/// the process ends here with one clear line and the exit code of a failed verification (7), and without a core dump.
private let endOnDamage: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Void = { _, _ in
    let line: StaticString =
        "larder: damaged: the storage engine met a damaged page: let the doctor name it and repair what is made from the log\n"
    _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    _exit(7)
}

/// Numbers the environments of this process.
private let serials = Mutex(0)

/// Makes the directory and its missing parents; returns `errno` if that fails.
func createDirectories(_ path: String) -> Int32? {
    if unsafe mkdir(path, 0o700) == 0 { return nil }
    switch errno {
    case EEXIST:
        return nil
    case ENOENT:
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return ENOENT }
        if let code = createDirectories(String(path[..<slash])) { return code }
        return unsafe mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno
    default:
        return errno
    }
}

/// Makes the names in a directory durable; returns `errno` if that fails.
func syncDirectory(_ path: String) -> Int32? {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { Glibc.close(descriptor) }
    return fsync(descriptor) == 0 ? nil : errno
}
