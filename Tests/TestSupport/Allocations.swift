import CAllocations
import Foundation

/// What the calling thread asked of the heap while something ran.
///
/// The whole process's allocator is counted, whatever calls it, by thread: what other threads do meanwhile does not show.
/// Retains and releases are not counted. Builds for debugging allocate where optimised ones do not, never the other way
/// round: what holds in one without optimisation holds in all.
package struct Allocations: Hashable, Sendable {
    /// Calls of malloc, calloc, realloc and the aligned kinds.
    package var count: Int
    /// Bytes asked for.
    package var bytes: Int

    /// False under a sanitizer (`tools/sanitize` says which), which brings an allocator of its own.
    package static let areCounted: Bool = {
        guard let sanitizer = ProcessInfo.processInfo.environment["LARDER_SANITIZER"] else { return true }
        print("SKIPPED: the \(sanitizer) sanitizer has an allocator of its own, in which nothing is counted")
        return false
    }()

    /// Of `body`, which must not change threads.
    package static func during<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Allocations {
        let before = allocation_counts_of_thread()
        try body()
        let after = allocation_counts_of_thread()
        return Allocations(
            count: Int(after.allocations - before.allocations), bytes: Int(after.bytes - before.bytes))
    }
}
