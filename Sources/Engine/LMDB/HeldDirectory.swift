package import Glibc
internal import Synchronization

/// Which file or directory it is, whatever path leads to it. Once it is removed and no process holds it open, a new one may get
/// this identity.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// What lies at a path. `nil` if nothing does, or it cannot be examined: `errno` says which.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What a descriptor has open. `nil` if it cannot be examined: `errno` says why.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What was examined already.
    package init(_ status: stat) { (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
}

/// An open directory. As long as it is held, no other directory gets its identity.
package final class HeldDirectory: Sendable {
    package let path: String
    package let identity: FileIdentity
    private let descriptor: Int32

    /// `nil` if there is none, or it cannot be opened: `errno` says which.
    package init?(_ path: String) {
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let identity = FileIdentity(of: descriptor) else {
            _ = close(descriptor)
            return nil
        }
        self.path = path
        self.identity = identity
    }

    deinit { _ = close(descriptor) }

    /// Waits until no other process has it locked, and locks it until `unlock`. The kernel unlocks it when the process dies. Returns
    /// `errno` if it cannot be locked.
    package func lock() -> Int32? {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { return errno }
        }
        return nil
    }

    package func unlock() { _ = flock(descriptor, LOCK_UN) }

    /// Whether the path still leads to this directory: it was not moved or removed, and no other was put in its place.
    package var isInPlace: Bool { FileIdentity(of: path) == identity }
}

/// The environments that this process has open.
///
/// LMDB holds `fcntl` locks on its lock file, and POSIX drops all of a process's locks when it closes *any* descriptor
/// of the file: opening an environment twice in one process would lose the reader table without a word.
enum OpenEnvironments {
    /// By directory. An open environment holds its directory, so a removed one does not pass its identity on.
    private static let open = Mutex<Set<FileIdentity>>([])

    /// Registers the directory; false if it is registered already.
    static func insert(_ directory: HeldDirectory) -> Bool {
        open.withLock { $0.insert(directory.identity).inserted }
    }

    static func remove(_ directory: HeldDirectory) {
        open.withLock { _ = $0.remove(directory.identity) }
    }
}
