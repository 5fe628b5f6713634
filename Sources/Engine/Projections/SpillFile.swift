import EventLog
import Foundation
import Layout

/// What the batches of a rebuild leave behind until all of it is merged: in memory as long as there is not much, then in a
/// file without a name, gone with whoever wrote it.
///
/// One thread writes at a time; what has been written any thread may read.
package final class SpillFile: @unchecked Sendable {
    private let path: String
    /// Negative: nothing is in a file yet.
    private var descriptor: Int32 = -1
    private var fileBytes = 0
    private var memoryBytesLeft = 128 << 20

    package init(in directory: String) { path = "\(directory)/spill" }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Keeps so many bytes, which `fill` writes.
    func keep(_ byteCount: Int, _ fill: (UnsafeMutableRawPointer) -> Void) throws -> SpilledBytes {
        let bytes = SpilledBytes(byteCount: byteCount)
        unsafe fill(bytes.room)
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
            let count = unsafe pwrite(descriptor, bytes.room + done, byteCount - done, off_t(start + done))
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

/// A part of what was spilled.
@safe
final class SpilledBytes: @unchecked Sendable {
    fileprivate let room: UnsafeMutableRawPointer
    private let byteCount: Int
    private let isMapped: Bool

    fileprivate init(byteCount: Int) {
        unsafe room = LargeMemory.allocate(max(byteCount, 1))
        self.byteCount = byteCount
        isMapped = false
    }

    fileprivate init(mapped address: UnsafeMutableRawPointer, byteCount: Int) {
        unsafe room = address
        self.byteCount = byteCount
        isMapped = true
    }

    deinit { if isMapped { unsafe _ = munmap(room, byteCount) } else { unsafe LargeMemory.free(room) } }

    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: room, count: byteCount) }
}
