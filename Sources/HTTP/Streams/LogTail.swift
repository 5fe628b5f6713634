import Community
import EventLog
import Events
import Hummingbird
import Layout
import ServiceLifecycle
import Synchronization

/// Wakes all streams when the log has grown, whoever appended, and once a second in any case. One for the whole service, so that
/// those who only wait cost next to nothing.
final class LogTail: ServiceLifecycle.Service {
    /// Well below what a delivery may take.
    private static let interval = Duration.milliseconds(5)
    private static let ticksEvery = 200

    private struct Streams {
        var next = 0
        var wakers: [Int: AsyncStream<Void>.Continuation] = [:]
        var isStopped = false
    }

    private let community: Community
    private let streams = Mutex(Streams())

    init(_ community: Community) { self.community = community }

    /// Elements mean: look again. It ends when the service stops. Of many wakings that nobody has come to, one is left.
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

    /// Streams that are open.
    var listeners: Int { streams.withLock { $0.wakers.count } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (seen, ticks) = (Position.none, 0)
            while !Task.isCancelled {
                let head = (try? self.community.log.head()) ?? seen
                ticks += 1
                if head != seen || ticks >= Self.ticksEvery {
                    (seen, ticks) = (head, 0)
                    for waker in self.streams.withLock({ Array($0.wakers.values) }) { waker.yield() }
                }
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
    }
}
