internal import Synchronization

/// Which environments this process has open.
///
/// LMDB holds `fcntl` locks on its lock file, and POSIX drops all of a process's locks when it closes *any* descriptor
/// of the file: opening an environment twice in one process would lose the reader table without a word.
enum OpenEnvironments {
    /// By directory, which whoever opened it holds: one that was removed meanwhile does not pass its identity on.
    private static let open = Mutex<Set<FileIdentity>>([])

    /// Registers the directory; false if it is registered already.
    static func insert(_ directory: HeldDirectory) -> Bool {
        open.withLock { $0.insert(directory.identity).inserted }
    }

    static func remove(_ directory: HeldDirectory) {
        open.withLock { _ = $0.remove(directory.identity) }
    }
}
