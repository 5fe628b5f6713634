import EventLog
import Foundation
import LMDB
import Layout

/// An exclusive lock between processes, and between threads of a process: `flock` on a file. It ends with its holder.
package struct FileLock: Sendable {
    private let path: String

    package init(_ path: String) { self.path = path }

    /// Waits for the lock and runs the body with it.
    package func held<R>(_ body: () throws -> R) throws -> R {
        let descriptor = try opened()
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Refusal(.unavailable, "\(path) cannot be locked") }
        }
        return try body()
    }

    /// Runs the body if no other thread or process holds the lock.
    package func heldIfFree(_ body: () throws -> Void) throws {
        let descriptor = try opened()
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try body() }
    }

    private func opened() throws -> Int32 {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Refusal.file(path, cannotBe: "made")
        }
        return descriptor
    }
}

/// The names in a directory; empty where there is none. A directory that is there and cannot be read is an error, not an
/// empty one.
package func namesIfPresent(atPath path: String) throws -> [String] {
    do {
        return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        return []
    }
}

/// Identity of the file at a path, as `stat` tells it. A file that replaces another has another stamp.
struct FileStamp: Equatable {
    private let identity: FileIdentity
    private let byteCount: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` if there is no file.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(status)
        byteCount = status.st_size
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }
}
