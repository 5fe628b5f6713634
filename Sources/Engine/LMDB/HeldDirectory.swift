internal import Glibc

/// A directory that is told from another one that takes its place: as long as it is held, no other gets its identity.
package final class HeldDirectory: Sendable {
    package let path: String
    package let identity: FileIdentity
    private let descriptor: Int32

    /// Nil where there is none, or it cannot be opened: `errno` says which.
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

    /// Waits until no other process has it locked, and locks it until `unlock`; one that dies lets go. Returns `errno` if that
    /// cannot be had.
    package func lock() -> Int32? {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { return errno }
        }
        return nil
    }

    package func unlock() { _ = flock(descriptor, LOCK_UN) }

    /// Whether the path still leads to it: nobody has moved or removed it, and put another in its place.
    package var isInPlace: Bool { FileIdentity(of: path) == identity }
}
