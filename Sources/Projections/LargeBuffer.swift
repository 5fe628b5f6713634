import Foundation

/// Uninitialized memory for many values with random access, in huge pages if it is large.
///
/// A random access to small pages misses the TLB as well as the cache, which costs twice as much in a virtual machine.
@safe
@usableFromInline
struct LargeBuffer<Element>: ~Copyable {
    @usableFromInline let start: UnsafeMutablePointer<Element>
    @usableFromInline let capacity: Int

    @usableFromInline
    init(capacity: Int) {
        self.capacity = capacity
        let memory = unsafe LargeMemory.allocate(max(1, capacity * MemoryLayout<Element>.stride))
        unsafe start = memory.bindMemory(to: Element.self, capacity: capacity)
    }

    @inlinable
    deinit { unsafe LargeMemory.free(start) }
}

@usableFromInline
enum LargeMemory {
    private static let hugePageBytes = 2 << 20

    /// Traps without memory, as Swift's own allocations do.
    @unsafe
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        let isHuge = byteCount >= 2 * hugePageBytes
        var memory: UnsafeMutableRawPointer?
        let code = unsafe posix_memalign(&memory, isHuge ? hugePageBytes : 64, byteCount)
        guard code == 0, let memory = unsafe memory else { fatalError("out of memory") }
        #if os(Linux)
            // Without huge pages the system uses small ones.
            if isHuge { unsafe _ = madvise(memory, byteCount, MADV_HUGEPAGE) }
        #endif
        return unsafe memory
    }

    @usableFromInline
    @unsafe
    static func free(_ memory: UnsafeMutableRawPointer) { unsafe Foundation.free(memory) }
}
