import Foundation
import LMDB
package import Layout

/// A file that exists as a whole or not at all: written beside its place, as `<path>.new`, and moved there when it is
/// complete.
package final class WholeFile {
    private let path: String
    private let newPath: String
    private let descriptor: Int32
    private let isReplacing: Bool
    private var isFinished = false

    /// Refuses a place with something other than a file: a device must not be replaced. Without `isReplacing` also refuses,
    /// with `conflict`, a place with anything, and the file of another user beside it.
    package init(path: String, permissions: UInt32 = 0o644, isReplacing: Bool = true) throws(Refusal) {
        var status = stat()
        guard unsafe isReplacing || lstat(path, &status) != 0 else { throw Self.existing(path) }
        guard unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw Refusal(.unavailable, "\(path) is not a file, and cannot be replaced by one: name another place")
        }
        let newPath = "\(path).new"
        let descriptor = unsafe open(newPath, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw Refusal.file(newPath, cannotBe: "made") }
        guard Self.isOurs(descriptor, newPath) else {
            close(descriptor)
            throw Refusal(.unavailable, "\(path) is being written by another process: wait until it is done")
        }
        guard isReplacing || Self.isPrivate(descriptor, permissions), ftruncate(descriptor, 0) == 0 else {
            let failure = Refusal.file(newPath, cannotBe: "written")
            close(descriptor)
            throw failure
        }
        (self.path, self.newPath, self.descriptor, self.isReplacing) = (path, newPath, descriptor, isReplacing)
    }

    private static func existing(_ path: String) -> Refusal {
        Refusal(.conflict, "\(path) exists, and is never overwritten: name another file")
    }

    /// An interrupted run may have left the file. It has these permissions now, unless it is another user's.
    private static func isPrivate(_ descriptor: Int32, _ permissions: UInt32) -> Bool {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            errno = EACCES
            return false
        }
        return fchmod(descriptor, permissions) == 0
    }

    /// No other process writes the file, and none has moved it into place since it was opened.
    private static func isOurs(_ descriptor: Int32, _ path: String) -> Bool {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
        guard let opened = FileIdentity(of: descriptor) else { return false }
        return opened == FileIdentity(of: path)
    }

    deinit {
        guard !isFinished else { return }
        close(descriptor)
        _ = unsafe unlink(newPath)
    }

    package func write(_ bytes: [UInt8]) throws(Refusal) { try StoredFile.write(bytes, to: descriptor, newPath) }

    /// Moves the file into place, where it survives a power loss when this returns.
    package func finish() throws(Refusal) {
        guard fsync(descriptor) == 0 else { throw Refusal.file(newPath, cannotBe: "written") }
        if isReplacing {
            guard unsafe rename(newPath, path) == 0 else { throw Refusal.file(path, cannotBe: "put in place") }
        } else {
            // Unlike `rename`, `link` replaces nothing that appeared meanwhile.
            guard unsafe link(newPath, path) == 0 else {
                throw errno == EEXIST ? Self.existing(path) : Refusal.file(path, cannotBe: "put in place")
            }
            _ = unsafe unlink(newPath)
        }
        isFinished = true
        close(descriptor)
        try syncFolder(URL(filePath: path).deletingLastPathComponent().path)
    }
}
