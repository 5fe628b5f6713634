import EventLog
import Events
import Foundation
import Layout

/// Storage for the runs of a rebuild until they are merged: memory first, then an unlinked file that ends with the
/// process.
///
/// One thread writes at a time; every thread may read finished parts.
package final class SpillFile: @unchecked Sendable {
    private let path: String
    /// Negative: no file yet.
    private var descriptor: Int32 = -1
    private var fileBytes = 0
    private var memoryBytesLeft = 128 << 20

    package init(in directory: String) { path = "\(directory)/spill" }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Stores `byteCount` bytes, which `fill` writes.
    func keep(_ byteCount: Int, _ fill: (UnsafeMutableRawPointer) -> Void) throws -> SpilledBytes {
        let bytes = SpilledBytes(byteCount: byteCount)
        unsafe fill(bytes.start)
        guard byteCount > memoryBytesLeft else {
            memoryBytesLeft -= byteCount
            return bytes
        }
        if descriptor < 0 {
            descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "made") }
            unsafe unlink(path)
        }
        let page = Int(getpagesize())
        let start = (fileBytes + page - 1) / page * page
        var done = 0
        while done < byteCount {
            let count = unsafe pwrite(descriptor, bytes.start + done, byteCount - done, off_t(start + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Refusal.file(path, cannotBe: "written") }
            done += count
        }
        fileBytes = start + byteCount
        let address = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, off_t(start))
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw Refusal.file(path, cannotBe: "mapped")
        }
        return unsafe SpilledBytes(mapped: address, byteCount: byteCount)
    }
}

/// A finished part of a spill file, in memory or mapped.
@safe
final class SpilledBytes: @unchecked Sendable {
    fileprivate let start: UnsafeMutableRawPointer
    private let byteCount: Int
    private let isMapped: Bool

    fileprivate init(byteCount: Int) {
        unsafe start = LargeMemory.allocate(max(byteCount, 1))
        self.byteCount = byteCount
        isMapped = false
    }

    fileprivate init(mapped address: UnsafeMutableRawPointer, byteCount: Int) {
        unsafe start = address
        self.byteCount = byteCount
        isMapped = true
    }

    deinit { if isMapped { unsafe _ = munmap(start, byteCount) } else { unsafe LargeMemory.free(start) } }

    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: byteCount) }
}
