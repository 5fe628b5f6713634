internal import CLMDB
internal import Glibc

/// What went wrong in the storage engine, in which call, and to which environment.
package struct LMDBError: Error, Sendable, Equatable {
    /// The kind of failure. Open: an unknown number of the C library passes through unchanged.
    package var code: Code
    /// The C function that failed, or the name of our own check.
    package var operation: String
    /// The directory of the environment.
    package var path: String

    package init(code: Code, operation: String, path: String) {
        self.code = code
        self.operation = operation
        self.path = path
    }
}

extension LMDBError {
    /// A failure code: `MDB_…` below zero, `errno` above zero, our own from 100,001.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }
    }
}

extension LMDBError.Code {
    package static let keyExists = Self(rawValue: MDB_KEYEXIST)
    package static let notFound = Self(rawValue: MDB_NOTFOUND)
    package static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
    package static let corrupted = Self(rawValue: MDB_CORRUPTED)
    package static let panic = Self(rawValue: MDB_PANIC)
    package static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
    package static let invalid = Self(rawValue: MDB_INVALID)
    package static let mapFull = Self(rawValue: MDB_MAP_FULL)
    package static let tablesFull = Self(rawValue: MDB_DBS_FULL)
    package static let readersFull = Self(rawValue: MDB_READERS_FULL)
    package static let txnFull = Self(rawValue: MDB_TXN_FULL)
    package static let cursorFull = Self(rawValue: MDB_CURSOR_FULL)
    package static let pageFull = Self(rawValue: MDB_PAGE_FULL)
    package static let mapResized = Self(rawValue: MDB_MAP_RESIZED)
    package static let incompatible = Self(rawValue: MDB_INCOMPATIBLE)
    package static let badReaderSlot = Self(rawValue: MDB_BAD_RSLOT)
    package static let badTxn = Self(rawValue: MDB_BAD_TXN)
    package static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)
    package static let badTable = Self(rawValue: MDB_BAD_DBI)

    package static let noEntry = Self(rawValue: ENOENT)
    package static let io = Self(rawValue: EIO)
    package static let accessDenied = Self(rawValue: EACCES)
    package static let exists = Self(rawValue: EEXIST)
    package static let invalidArgument = Self(rawValue: EINVAL)
    package static let noSpace = Self(rawValue: ENOSPC)
    package static let noMemory = Self(rawValue: ENOMEM)
    package static let readOnlyFileSystem = Self(rawValue: EROFS)

    /// This process has the environment open already; LMDB's locks would break silently.
    package static let alreadyOpen = Self(rawValue: 100_001)
    /// The environment was closed.
    package static let closed = Self(rawValue: 100_002)
    /// Transactions of this process are under way, and the operation needs that there are none.
    package static let busy = Self(rawValue: 100_003)
    /// The writer thread's queue is full, or the thread was stopped.
    package static let queueFull = Self(rawValue: 100_004)
    /// `LARDER_MAP_SIZE` says no size that a map can have.
    package static let mapSizeUnknown = Self(rawValue: 100_005)
    /// The loaded C library has a major or minor number that larder was not tested with.
    package static let libraryVersion = Self(rawValue: 100_006)
}

extension LMDBError: CustomStringConvertible {
    /// One sentence for a person: what is wrong, and what to do about it.
    package var description: String {
        // The variable is wrong, whatever was to be opened.
        code == .mapSizeUnknown ? explanation : "\(explanation) (\(operation), code \(code.rawValue), \(path))"
    }

    private var explanation: String {
        switch code {
        case .keyExists: "The key exists already, or an append came out of order."
        case .notFound: "There is no such record."
        case .pageNotFound, .corrupted: "The data file is damaged: stop writing and restore a backup."
        case .panic: "The storage engine had a fatal error: restart the process and check the disk."
        case .versionMismatch: "The data file was written by another version of LMDB: use the version that wrote it."
        case .invalid: "The file is not an LMDB data file: check the path."
        case .mapFull: "The data file has reached the size of its map: allow more in LARDER_MAP_SIZE; nothing was lost."
        case .tablesFull: "There are more tables than tablesMax allows: raise it and open the environment again."
        case .readersFull:
            "All reader slots are taken: end some of the processes that use this directory, and try again."
        case .txnFull: "The transaction has too many dirty pages: split it."
        case .cursorFull, .pageFull: "The storage engine met an internal limit: check the data file."
        case .mapResized: "Another process grew the map while transactions here were under way: try again."
        case .incompatible: "The table exists with other flags, or the operation does not suit them."
        case .badReaderSlot: "A reader slot was used twice: this is a programming error."
        case .badTxn: "The transaction failed earlier and must be aborted."
        case .badValueSize: "A key must have 1 to 511 bytes, and so must a duplicate value: hash what may be longer."
        case .badTable: "The table was dropped or changed: open it again."
        case .noEntry: "The directory or file does not exist: check the path."
        case .io: "The disk failed to read or write: nothing since the last commit is safe; check the disk and restart."
        case .accessDenied: "Access was denied: check permissions, and that the environment is not read-only."
        case .exists: "The target exists already: choose an empty directory."
        case .invalidArgument: "An argument is invalid, or the table was opened after the transaction began."
        case .noSpace: "The disk is full: free some space and try again, nothing was lost."
        case .noMemory:
            "Memory or address space ran out: free memory, or ask for smaller maps in LARDER_MAP_SIZE (\(MapSize.mebibytesThatFit.map { "at most \($0)M here" } ?? "64G"))."
        case .readOnlyFileSystem: "The file system is read-only: remount it for writing, which readers need, too."
        case .alreadyOpen: "This process has the environment open already: share that one."
        case .closed: "The environment was closed: open it again."
        case .busy: "Transactions of this process are under way: end them first."
        case .mapSizeUnknown:
            "$LARDER_MAP_SIZE is not a size: write bytes, or a number with K, M, G or T, from 1M to 8T"
        case .libraryVersion:
            "The loaded liblmdb is not of version 0.9, the only one that larder is tested with: install liblmdb 0.9."
        case .queueFull: "The writer's queue is full or stopped: try again later."
        default: unsafe String(cString: mdb_strerror(code.rawValue))
        }
    }
}

extension LMDBError.Code {
    /// True if LMDB refused the update before it touched a page, so the transaction may go on.
    var leavesTransactionIntact: Bool {
        switch self {
        case .keyExists, .notFound, .badValueSize, .invalidArgument, .incompatible: true
        default: false
        }
    }

    /// True if a commit that failed with this code has certainly left the last committed state alone, and a later one may succeed.
    ///
    /// On a full disk a write finds no room before any sync: nothing refers to the pages of the failed commit, and if the meta page
    /// could not be written, LMDB itself refuses all further commits. Where the file system still has room, the code comes from a
    /// sync: a thin volume or a remote disk has lost pages that the kernel had accepted. The kernel may call lost pages clean, so
    /// no later sync proves anything.
    func leavesEnvironmentIntact(isDiskFull: Bool) -> Bool {
        switch self {
        case .noSpace: isDiskFull
        case .mapFull, .txnFull, .badTxn, .noMemory, .tablesFull, .badTable, .closed: true
        default: false
        }
    }
}
