import Synchronization

/// What the service has done since it began, counted.
final class ServiceMetrics: Sendable {
    /// Upper bounds of the histogram's buckets, in seconds; the last bucket has none.
    static let bounds: [Double] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    struct Durations {
        /// How many fell into each bucket alone.
        var counts = [UInt64](repeating: 0, count: bounds.count + 1)
        var seconds = 0.0

        mutating func add(_ seconds: Double, to bucket: Int) {
            counts[bucket] += 1
            self.seconds += seconds
        }
    }

    struct Totals {
        /// Answers by operation and status.
        var answers: [Answered: UInt64] = [:]
        var durations: [String: Durations] = [:]
        var bytesSent: UInt64 = 0
        /// Requests that were refused because somebody asked for too much.
        var limited: [RateKind: UInt64] = [:]
        var streamedEvents: UInt64 = 0
    }

    struct Answered: Hashable {
        var operation: String
        var status: Int
    }

    private let state = Mutex(Totals())

    var totals: Totals { state.withLock { $0 } }

    /// `seconds` until the answer began.
    func count(_ operation: String, status: Int, seconds: Double, bytes: Int) {
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { totals in
            totals.answers[Answered(operation: operation, status: status), default: 0] += 1
            totals.durations[operation, default: Durations()].add(seconds, to: bucket)
            totals.bytesSent += UInt64(bytes)
        }
    }

    func countLimited(_ kind: RateKind) { state.withLock { $0.limited[kind, default: 0] += 1 } }

    func countStreamed(_ events: Int) { state.withLock { $0.streamedEvents += UInt64(events) } }
}
