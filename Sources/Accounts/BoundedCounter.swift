import Synchronization

/// Counts what is under way, and refuses to count more than a maximum.
package final class BoundedCounter: Sendable {
    private let count = Mutex(0)
    private let max: Int

    package init(max: Int) { self.max = max }

    package var inside: Int { count.withLock { $0 } }

    package func enter() -> Bool {
        count.withLock { count in
            guard count < max else { return false }
            count += 1
            return true
        }
    }

    package func leave() { count.withLock { $0 -= 1 } }
}
