import Crypto
import Foundation
package import Layout

/// A file that is written once, from beginning to end, and counted and hashed along the way.
package final class StoredFile {
    private static let filePermissions: mode_t = 0o600

    let path: String
    private let descriptor: Int32
    private var hash = SHA256()
    private(set) var byteCount = 0

    /// Creates the file, or replaces one.
    package init(_ path: String) throws(Refusal) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, Self.filePermissions)
        guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "made") }
    }

    deinit { close(descriptor) }

    package func write(_ bytes: [UInt8]) throws(Refusal) {
        try Self.write(bytes, to: descriptor, path)
        hash.update(data: bytes)
        byteCount += bytes.count
    }

    /// Appends all of the bytes.
    static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(Refusal) {
        var done = 0
        while done < bytes.count {
            let wrote = unsafe bytes[done...].withUnsafeBytes {
                unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if wrote < 0, errno == EINTR { continue }
            guard wrote > 0 else { throw Refusal.file(path, cannotBe: "written") }
            done += wrote
        }
    }

    /// Ends the file, which survives a power loss when this returns. Returns its SHA-256.
    package func finish() throws(Refusal) -> String {
        guard fsync(descriptor) == 0 else { throw Refusal.file(path, cannotBe: "synced") }
        return hex(hash.finalize())
    }

    // MARK: Files and folders

    package static func rename(_ old: String, to new: String) throws(Refusal) {
        guard unsafe Foundation.rename(old, new) == 0 else { throw Refusal.file(new, cannotBe: "put in place") }
    }
}

/// A file that is read from its beginning, and counted and hashed along the way.
package final class OpenedFile {
    private let path: String
    private let descriptor: Int32
    private var digest = SHA256()
    private(set) var byteCount = 0

    package init(_ path: String) throws(Refusal) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "opened") }
    }

    /// Opens only a plain file: follows no link, and waits for no pipe or device.
    init(plain path: String) throws(Refusal) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "opened") }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Refusal(.unavailable, "\(path) is not a file")
        }
    }

    deinit { close(descriptor) }

    /// The next bytes, at most that many; empty at the end.
    package func read(_ count: Int) throws(Refusal) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let got = unsafe bytes.withUnsafeMutableBytes {
                unsafe Foundation.read(descriptor, $0.baseAddress, $0.count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Refusal.file(path, cannotBe: "read") }
            bytes.removeLast(count - got)
            break
        }
        digest.update(data: bytes)
        byteCount += bytes.count
        return bytes
    }

    /// The bytes up to the end. If there are more than `countMax`, only some of the bytes beyond are read.
    package func rest(atMost countMax: Int) throws(Refusal) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= countMax {
            let more = try read(1 << 20)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// The SHA-256 of the bytes read so far.
    var hash: String { hex(digest.finalize()) }
}
