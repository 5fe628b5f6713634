internal import Glibc
internal import Synchronization

/// Which environments this process has open.
///
/// LMDB holds `fcntl` locks on its lock file, and POSIX drops all of a process's locks when it closes *any* descriptor
/// of the file: opening an environment twice in one process would lose the reader table without a word.
enum OpenEnvironments {
    /// The identity of a directory, whatever path leads to it.
    struct Key: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    private static let open = Mutex<Set<Key>>([])

    /// Registers the directory; false if it is registered already.
    static func insert(_ key: Key) -> Bool {
        open.withLock { $0.insert(key).inserted }
    }

    static func remove(_ key: Key) {
        open.withLock { _ = $0.remove(key) }
    }

    /// The identity of the directory at `path`, or `errno`.
    static func key(ofDirectory path: String) -> Result<Key, LMDBErrno> {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return .failure(LMDBErrno(rawValue: errno)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return .failure(LMDBErrno(rawValue: ENOTDIR)) }
        return .success(Key(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)))
    }
}

/// A bare `errno`, before a path and an operation are known.
struct LMDBErrno: Error {
    let rawValue: Int32
}
