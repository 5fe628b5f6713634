import EventLog
import Events
import Layout
import Synchronization

/// Counts failed log-ins by name, so that nobody can try passwords for long. A name need not be anybody's: whoever tries
/// cannot tell from the answers.
///
/// It is held in memory: whoever tries cannot restart the service, and what is on the disk cannot be filled up by trying.
final class Attempts: Sendable {
    /// In a row, before the name is locked.
    static let failuresMax = 10
    /// For so long: some forty thousand guesses a year at most.
    static let lockSeconds: Int64 = 900
    /// Names that are remembered; beyond that the oldest are forgotten.
    private static let namesMax = 1 << 16

    private struct Failures {
        var count = 0
        var last: Timestamp
    }

    private let failures = Mutex<[SecretKey: Failures]>([:])

    /// Refuses while the name is locked.
    func check(_ name: SecretKey, now: Timestamp) throws(Refusal) {
        let locked = failures.withLock { failures in
            failures[name].map { $0.count >= Self.failuresMax ? Self.secondsLeft($0.last, now) : 0 } ?? 0
        }
        guard locked > 0 else { return }
        throw Refusal(
            .locked,
            "too many log-ins have failed: try again in \(locked) seconds, or ask the operator for a link that resets the password"
        )
    }

    func fail(_ name: SecretKey, now: Timestamp) {
        failures.withLock { failures in
            if failures.count >= Self.namesMax, failures[name] == nil { Self.forgetOldest(&failures) }
            var row = failures[name] ?? Failures(last: now)
            // What is long ago no longer counts.
            if Self.secondsLeft(row.last, now) == 0 { row.count = 0 }
            row.count += 1
            row.last = now
            failures[name] = row
        }
    }

    func succeed(_ name: SecretKey) { failures.withLock { $0[name] = nil } }

    private static func secondsLeft(_ last: Timestamp, _ now: Timestamp) -> Int64 {
        max(0, lockSeconds - (now.microseconds - last.microseconds) / 1_000_000)
    }

    /// The older half. O(names), and seldom.
    private static func forgetOldest(_ failures: inout [SecretKey: Failures]) {
        let times = failures.values.map(\.last).sorted()
        let middle = times[times.count / 2]
        failures = failures.filter { $0.value.last > middle }
    }
}
