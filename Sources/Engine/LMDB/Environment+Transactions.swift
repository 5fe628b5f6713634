internal import CLMDB
internal import Glibc
internal import Synchronization

extension Environment {
    /// Runs the body on a snapshot: it sees the last commit before it began, and no later one.
    ///
    /// Keep it short: a snapshot holds back the reuse of pages in all processes.
    package func read<R: ~Copyable>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        let transaction = try unsafe ReadTransaction(environment: self, reader: beginReader())
        return try body(transaction)
    }

    /// Runs the body in a write transaction on the calling thread; commits if it returns, aborts if it throws.
    ///
    /// Waits for writers of this and all other processes. A write inside a write on one thread is a programming error
    /// and traps, for LMDB would wait for itself. If an update failed and the body went on regardless, the commit is
    /// refused with that first error.
    package func write<R: ~Copyable>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
        var transaction = try beginWrite()
        let result = try body(&transaction)
        try transaction.commit()
        return result
    }

    /// Begins a snapshot that ends when the value is destroyed. Prefer `read`, which bounds it.
    ///
    /// The corresponding C function is `mdb_txn_begin` or `mdb_txn_renew`.
    @available(*, noasync)
    package func beginRead() throws(LMDBError) -> ReadTransaction {
        try unsafe ReadTransaction(environment: self, reader: beginReader())
    }

    /// Begins a write transaction that aborts when the value is destroyed without a commit. Prefer `write`.
    ///
    /// It must end on the thread that began it. The corresponding C function is `mdb_txn_begin`.
    @available(*, noasync)
    func beginWrite() throws(LMDBError) -> WriteTransaction {
        if let error = fatalError { throw error }
        if configuration.readOnly { throw error(.accessDenied, "mdb_txn_begin") }
        let thread = pthread_self()
        precondition(
            state.withLock { $0.writer != thread }, "a write transaction inside a write transaction on one thread")
        var isRetried = false
        while true {
            try enter("mdb_txn_begin")
            var begun: OpaquePointer?
            let code = funnel { unsafe mdb_txn_begin(handle, nil, 0, &begun) }
            if code == MDB_SUCCESS, let raw = unsafe begun {
                let poison = state.withLock { state in
                    if state.poison == nil { state.writer = thread }
                    return state.poison
                }
                if let poison {
                    unsafe mdb_txn_abort(raw)
                    leave()
                    throw poison
                }
                return unsafe WriteTransaction(environment: self, raw: raw, thread: thread)
            }
            leave()
            let failure = failure("mdb_txn_begin", code)
            if failure.code == .mapResized, !isRetried {
                isRetried = true
                try adoptMapSize()
                continue
            }
            if failure.code == .panic { poison(with: failure) }
            throw failure
        }
    }

    /// Ends a write transaction's hold on this process; LMDB has ended the transaction itself already.
    func endWriter() {
        state.withLock { state in
            state.writer = nil
            state.active -= 1
        }
    }

    /// A read transaction that runs: a rested one if there is one and `pooled`, otherwise new.
    func beginReader(pooled: Bool = true) throws(LMDBError) -> Reader {
        var retriesLeft = 2
        var waitsLeft = Self.readerWaitMillisecondsMax
        while true {
            try enter("mdb_txn_begin")
            let rested = unsafe pooled ? state.withLock { unsafe $0.idleReaders.popLast() } : nil
            let code: Int32
            if let rested = unsafe rested {
                code = funnel { unsafe mdb_txn_renew(rested.raw) }
                if code == MDB_SUCCESS { return unsafe rested }
                unsafe mdb_txn_abort(rested.raw)
            } else {
                var begun: OpaquePointer?
                code = funnel { unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &begun) }
                if code == MDB_SUCCESS, let raw = unsafe begun { return unsafe Reader(raw: raw) }
            }
            leave()
            if code == MDB_READERS_FULL {
                // Other processes hold a slot for as long as they read: mostly for less than a millisecond.
                guard try staleReadersCleared() == 0 else { continue }
                guard waitsLeft > 0 else { throw failure("mdb_txn_begin", code) }
                waitsLeft -= 1
                usleep(1_000)
                continue
            }
            guard retriesLeft > 0 else { throw failure("mdb_txn_begin", code) }
            retriesLeft -= 1
            switch code {
            case MDB_MAP_RESIZED: try adoptMapSize()
            default: throw failure("mdb_txn_begin", code)
            }
        }
    }

    /// Frees the slots of the readers at rest. For a process that waits longer than it reads: the next read takes a slot
    /// again.
    package func releaseIdleReaders() {
        state.withLock { state in
            guard !state.isClosed else { return }
            while let reader = unsafe state.idleReaders.popLast() { unsafe mdb_txn_abort(reader.raw) }
        }
    }

    /// Ends a read transaction and keeps it for reuse, within the limit.
    func endReader(_ reader: Reader) {
        unsafe mdb_txn_reset(reader.raw)
        let isKept = state.withLock { state in
            guard unsafe state.idleReaders.count < Self.idleReadersMax else { return false }
            unsafe state.idleReaders.append(reader)
            state.active -= 1
            return true
        }
        guard !isKept else { return }
        unsafe mdb_txn_abort(reader.raw)
        leave()
    }
}
