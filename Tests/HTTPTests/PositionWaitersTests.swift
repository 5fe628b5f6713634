import AsyncHTTPClient
import Community
import EventLog
import Events
import Layout
import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// Waits for positions of the log, as `atLeast` asks for them.
@Suite struct PositionWaitersTests {
    private static let far = ContinuousClock.now + .seconds(36_000)

    /// Begins a wait, and returns when it is counted.
    private func waiting(
        _ waiters: PositionWaiters, for position: UInt64, until deadline: ContinuousClock.Instant = far,
        payer: RatePayer? = nil, isGone: @escaping @Sendable () -> Bool = { false }
    ) async throws -> Task<PositionWaiters.End, any Error> {
        let before = waiters.count
        let task = Task {
            try await waiters.wait(for: Position(position), until: deadline, payer: payer, isGone: isGone)
        }
        while waiters.count == before { try await Task.sleep(for: .milliseconds(1)) }
        return task
    }

    /// What has happened so far.
    private final class Course: Sendable {
        private let state = Mutex((head: UInt64(0), ended: 0))

        var head: UInt64 { state.withLock { $0.head } }
        var ended: Int { state.withLock { $0.ended } }

        func end() { state.withLock { $0.ended += 1 } }

        /// Returns the new head, which is at most `max`.
        func grow(upTo max: UInt64) -> UInt64 {
            state.withLock { state in
                state.head = min(state.head + 1, max)
                return state.head
            }
        }
    }

    private struct Plan: Sendable {
        var position: UInt64
        var isCancelled: Bool
        var yields: Int
    }

    @Test("no wait is lost, and none ends before the log has its position", .seeded) func noneIsLost() async throws {
        var dice = SeededGenerator.ofTest()
        for _ in 0..<Tier.rounds(60, long: 2_000) {
            let waiters = PositionWaiters()
            let course = Course()
            let plans = (0..<Int.random(in: 1...80, using: &dice)).map { _ in
                Plan(
                    position: .random(in: 1...40, using: &dice), isCancelled: dice.oneIn(6),
                    yields: .random(in: 0...20, using: &dice))
            }
            await withTaskGroup(of: Void.self) { group in
                for plan in plans {
                    group.addTask {
                        for _ in 0..<plan.yields { await Task.yield() }
                        let task = Task { try await waiters.wait(for: Position(plan.position), until: Self.far) }
                        if plan.isCancelled { task.cancel() }
                        switch try? await task.value {
                        case .reached?: #expect(course.head >= plan.position)
                        case .stopped?: #expect(plan.isCancelled)
                        case let end: Issue.record("a wait without end ended: \(String(describing: end))")
                        }
                        course.end()
                    }
                }
                group.addTask {
                    while course.ended < plans.count {
                        waiters.wake(through: Position(course.grow(upTo: 40)))
                        await Task.yield()
                    }
                }
            }
            #expect(waiters.count == 0 && waiters.least == nil)
        }
    }

    @Test("a head ends the waits for positions up to it, and no other") func upToTheHead() async throws {
        let waiters = PositionWaiters()
        var tasks: [Task<PositionWaiters.End, any Error>] = []
        for position: UInt64 in [5, 3, 9, 3] { tasks.append(try await waiting(waiters, for: position)) }
        #expect(waiters.least == Position(3))
        waiters.wake(through: Position(2))
        #expect(waiters.count == 4)
        waiters.wake(through: Position(5))
        #expect(waiters.count == 1 && waiters.least == Position(9))
        for index in [0, 1, 3] { #expect(try await tasks[index].value == .reached) }
        waiters.wake(through: Position(9))
        #expect(try await tasks[2].value == .reached)
    }

    @Test("a wait ends late at its time limit, unless the log has reached the position meanwhile")
    func timeLimits() async throws {
        let waiters = PositionWaiters()
        let now = ContinuousClock.now
        let soon = try await waiting(waiters, for: 7, until: now + .seconds(10))
        let reached = try await waiting(waiters, for: 4, until: now + .seconds(11))
        let later = try await waiting(waiters, for: 7, until: now + .seconds(20))
        waiters.expire(at: now + .seconds(9), head: Position(5))
        #expect(waiters.count == 3)
        waiters.expire(at: now + .seconds(11), head: Position(5))
        #expect(try await soon.value == .late)
        #expect(try await reached.value == .reached)
        #expect(waiters.count == 1)
        later.cancel()
        #expect(try await later.value == .stopped)
        #expect(waiters.count == 0)
    }

    @Test("the wait of a client whose connection is closed ends") func goneClients() async throws {
        let waiters = PositionWaiters()
        let isGone = Mutex(false)
        let gone = try await waiting(waiters, for: 7) { isGone.withLock { $0 } }
        let present = try await waiting(waiters, for: 7)
        waiters.endGone()
        #expect(waiters.count == 2)
        isGone.withLock { $0 = true }
        waiters.endGone()
        #expect(try await gone.value == .late)
        #expect(waiters.count == 1)
        waiters.stop()
        #expect(try await present.value == .stopped)
        #expect(try await waiters.wait(for: Position(7), until: Self.far) == .stopped)
    }

    @Test("one client takes half of the waits, all clients take all, and further waits are refused")
    func limits() async throws {
        let waiters = PositionWaiters()
        var tasks: [Task<PositionWaiters.End, any Error>] = []
        func begin(_ count: Int, _ payer: RatePayer?) {
            for _ in 0..<count {
                tasks.append(Task { try await waiters.wait(for: Position(7), until: Self.far, payer: payer) })
            }
        }
        func refused(_ payer: RatePayer?) async -> Bool {
            let refusal = await #expect(throws: Refusal.self) {
                try await waiters.wait(for: Position(7), until: Self.far, payer: payer)
            }
            return refusal?.code == .overloaded
        }
        let (ada, bo) = (RatePayer.member(MemberID(1)), RatePayer.member(MemberID(2)))
        begin(PositionWaiters.countOfPayerMax, ada)
        while waiters.count < PositionWaiters.countOfPayerMax { try await Task.sleep(for: .milliseconds(2)) }
        #expect(await refused(ada))
        begin(PositionWaiters.countMax - PositionWaiters.countOfPayerMax, bo)
        while waiters.count < PositionWaiters.countMax { try await Task.sleep(for: .milliseconds(2)) }
        #expect(await refused(nil))
        waiters.wake(through: Position(7))
        for task in tasks { #expect(try await task.value == .reached) }
        // The places are free again.
        let again = try await waiting(waiters, for: 8, payer: ada)
        again.cancel()
        #expect(try await again.value == .stopped)
    }

    @Test("hundreds of requests wait for a position, and all are answered from it or a later one")
    func hundredsOfRequests() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let head = try counter.community.log.head().value
            let count = Tier.rounds(150, long: 600)
            var configuration = HTTPClient.Configuration()
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = count
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            let course = Course()
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<count {
                        let position = head + 1 + UInt64(number % 3)
                        group.addTask {
                            var request = HTTPClientRequest(url: "\(counter.url)/feed?limit=1&atLeast=\(position)")
                            request.headers.add(name: "Prefer", value: "wait=10")
                            var status = 412
                            // On a busy machine the ten seconds may be over before the position is there.
                            while status == 412 {
                                let response = try await client.execute(request, timeout: .minutes(10))
                                status = Int(response.status.code)
                                _ = try await response.body.collect(upTo: 1 << 20)
                            }
                            #expect(status == 200)
                            #expect(try counter.community.log.head().value >= position)
                            course.end()
                        }
                    }
                    var most = 0
                    while most < count / 2 {
                        most = max(most, try await waiting(counter, as: ada))
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    #expect(course.ended == 0)
                    for _ in 0..<3 { _ = try await counter.postSoup(as: ada) }
                    try await group.waitForAll()
                }
            } catch {
                try? await client.shutdown()
                throw error
            }
            try await client.shutdown()
            #expect(try await waiting(counter, as: ada) == 0)
        }
    }

    /// The requests that wait for a position now, as the service counts them.
    private func waiting(_ counter: Counter, as admin: String) async throws -> Int {
        let metrics = try await counter.ask("GET", "/metrics", as: admin).text
        let line = try #require(metrics.split(separator: "\n").first { $0.contains(#"queue="positions""#) })
        return Int(line.split(separator: " ").last.flatMap { Double($0) } ?? -1)
    }
}
