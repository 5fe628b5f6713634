import Decisions
import Foundation
import LMDB
import Layout
import Synchronization
import TestSupport
import Testing

@testable import EventLog
@testable import Events

/// A clock that is far in the future would date every later event there.
@Suite struct ClockTests {
    private final class Clock: Sendable {
        let time = Mutex(Timestamp(seconds: 1_767_600_000))
        func advance(days: Int64) {
            time.withLock { $0 = Timestamp(microseconds: $0.microseconds + days * 86_400_000_000) }
        }
        var now: Timestamp { time.withLock { $0 } }
    }

    private let scratch = TemporaryDirectory()
    private let clock = Clock()

    private func open(_ policy: ClockPolicy = .checked) throws -> EventLog {
        let clock = clock
        let log = try EventLog.open(.community, directory: scratch.path, create: true) { clock.now }
        log.clockPolicy = policy
        return log
    }

    private func register(_ name: String, in log: EventLog) throws {
        _ = try log.write { try $0.append([Drafts.registration(name)], origin: nil) }
    }

    private func lastTime(_ log: EventLog) throws -> Timestamp? {
        try log.read { try $0.header(at: $0.head)?.recordedAt }
    }

    @Test("a clock more than a day ahead of a log in use is refused, and accepted when it is said to be right")
    func aJumpIsRefused() throws {
        var log = try open()
        try register("ada", in: log)
        clock.advance(days: 1)
        try register("bo", in: log)
        let last = clock.now
        clock.advance(days: 3_650)
        let refusal = #expect(throws: Refusal.self) { try register("cy", in: log) }
        #expect(refusal?.code == .unavailable && refusal?.remedy == .acceptClock, "\(refusal?.message ?? "")")
        #expect(try log.head() == Position(3) && lastTime(log) == last)
        #expect(try log.appendObstacle()?.remedy == .acceptClock)
        // A process of its own sees the same: the anchor lies with the log.
        log.close()
        log = try open()
        #expect(throws: Refusal.self) { try register("cy", in: log) }
        log.close()
        log = try open(.accepted)
        try register("cy", in: log)
        #expect(try lastTime(log) == clock.now)
        log.close()
        log = try open()
        try register("dee", in: log)
        #expect(try log.appendObstacle() == nil)
        log.close()
    }

    @Test("a log that was idle for days is written to, as the time since boot says") func idlenessIsNoJump() throws {
        var log = try open()
        try register("ada", in: log)
        // As if that had been thirty days ago, by the kernel's own count.
        let state = try #require(log.state)
        var anchor = try #require(ClockAnchor(at: clock.now))
        anchor.uptime -= 30 * 86_400
        try state.environment.write { try state.meta.put(.clock, anchor.row, in: &$0) }
        log.close()
        log = try open()
        clock.advance(days: 30)
        try register("bo", in: log)
        #expect(try lastTime(log) == clock.now)
        log.close()
    }

    @Test("a log in which nothing has happened yet takes any time, and so does one that is not checked")
    func beginnings() throws {
        var log = try open()
        clock.advance(days: 400)
        try register("ada", in: log)
        log.close()
        log = try open(.unchecked)
        clock.advance(days: 400)
        try register("bo", in: log)
        log.close()
    }

    @Test("a head that is ahead of the clock is reported") func theHeadIsAhead() throws {
        let log = try open(.accepted)
        clock.advance(days: 4_000)
        try register("ada", in: log)
        #expect(try log.aheadOfClock() == nil)
        clock.advance(days: -4_000)
        #expect(try log.aheadOfClock()?.contains("ahead") == false)
        #expect(try log.aheadOfClock()?.contains("every event until then gets that same time") == true)
        log.close()
    }
}
