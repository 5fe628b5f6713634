import EventLog
package import Events
import Layout
import Synchronization

/// Counts failed logins by username to stop password guessing. Unknown usernames are counted too, so that the answers
/// do not reveal which exist.
///
/// The counts are in memory: a client can neither restart the service nor fill the disk.
final class Attempts: Sendable {
    /// Consecutive failures before the username is locked.
    static let failuresMax = 10
    /// Duration of the lock: it allows some 350,000 guesses a year at most.
    static let lockSeconds: Int64 = 900
    /// Maximum of remembered usernames; beyond it the oldest are dropped.
    private static let namesMax = 1 << 16

    private struct Failures {
        var count = 0
        var last: Timestamp
    }

    private let failures = Mutex<[SecretKey: Failures]>([:])

    /// Refuses while the username is locked.
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
            // Failures before the lock period no longer count.
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

    /// Drops the older half. O(names), and rare.
    private static func forgetOldest(_ failures: inout [SecretKey: Failures]) {
        let times = failures.values.map(\.last).sorted()
        let middle = times[times.count / 2]
        failures = failures.filter { $0.value.last > middle }
    }
}

extension Refusal.Code {
    /// Too many attempts: the client must wait.
    package static let locked = Refusal.Code(rawValue: "locked")
    /// The client must authenticate first.
    package static let unauthenticated = Refusal.Code(rawValue: "unauthenticated")
}
