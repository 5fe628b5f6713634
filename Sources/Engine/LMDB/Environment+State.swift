internal import CLMDB
internal import Glibc
internal import Synchronization

extension Environment {
    /// A read transaction at rest; with `MDB_NOTLS` it belongs to no thread.
    @unsafe struct Reader: @unchecked Sendable {
        let raw: OpaquePointer
    }

    /// What transactions share. The map may move only while `active` is zero, and under this lock.
    @safe struct State: Sendable {
        /// Calls of this process that may touch the map: transactions, and looks at the environment.
        var active = 0
        /// Transactions after `mdb_txn_reset`, each with a reader slot of its own; they hold no pages back.
        var idleReaders: [Reader] = unsafe []
        var isClosed = false
        /// The first fatal error; every later write is refused with it.
        var poison: LMDBError?
        /// The last transaction that this process knows to be on the disk.
        var durableTransactionID: UInt64 = 0
        /// The thread of the write transaction under way, so that a nested one traps instead of hanging.
        var writer: pthread_t?
    }

    /// The most read transactions that are kept for reuse: a slot is shared with all processes.
    static let idleReadersMax = 16
    /// How long to wait for a slot while other processes hold all of them.
    static let readerWaitMillisecondsMax = 2_000
    /// How long to wait for this process's transactions to end before the map can follow another process's.
    static let remapWaitMillisecondsMax = 2_000

    func error(_ code: LMDBError.Code, _ operation: String) -> LMDBError {
        LMDBError(code: code, operation: operation, path: path)
    }

    /// Throws unless the result code means success.
    @inline(__always)
    func check(_ operation: StaticString, _ code: Int32) throws(LMDBError) {
        if code != MDB_SUCCESS { throw failure(operation, code) }
    }

    /// False for `MDB_NOTFOUND`, true for success; throws for all else.
    @inline(__always)
    func found(_ operation: StaticString, _ code: Int32) throws(LMDBError) -> Bool {
        if code == MDB_SUCCESS { return true }
        if code == MDB_NOTFOUND { return false }
        throw failure(operation, code)
    }

    @inline(never)
    func failure(_ operation: StaticString, _ code: Int32) -> LMDBError {
        error(.init(rawValue: code), "\(operation)")
    }

    /// Announces a use of the map; `leave` must follow.
    func enter(_ operation: StaticString) throws(LMDBError) {
        let isOpen = state.withLock { state in
            if state.isClosed { return false }
            state.active += 1
            return true
        }
        guard isOpen else { throw error(.closed, "\(operation)") }
    }

    func leave() {
        state.withLock { $0.active -= 1 }
    }

    /// Refuses every later write with this error.
    func poison(with error: LMDBError) {
        state.withLock { state in
            if state.poison == nil { state.poison = error }
        }
    }

    func noteDurable(_ transactionID: UInt64) {
        state.withLock { $0.durableTransactionID = max($0.durableTransactionID, transactionID) }
    }

    /// The fatal error that ended writing here, if there was one.
    package var fatalError: LMDBError? {
        state.withLock { $0.poison }
    }

    /// Takes over the map size that another process has set.
    ///
    /// Waits, within a limit, until no transaction of this process is under way, for the map may move.
    /// The corresponding C function is `mdb_env_set_mapsize`, with 0.
    func adoptMapSize() throws(LMDBError) { try setMapSize(0) }

    /// Waits as `adoptMapSize` does. 0: what the file says.
    func setMapSize(_ bytes: Int) throws(LMDBError) {
        for _ in 0..<Self.remapWaitMillisecondsMax {
            let code: Int32? = state.withLock { state in
                if state.isClosed { return LMDBError.Code.closed.rawValue }
                return state.active == 0 ? funnel { unsafe mdb_env_set_mapsize(handle, bytes) } : nil
            }
            if let code { return try check("mdb_env_set_mapsize", code) }
            usleep(1_000)
        }
        throw error(.mapResized, "mdb_env_set_mapsize")
    }
}
