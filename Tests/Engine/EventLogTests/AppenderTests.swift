import Decisions
import Foundation
import Layout
import Synchronization
import TestSupport
import Testing

@testable import EventLog
@testable import Events

@Suite struct AppenderTests {
    let scratch = TemporaryDirectory()

    @Test("requests of many threads are all appended, with at most one commit each")
    func manyThreadsLoseNothingAndShareTransactions() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: nil)) }
        let recipe = try log.write { try $0.append([Drafts.recipe("Soup", by: ada)], origin: nil) }
        let before = try log.changeCount()
        let appender = Appender(log)
        let positions = Mutex<[Position]>([])
        DispatchQueue.concurrentPerform(iterations: 400) { _ in
            if let position = try? appender.append({ batch in
                try batch.append([Drafts.like(recipe, by: ada, owner: ada)], origin: nil)
            }) {
                positions.withLock { $0.append(position) }
            }
        }
        appender.stop()
        let found = positions.withLock { $0.sorted() }
        #expect(found.map(\.value) == Array(4...403))
        #expect(try log.changeCount() - before <= 400)
        log.close()
    }

    @Test("a full queue refuses the excess requests and answers each one once")
    func aFullQueueRefusesAndAnswersEveryoneOnce() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let appender = Appender(log)
        let (taken, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let answers = Mutex<[Refusal.Code?]>([])
        let answered = DispatchGroup()
        answered.enter()
        appender.submit(
            { _ in
                taken.signal()
                gate.wait()
            }, answer: { _ in answered.leave() })
        // From here on it is in no queue.
        taken.wait()
        for _ in 0..<Appender.queueMax + 50 {
            answered.enter()
            appender.submit(
                { _ in },
                answer: { refusal in
                    answers.withLock { $0.append(refusal?.code) }
                    answered.leave()
                })
        }
        gate.signal()
        answered.wait()
        appender.stop()
        let counts = answers.withLock { answers in
            (accepted: answers.filter { $0 == nil }.count, overloaded: answers.filter { $0 == .overloaded }.count)
        }
        #expect(counts.accepted == Appender.queueMax)
        #expect(counts.overloaded == 50)
        log.close()
    }

    /// Far more requests than may wait, but only a few at once.
    @Test("a few clients are never refused, however many requests they send in turn")
    func fewClientsAreNeverRefusedHoweverLongTheyGoOn() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let appender = Appender(log)
        let refusals = Mutex(0)
        let clients = DispatchGroup()
        for _ in 0..<32 {
            clients.enter()
            Thread.detachNewThread {
                for _ in 0..<Appender.queueMax / 16 {
                    do { try appender.append { _ in } } catch { refusals.withLock { $0 += 1 } }
                }
                clients.leave()
            }
        }
        #expect(clients.wait(timeout: .now() + 300) == .success, "a client was never answered")
        #expect(refusals.withLock { $0 } == 0)
        appender.stop()
        log.close()
    }

    @Test("waiting tasks hold no thread and are answered in the order of the log")
    func tasksWaitWithoutAThreadAndAreAnsweredInTheOrderOfTheLog() async throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let (ada, recipe) = try log.write { (batch) throws in
            let ada = MemberID(try batch.append([Drafts.registration("ada")], origin: nil))
            return (ada, try batch.append([Drafts.recipe("Soup", by: ada)], origin: nil))
        }
        let appender = Appender(log)
        let positions = try await withThrowingTaskGroup(of: [Position].self) { group in
            for _ in 0..<200 {
                group.addTask {
                    var own: [Position] = []
                    for _ in 0..<5 {
                        own.append(
                            try await appender.append { batch in
                                try batch.append([Drafts.like(recipe, by: ada, owner: ada)], origin: nil)
                            })
                    }
                    return own
                }
            }
            return try await group.reduce(into: [[Position]]()) { $0.append($1) }
        }
        #expect(positions.allSatisfy { $0 == $0.sorted() })
        #expect(positions.joined().map(\.value).sorted() == Array(4...1003))
        await #expect(throws: Refusal.self) {
            try await appender.append { _ in throw Refusal(.unavailable, "no room") }
        }
        appender.stop()
        await #expect(throws: Refusal.self) { try await appender.append { _ in } }
        log.close()
    }

    /// A waiting thread commits the gathered requests and leaves the rest to the writer thread; stopping waits for
    /// both.
    @Test("a leading thread commits the gathered requests and leaves the rest to the writer thread")
    func whoLeadsLeavesTheRestToTheThread() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let appender = Appender(log)
        let order = Mutex<[String]>([])
        let threads = Mutex<[String: UInt]>([:])
        @Sendable func note(_ name: String) {
            order.withLock { $0.append(name) }
            threads.withLock { $0[name] = UInt(pthread_self()) }
        }
        let answered = DispatchGroup()
        answered.enter()
        try appender.append { _ in
            note("leader")
            appender.submit({ _ in note("rest") }, answer: { _ in answered.leave() })
        }
        answered.wait()
        appender.stop()
        #expect(order.withLock { $0 } == ["leader", "rest"])
        #expect(threads.withLock { $0["leader"] } == UInt(pthread_self()))
        #expect(threads.withLock { $0["rest"] } != UInt(pthread_self()))
        #expect(throws: Refusal.self) { try appender.append { _ in } }
        log.close()
    }

    @Test("a failed decision fails its whole group, and nothing is appended")
    func oneFailedDecisionFailsItsWholeGroupAndNothingIsAppended() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let appender = Appender(log)
        #expect(throws: Refusal.self) {
            try appender.append { batch -> Int in
                _ = try batch.append([Drafts.registration("ada")], origin: nil)
                throw Refusal(.unavailable, "no room")
            }
        }
        #expect(try log.head() == Position(1))
        appender.stop()
        log.close()
    }

    @Test("a follower sees every event once and in order") func aFollowerSeesEverythingInOrder() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        var follower = Follower(log, after: .none)
        var seen: [UInt64] = []
        _ = try follower.poll { seen.append($0.position.value) }
        #expect(seen == [1])
        #expect(try follower.poll { _ in } == 0)
        for name in ["ada", "bo", "cy"] {
            _ = try log.write { try $0.append([Drafts.registration(name)], origin: nil) }
            _ = try follower.poll { seen.append($0.position.value) }
        }
        #expect(seen == [1, 2, 3, 4])
        log.close()
    }
}
