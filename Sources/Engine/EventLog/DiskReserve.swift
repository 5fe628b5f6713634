import Foundation
import LMDB

/// A file without content beside the log that keeps blocks of the disk back. On a full disk, acts that must not wait for an operator
/// give some of them up: deleting an account, logging in and out, changing a password.
///
/// The file is shorter while blocks are given up, and ordinary writes are refused meanwhile. It is filled again after each such
/// act, as far as there is room. Where there is no file, nothing is kept back: another disk is small, or an operator has removed it.
struct DiskReserve: Sendable {
    static let bytes = 4 << 20
    /// Given up at once.
    static let stepBytes = 512 << 10
    /// None is begun on a disk with less free space than this many reserves.
    static let reservesFreeMin = 16

    let path: String

    init(log directory: String) { path = "\(directory)/reserve" }

    /// The bytes that are kept back now; `nil` if there is no reserve.
    var keptBytes: Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Begins a reserve if there is none, and the disk has room for many. What fails is tried at the next opening.
    func begin() {
        guard keptBytes == nil else { return }
        var status = statvfs()
        guard unsafe statvfs(FileSystem.parent(of: path), &status) == 0,
            UInt64(status.f_bavail) * UInt64(status.f_frsize) >= UInt64(Self.bytes * Self.reservesFreeMin)
        else { return }
        let isFilled = withFile(creating: true) { descriptor, length in fill(descriptor, from: length) }
        if isFilled == false { _ = unsafe unlink(path) }
    }

    /// Gives up a step. False if nothing is left to give.
    func release() -> Bool {
        withFile { descriptor, length in
            guard length > 0, ftruncate(descriptor, off_t(max(0, length - Self.stepBytes))) == 0 else { return false }
            // Some file systems free blocks with their next sync only.
            return fsync(descriptor) == 0
        } ?? false
    }

    /// Takes back what was given up, as far as there is room. Returns whether the reserve is whole, or there is none.
    @discardableResult
    func refill() -> Bool {
        guard let kept = keptBytes, kept < Self.bytes else { return true }
        return withFile { descriptor, length in fill(descriptor, from: length) } ?? true
    }

    /// In ever smaller parts where the disk is nearly full.
    private func fill(_ descriptor: Int32, from length: Int) -> Bool {
        var length = length
        var part = Self.bytes - length
        while length < Self.bytes, part >= Self.partBytesMin {
            part = min(part, Self.bytes - length)
            if extend(descriptor, from: length, by: part) {
                length += part
            } else {
                // A failed call may have made a part of it.
                guard ftruncate(descriptor, off_t(length)) == 0 else { return false }
                part /= 2
            }
        }
        return length >= Self.bytes
    }

    private static let partBytesMin = 4 << 10

    private func extend(_ descriptor: Int32, from length: Int, by count: Int) -> Bool {
        let code = allocateBlocks(descriptor, from: length, bytes: count)
        guard code == EOPNOTSUPP else { return code == 0 }
        let zeros = [UInt8](repeating: 0, count: count)
        return unsafe zeros.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, count, off_t(length)) } == count
    }

    /// Passes the file, locked, and its length. `nil` if there is no such file.
    private func withFile<R>(creating: Bool = false, _ body: (_ descriptor: Int32, _ length: Int) -> R) -> R? {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | (creating ? O_CREAT : 0), 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { return nil }
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        return body(descriptor, Int(status.st_size))
    }
}
