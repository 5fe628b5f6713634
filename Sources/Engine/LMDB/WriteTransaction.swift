internal import CLMDB
internal import Glibc

/// The one write transaction of the moment, from `Environment.write`.
///
/// It belongs to one thread, and never crosses an `await`. Reads borrow it and updates change it, so the compiler
/// refuses to hold a span over an update, which is LMDB's own rule.
/// The corresponding C type is `MDB_txn`.
package struct WriteTransaction: ~Copyable {
    /// The reading side: lets code that reads be written once, for `borrowing ReadTransaction`.
    package let snapshot: ReadTransaction
    private let thread: pthread_t
    private var isOpen = true
    /// The first failure that left the transaction half done; a commit is refused with it.
    private var failure: LMDBError?
    /// Whether a record was stored. LMDB neither writes nor syncs a commit that changed nothing, and gives its number to the next.
    var hasStored = false

    init(environment: Environment, raw: OpaquePointer, thread: pthread_t) {
        self.snapshot = unsafe ReadTransaction(environment: environment, readingSideOf: raw)
        self.thread = thread
    }

    deinit {
        guard isOpen else { return }
        precondition(thread == pthread_self(), "a write transaction ends on the thread that began it")
        unsafe mdb_txn_abort(snapshot.raw)
        snapshot.environment.endWriter()
    }

    package var environment: Environment { snapshot.environment }

    /// The number that this transaction will have once committed.
    package var id: UInt64 { snapshot.id }

    /// Makes the updates visible to later transactions and, in a synced environment, durable.
    ///
    /// If it throws, nothing was committed, or the disk failed and the environment refuses all later writes. A synced environment
    /// syncs twice: the pages of the commit, and then the meta page that names them. The corresponding C function is
    /// `mdb_txn_commit`.
    consuming func commit() throws(LMDBError) {
        precondition(thread == pthread_self(), "a write transaction ends on the thread that began it")
        // Throwing before `isOpen` is cleared leaves the abort to `deinit`.
        if let failure { throw failure }
        let environment = snapshot.environment
        let (raw, id) = unsafe (snapshot.raw, snapshot.id)
        let hasStored = hasStored
        isOpen = false
        if hasStored, environment.configuration.durability == .synced { environment.makeRoom() }
        var code = funnel({ unsafe mdb_txn_commit(raw) }, instead: { unsafe mdb_txn_abort(raw) })
        let isDiskFull = [EIO, ENOSPC].contains(code) && environment.isDiskFull
        // LMDB returns a short write as an input/output error.
        if isDiskFull { code = ENOSPC }
        let failure = code == MDB_SUCCESS ? nil : environment.failure("mdb_txn_commit", code)
        // The poison comes before the next writer of this process is let in.
        if let failure, !failure.code.leavesEnvironmentIntact(isDiskFull: isDiskFull) {
            environment.poison(with: failure)
            // LMDB has put the former meta page back in its place, without a sync. Until that is on the disk, the page of the failed
            // commit may be there, and another process may already write over what it names.
            environment.syncAfterFailure()
        } else if failure == nil, hasStored, environment.configuration.durability == .synced {
            environment.noteDurable(id)
        }
        environment.endWriter()
        if let failure { throw failure }
    }
}

extension WriteTransaction {
    /// Throws unless the code means success, and remembers a failure that LMDB may have left half done.
    @inline(__always)
    mutating func check(_ operation: StaticString, _ code: Int32) throws(LMDBError) {
        if code != MDB_SUCCESS { throw note(environment.failure(operation, code)) }
    }

    @inline(never)
    private mutating func note(_ error: LMDBError) -> LMDBError {
        if failure == nil, !error.code.leavesTransactionIntact { failure = error }
        return error
    }
}
