import Events
import Foundation
import Layout
import Synchronization
import Testing

@testable import HTTP

@Suite struct PictureQueueTests {
    /// What is under way, and what has ended.
    private final class Work: Sendable {
        private let running = Mutex<[MemberID]>([])
        private let ended = Mutex(0)

        var count: Int { ended.withLock { $0 } }

        func run(_ member: MemberID) {
            let together = running.withLock { running in
                running.append(member)
                return running
            }
            #expect(together.count <= PictureTurns.runningMax && Set(together).count == together.count)
            usleep(500)
            running.withLock { $0.removeAll { $0 == member } }
            ended.withLock { $0 += 1 }
        }
    }

    @Test("uploads of many members all end, two at once and one of each member") func all() async throws {
        let queue = PictureQueue(waitSecondsMax: 3_600)
        let work = Work()
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let member = MemberID(UInt64(number % 7 + 1))
                    // A full queue refuses.
                    while (try? await queue.run(for: member, isLimited: false, { (work.run(member), 0.1) })) == nil {
                        try? await Task.sleep(for: .milliseconds(3))
                    }
                }
            }
        }
        #expect(work.count == 200 && queue.inside == 0)
        await queue.close()
    }

    @Test("a cancelled upload leaves the queue, and one that waits too long is refused", arguments: [3_600, 1])
    func leaving(waitSecondsMax: Int) async throws {
        let queue = PictureQueue(waitSecondsMax: waitSecondsMax)
        let gate = DispatchSemaphore(value: 0)
        @Sendable func upload() async throws {
            try await queue.run(for: MemberID(1), isLimited: false) { (gate.wait(), 0) }
        }
        let first = Task { try await upload() }
        while queue.inside < 1 { try await Task.sleep(for: .milliseconds(2)) }
        let second = Task { try await upload() }
        if waitSecondsMax > 1 {
            while queue.inside < 2 { try await Task.sleep(for: .milliseconds(2)) }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
        } else {
            await #expect(throws: Refusal.self) { try await second.value }
        }
        #expect(queue.inside == 1)
        gate.signal()
        try await first.value
        #expect(queue.inside == 0)
        await queue.close()
    }
}
