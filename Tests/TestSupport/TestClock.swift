package import Layout
import Synchronization

/// A clock that stands still until a test advances it.
package final class TestClock: Sendable {
    private let time: Mutex<Timestamp>

    package init(at time: Timestamp = Timestamp(seconds: 1_767_600_000)) { self.time = Mutex(time) }

    package var now: @Sendable () -> Timestamp {
        { [self] in time.withLock { $0 } }
    }

    package func advance(seconds: Int64) {
        time.withLock { $0 = Timestamp(microseconds: $0.microseconds + seconds * 1_000_000) }
    }
}
