import EventLog
import Foundation
import LMDB
import Layout
import Synchronization

/// Announces waits for other work, to where the program shows them.
package final class WaitNotices: Sendable {
    private let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

    package init() {}

    /// From now on `handler` gets a sentence for each wait that has lasted a second.
    package func forward(to handler: @escaping @Sendable (String) -> Void) { self.handler.withLock { $0 = handler } }

    package func announce(_ text: String) { handler.withLock { $0 }?(text) }
}

/// An exclusive lock between processes, and between threads of a process: `flock` on a file. It ends with its holder.
package struct FileLock: Sendable {
    /// After so many seconds a wait is announced.
    package static let noticeSeconds = 1
    /// A wait that lasts longer is refused: far more than a rebuild of ten million events takes.
    package static let waitSecondsMax = 600
    private static let pauseMicrosecondsMax: UInt32 = 10_000

    private let path: String
    private let work: String
    private let notices: WaitNotices?
    private let noticeSeconds: Int
    private let waitSecondsMax: Int

    /// `work` names what the holder does, for messages: «another rebuild of the views».
    package init(
        _ path: String, for work: String = "other work on the same files", notices: WaitNotices? = nil,
        noticeSeconds: Int = Self.noticeSeconds, waitSecondsMax: Int = Self.waitSecondsMax
    ) {
        (self.path, self.work, self.notices) = (path, work, notices)
        (self.noticeSeconds, self.waitSecondsMax) = (noticeSeconds, waitSecondsMax)
    }

    /// Waits for the lock and runs the body with it. A wait of more than a second is announced once. Throws `overloaded` if the lock
    /// does not become free in time.
    package func held<R>(_ body: () throws -> R) throws -> R {
        let descriptor = try opened()
        defer { close(descriptor) }
        try wait(for: descriptor)
        return try body()
    }

    /// `flock` itself waits without a limit. Pauses grow, so that short holds cost little time and long ones little work.
    private func wait(for descriptor: Int32) throws(Refusal) {
        let start = ContinuousClock.now
        var (pause, isAnnounced): (UInt32, Bool) = (100, false)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw Refusal(.unavailable, "\(path) cannot be locked: \(unsafe String(cString: strerror(errno)))")
            }
            let waited = ContinuousClock.now - start
            guard waited < .seconds(waitSecondsMax) else {
                throw Refusal(
                    .overloaded, "\(work) has been under way for \(waitSecondsMax) seconds: try again when it has ended"
                )
            }
            if !isAnnounced, waited >= .seconds(noticeSeconds) {
                isAnnounced = true
                notices?.announce("\(work) is under way: waiting until it has ended")
            }
            usleep(pause)
            pause = min(pause * 2, Self.pauseMicrosecondsMax)
        }
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
