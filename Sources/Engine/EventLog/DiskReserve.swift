import Foundation
import LMDB

/// A file without content beside the log that keeps blocks of the disk back. On a full disk, acts that must not wait for an operator
/// give some of them up: deleting an account, logging in and out, changing a password.
///
/// The file is shorter while blocks are given up, and ordinary writes are refused meanwhile. It is filled again after each such
/// act, as far as there is room. Where there is no file, nothing is kept back: the disk is too small or was full at each attempt, or an
/// operator has just removed the file.
struct DiskReserve: Sendable {
    /// The size on all but small disks.
    static let bytes = 4 << 20
    /// Given up at once.
    static let stepBytes = 512 << 10
    /// On a small disk the reserve is this share of the whole disk, in whole steps.
    static let diskShare = 16
    /// None is begun on a disk with less free space than this many reserves.
    static let reservesFreeMin = 2
    /// Without a reserve, ordinary writes are refused where less is free.
    static let freeBytesMin = 256 << 10

    let path: String

    init(log directory: String) { path = "\(directory)/reserve" }

    /// The bytes that are kept back now; `nil` if there is no reserve.
    var keptBytes: Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The disk that the reserve lies on.
    struct Disk: Equatable {
        var bytes: Int
        var freeBytes: Int

        /// The size of a whole reserve on it: 0 on a disk of less than 8 MiB, where a step would be too large a share.
        var reserveBytes: Int {
            let share = bytes / DiskReserve.diskShare
            return min(DiskReserve.bytes, share / DiskReserve.stepBytes * DiskReserve.stepBytes)
        }

        /// Whether a reserve can be begun.
        var hasRoom: Bool { reserveBytes > 0 && freeBytes >= reserveBytes * DiskReserve.reservesFreeMin }
    }

    /// `nil` if the file system does not answer.
    var disk: Disk? {
        var status = statvfs()
        guard unsafe statvfs(FileSystem.parent(of: path), &status) == 0 else { return nil }
        let block = Int(clamping: UInt64(status.f_frsize))
        return Disk(bytes: Int(clamping: status.f_blocks) * block, freeBytes: Int(clamping: status.f_bavail) * block)
    }

    /// Begins a reserve if there is none, and the disk has room for two of them. What fails is tried again by `replenish`.
    func begin() {
        guard keptBytes == nil, let disk, disk.hasRoom else { return }
        let isFilled = withFile(creating: true) { descriptor, length in
            fill(descriptor, from: length, to: disk.reserveBytes)
        }
        if isFilled == false { _ = unsafe unlink(path) }
    }

    /// Takes back what was given up, or begins a reserve where there is none, as far as there is room. Returns whether ordinary writes
    /// may go on: the reserve is whole, or there is none and the disk is not full.
    func replenish() -> Bool {
        if keptBytes != nil { return refill() }
        begin()
        return keptBytes != nil || disk.map { $0.freeBytes >= Self.freeBytesMin } ?? true
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
        // Most disks are not small: their size need not be asked for.
        guard let kept = keptBytes, kept < Self.bytes, let wanted = disk?.reserveBytes, kept < wanted else {
            return true
        }
        return withFile { descriptor, length in fill(descriptor, from: length, to: wanted) } ?? true
    }

    /// In ever smaller parts where the disk is nearly full.
    private func fill(_ descriptor: Int32, from length: Int, to wanted: Int) -> Bool {
        var length = length
        var part = wanted - length
        while length < wanted, part >= Self.partBytesMin {
            part = min(part, wanted - length)
            if extend(descriptor, from: length, by: part) {
                length += part
            } else {
                // A failed call may have made a part of it.
                guard ftruncate(descriptor, off_t(length)) == 0 else { return false }
                part /= 2
            }
        }
        return length >= wanted
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
