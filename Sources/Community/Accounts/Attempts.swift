import EventLog
import Events
import Layout
import Synchronization

/// Whose attempts to show a password count together.
enum AttemptKey: Hashable, Sendable {
    /// Of strangers: a username or e-mail, also one that no member has, so that the answers do not reveal which exist.
    case name(SecretKey)
    /// Of a device that has logged in before. Strangers cannot lock it.
    case device(SecretHash)
    /// Of an open session that confirms its password. Strangers cannot lock it.
    case session(SecretHash)
}

/// Counts attempts to show a password, to stop guessing.
///
/// An attempt counts when it begins: parallel guesses do not all run. The counts are in memory: a client can neither
/// restart the service nor fill the disk.
final class Attempts: Sendable {
    /// Consecutive attempts without success before the key is locked.
    static let attemptsMax = 10
    /// Duration of the lock: it allows some 350,000 guesses a year at most.
    static let lockSeconds: Int64 = 900
    /// Maximum of remembered keys; beyond it the oldest are dropped.
    private static let keysMax = 1 << 16

    private struct Row {
        var count = 0
        var last: Timestamp
    }

    private let rows = Mutex<[AttemptKey: Row]>([:])

    /// Counts an attempt, or refuses it while the key is locked.
    func begin(_ key: AttemptKey, now: Timestamp) throws(Refusal) {
        let locked = rows.withLock { rows in
            if rows.count >= Self.keysMax, rows[key] == nil { Self.forgetOldest(&rows) }
            var row = rows[key] ?? Row(last: now)
            let left = Self.secondsLeft(row.last, now)
            // Attempts before the lock period no longer count.
            if left == 0 { row.count = 0 }
            guard row.count < Self.attemptsMax else { return left }
            row.count += 1
            row.last = now
            rows[key] = row
            return 0
        }
        guard locked > 0 else { return }
        throw Refusal(
            .locked,
            "too many log-ins have failed: try again in \(locked) seconds, or ask the operator for a link that resets the password"
        )
    }

    func succeed(_ key: AttemptKey) { rows.withLock { $0[key] = nil } }

    /// The attempt that began was not decided: it does not count.
    func withdraw(_ key: AttemptKey) {
        rows.withLock { rows in
            if let count = rows[key]?.count { rows[key]?.count = max(0, count - 1) }
        }
    }

    private static func secondsLeft(_ last: Timestamp, _ now: Timestamp) -> Int64 {
        max(0, lockSeconds - (now.microseconds - last.microseconds) / 1_000_000)
    }

    /// Drops the older half. O(keys), and rare.
    private static func forgetOldest(_ rows: inout [AttemptKey: Row]) {
        let times = rows.values.map(\.last).sorted()
        let middle = times[times.count / 2]
        rows = rows.filter { $0.value.last > middle }
    }
}
