import Foundation
import LMDB
package import Layout
import Synchronization

/// What to make of a clock that is far ahead of the last event.
///
/// `recordedAt` never goes backwards. One event that is recorded under a wrong clock far in the future gives its time to
/// every event after it, until that time has come.
package enum ClockPolicy: UInt8, Sendable, AtomicRepresentable {
    /// Any time is believed, as that of a simulation.
    case unchecked
    /// A clock that is more than a day ahead is believed only if the log was idle that long: see `EventLog.checkClock`.
    case checked
    /// The operator has said that the clock is right.
    case accepted
}

/// What the clock showed when the log was written to under the present boot of the machine. The kernel's time since boot
/// goes on whatever the clock is set to.
struct ClockAnchor: Equatable {
    var boot: String
    var uptime: Double
    var time: Timestamp

    /// `nil` where the system does not tell its boot or its uptime.
    init?(at time: Timestamp) {
        guard let (boot, uptime) = Self.boot() else { return nil }
        (self.boot, self.uptime, self.time) = (boot, uptime, time)
    }

    private static func boot() -> (id: String, uptime: Double)? {
        // A system without these files is one without an anchor.
        guard let id = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
            let uptime = try? String(contentsOfFile: "/proc/uptime", encoding: .utf8),
            let seconds = uptime.split(separator: " ").first.flatMap({ Double($0) })
        else { return nil }
        return (id.trimmingCharacters(in: .whitespacesAndNewlines), seconds)
    }

    /// The time that should be now; `nil` if the machine was started again since.
    var present: Timestamp? {
        guard let (boot, uptime) = Self.boot(), boot == self.boot, uptime >= self.uptime else { return nil }
        return Timestamp(microseconds: time.microseconds + Int64((uptime - self.uptime) * 1e6))
    }

    // MARK: Storing

    init?(_ row: MetaRow) {
        let words = String(decoding: row.raw, as: UTF8.self).split(separator: " ")
        guard words.count == 3, let uptime = Double(words[1]), let microseconds = Int64(words[2]) else { return nil }
        (boot, self.uptime, time) = (String(words[0]), uptime, Timestamp(microseconds: microseconds))
    }

    var row: MetaRow { MetaRow(raw: Array("\(boot) \(uptime) \(time.microseconds)".utf8)) }
}

extension EventLog {
    /// How far the clock may be ahead of the last event of a log whose idle time is unknown.
    private static let dayAhead: Int64 = 86_400_000_000

    /// Refuses a clock that is more than a day ahead of the last event, unless the log was idle meanwhile. The time since
    /// boot says how long it was idle, if it was written to under this boot. Otherwise the clock counts only if the kernel
    /// knows that it is synchronised with others.
    func checkClock(_ clock: Timestamp, _ snapshot: LogSnapshot) throws(Refusal) {
        // The log's own first event is no use of it yet.
        guard clockPolicy == .checked, snapshot.head > Position(1),
            let last = try snapshot.header(at: snapshot.head)?.recordedAt,
            clock.microseconds - last.microseconds > Self.dayAhead
        else { return }
        if let present = anchor(snapshot)?.present {
            if clock.microseconds - present.microseconds <= Self.dayAhead { return }
        } else if Self.isClockSynchronised {
            return
        }
        throw Refusal(
            .unavailable,
            "the clock says \(clock.rfc3339), more than a day after the last event (\(last.rfc3339)), and a wrong clock would date every later event like that, for good: set the clock right",
            remedy: .acceptClock)
    }

    /// Why the clock keeps anything from being appended now; `nil` if it does not.
    package func clockRefusal() throws(Refusal) -> Refusal? {
        try read { snapshot in
            do throws(Refusal) {
                try checkClock(clock(), snapshot)
                return nil
            } catch {
                guard error.remedy == .acceptClock else { throw error }
                return error
            }
        }
    }

    /// How far the last event is dated ahead of the clock, in words; `nil` if it is less than a minute.
    package func aheadOfClock() throws(Refusal) -> String? {
        let now = clock()
        guard let last = try read({ try $0.header(at: $0.head)?.recordedAt }),
            last.microseconds - now.microseconds > 60_000_000
        else { return nil }
        return
            "the last event is dated \(last.rfc3339), and the clock says \(now.rfc3339): every event until then gets that same time. Set the clock right, or restore a backup from before the wrong time"
    }

    private func anchor(_ snapshot: LogSnapshot) -> ClockAnchor? {
        // A state that cannot be read has no anchor, and the state's own readers say so.
        guard let state, let stored = snapshot.stateSnapshot else { return nil }
        return ((try? state.meta.get(.clock, in: stored)) ?? nil).flatMap { ClockAnchor($0) }
    }

    /// Stores an anchor with the first append of this object.
    func anchorClock(at time: Timestamp, in transaction: inout WriteTransaction) throws {
        guard let state, clockPolicy != .unchecked,
            !isClockAnchored.exchange(true, ordering: .relaxed), let anchor = ClockAnchor(at: time)
        else { return }
        try state.meta.put(.clock, anchor.row, in: &transaction)
    }

    /// What `adjtimex` answers while the clock is not synchronised.
    private static let timeError: Int32 = 5

    /// Glibc's header hides the function from Swift. It fills a `timex` of 208 bytes, of which only the answer is read.
    private static let isClockSynchronised: Bool = {
        typealias Adjust = @convention(c) (UnsafeMutableRawPointer) -> Int32
        guard let symbol = unsafe dlsym(nil, "adjtimex") else { return false }
        let adjust = unsafe unsafeBitCast(symbol, to: Adjust.self)
        var buffer = [UInt8](repeating: 0, count: 512)
        let state = unsafe buffer.withUnsafeMutableBytes { bytes in unsafe adjust(bytes.baseAddress!) }
        return state >= 0 && state != timeError
    }()
}
