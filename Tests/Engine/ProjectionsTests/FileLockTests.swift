import Foundation
import Layout
import Projections
import Synchronization
import TestSupport
import Testing

@Suite struct FileLockTests {
    private final class Heard: Sendable {
        private let texts = Mutex<[String]>([])
        let notices = WaitNotices()

        /// `end` is signalled at each notice.
        init(signalling end: DispatchSemaphore? = nil) {
            notices.forward { [self] text in
                texts.withLock { $0.append(text) }
                end?.signal()
            }
        }

        var all: [String] { texts.withLock { $0 } }
    }

    private let directory = TemporaryDirectory()
    private var path: String { directory.path("lock") }

    /// Holds the lock on a thread of its own until `end` is signalled. Returns once it is held.
    private func hold(until end: DispatchSemaphore) -> Thread {
        let (path, held) = (path, DispatchSemaphore(value: 0))
        let thread = Thread {
            try? FileLock(path).held {
                held.signal()
                end.wait()
            }
        }
        thread.start()
        held.wait()
        return thread
    }

    @Test("a wait for a lock is announced once after a second, and ends when the lock is free") func announced() throws
    {
        let end = DispatchSemaphore(value: 0)
        let heard = Heard(signalling: end)
        _ = hold(until: end)
        let begin = ContinuousClock.now
        let isRun = try FileLock(path, for: "another rebuild of the views", notices: heard.notices).held { true }
        #expect(isRun && begin.duration(to: .now) >= .seconds(1))
        #expect(heard.all == ["another rebuild of the views is under way: waiting until it has ended"])
    }

    @Test("a lock that is free or soon free is taken without a word") func soonFree() throws {
        let (end, heard) = (DispatchSemaphore(value: 0), Heard())
        // On a busy machine the other thread may need more than a second to let go.
        let lock = FileLock(path, notices: heard.notices, noticeSeconds: 3_600)
        #expect(try lock.held { 7 } == 7)
        _ = hold(until: end)
        end.signal()
        #expect(try lock.held { 8 } == 8)
        #expect(heard.all.isEmpty)
    }

    @Test("a wait beyond its limit is refused, and the body does not run") func bounded() throws {
        let end = DispatchSemaphore(value: 0)
        _ = hold(until: end)
        defer { end.signal() }
        let refusal = #expect(throws: Refusal.self) {
            try FileLock(path, for: "another rebuild of the views", waitSecondsMax: 0).held {
                Issue.record("the lock is held by another thread")
            }
        }
        #expect(refusal?.code == .overloaded)
        #expect(refusal?.message.hasPrefix("another rebuild of the views has been under way for 0 seconds") == true)
    }

    @Test("threads that want one lock take turns, and all of them come to run") func turns() {
        final class Count: Sendable { let state = Mutex((inside: 0, most: 0, runs: 0)) }
        let (path, count, done) = (path, Count(), DispatchSemaphore(value: 0))
        for _ in 0..<8 {
            Thread {
                for _ in 0..<20 {
                    try? FileLock(path).held {
                        count.state.withLock { state in
                            state.inside += 1
                            state.most = max(state.most, state.inside)
                            state.runs += 1
                        }
                        usleep(50)
                        count.state.withLock { $0.inside -= 1 }
                    }
                }
                done.signal()
            }.start()
        }
        for _ in 0..<8 { done.wait() }
        count.state.withLock { #expect($0.most == 1 && $0.runs == 160) }
    }
}
