import Community
import EventLog
import Events
import Hummingbird
import Layout
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Wakes all streams when the log has grown, whichever process has appended, and once a second in any case. Ends the waits of requests for
/// a position when the log has reached it. The service has one tail, so that a stream or a request that only waits costs next to nothing.
final class LogTail: ServiceLifecycle.Service {
    /// Well below the time that a delivery may take.
    private static let interval = Duration.milliseconds(5)
    private static let ticksEvery = 200

    private struct Streams {
        var next = 0
        var wakers: [Int: AsyncStream<Void>.Continuation] = [:]
        var isStopped = false
    }

    private let community: Community
    /// For bringing the views on.
    private let threads: NIOThreadPool
    private let streams = Mutex(Streams())
    private let waiters = PositionWaiters()
    private let isAdvancing = Atomic(false)

    init(_ community: Community, _ threads: NIOThreadPool) { (self.community, self.threads) = (community, threads) }

    /// Each element means: read the log again. The sequence ends when the service stops. Wakings that were not taken become one.
    func wakings() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number: Int? = streams.withLock { streams in
            guard !streams.isStopped else { return nil }
            streams.next += 1
            streams.wakers[streams.next] = continuation
            return streams.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.streams.withLock { $0.wakers[number] = nil } }
        continuation.yield()
        return stream
    }

    /// How many streams are open.
    var listeners: Int { streams.withLock { $0.wakers.count } }

    // MARK: Waiting for a position

    /// How many requests wait for a position.
    var waiting: Int { waiters.count }

    /// Waits until the log has reached a position, see `PositionWaiters`. The views have it then, as far as they can be read.
    func wait(
        for position: Position, until deadline: ContinuousClock.Instant, payer: RatePayer?,
        isGone: @escaping @Sendable () -> Bool
    ) async throws(Refusal) -> PositionWaiters.End {
        try await waiters.wait(for: position, until: deadline, payer: payer, isGone: isGone)
    }

    /// Called at each tick, whether or not the log has grown: a wait that begins between an append and a tick ends with the tick.
    private func serveWaiters(_ head: Position, looksForGone: Bool) {
        guard let least = waiters.least else { return }
        if looksForGone { waiters.endGone() }
        if least <= head { advance(to: head) }
        waiters.expire(at: .now, head: head)
    }

    /// Brings the views on once, and then ends the waits: hundreds of questions at one moment would each try to.
    private func advance(to head: Position) {
        guard !isAdvancing.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task { [community] in
            // A failure is reported to the questions, which come next.
            try? await threads.runIfActive { try community.query { _ in } }
            waiters.wake(through: head)
            isAdvancing.store(false, ordering: .releasing)
        }
    }

    // MARK: The service

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (seen, ticks, unlooked) = (Position.none, 0, 0)
            while !Task.isCancelled {
                // A stream that reads the log reports why it cannot be read.
                let head = (try? self.community.log.head()) ?? seen
                ticks += 1
                unlooked = unlooked < Self.ticksEvery ? unlooked + 1 : 0
                self.serveWaiters(head, looksForGone: unlooked == 0)
                if head != seen || ticks >= Self.ticksEvery {
                    (seen, ticks) = (head, 0)
                    for waker in self.streams.withLock({ Array($0.wakers.values) }) { waker.yield() }
                }
                // A cancelled sleep ends the loop.
                try? await Task.sleep(for: Self.interval)
            }
        }
        stop()
    }

    private func stop() {
        let wakers = streams.withLock { streams in
            streams.isStopped = true
            return Array(streams.wakers.values)
        }
        for waker in wakers { waker.finish() }
        waiters.stop()
    }
}
