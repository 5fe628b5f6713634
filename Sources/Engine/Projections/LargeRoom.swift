import Foundation

/// Memory for many values of a type that is looked into everywhere: in huge pages where it is large.
///
/// A random look into small pages misses the processor's page tables as well as its cache, twice as dear in a virtual machine.
@safe
@usableFromInline
struct LargeRoom<Element>: ~Copyable {
    @usableFromInline let start: UnsafeMutablePointer<Element>
    @usableFromInline let capacity: Int

    /// Not initialized.
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

    /// Traps when there is none, as all allocation does.
    @unsafe
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        let isHuge = byteCount >= 2 * hugePageBytes
        var memory: UnsafeMutableRawPointer?
        let code = unsafe posix_memalign(&memory, isHuge ? hugePageBytes : 64, byteCount)
        guard code == 0, let memory = unsafe memory else { fatalError("out of memory") }
        #if os(Linux)
            // Where the system has none of them, small ones will do.
            if isHuge { unsafe _ = madvise(memory, byteCount, MADV_HUGEPAGE) }
        #endif
        return unsafe memory
    }

    @usableFromInline
    @unsafe
    static func free(_ memory: UnsafeMutableRawPointer) { unsafe Foundation.free(memory) }
}
