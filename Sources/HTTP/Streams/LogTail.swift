import Community
import EventLog
import Events
import Hummingbird
import Layout
import ServiceLifecycle
import Synchronization

/// Wakes all streams when the log has grown, whichever process has appended, and once a second in any case. The service has one tail, so
/// that a stream that only waits costs next to nothing.
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
    private let streams = Mutex(Streams())

    init(_ community: Community) { self.community = community }

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

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (seen, ticks) = (Position.none, 0)
            while !Task.isCancelled {
                // A stream that reads the log reports why it cannot be read.
                let head = (try? self.community.log.head()) ?? seen
                ticks += 1
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
    }
}
