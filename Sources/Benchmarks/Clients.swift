import Foundation
import Synchronization

/// Threads that all begin at once and each wait for their own answers, as requests of a server do.
enum Clients {
    /// They only ask and wait: the work is the writer's.
    private static let stackBytes = 256 << 10

    private final class Results: Sendable {
        let latencies = Mutex(Latencies())
        let failure = Mutex<(any Error)?>(nil)
    }

    /// Lets `count` clients do `each` things. The first error of any is thrown in the end.
    static func run(
        count: Int, each: Int, _ act: @escaping @Sendable (_ client: Int, _ index: Int) throws -> Void
    ) throws -> (seconds: Double, latencies: Latencies) {
        let results = Results()
        let (gate, ready, done) = (DispatchGroup(), DispatchGroup(), DispatchGroup())
        gate.enter()
        for client in 0..<count {
            ready.enter()
            done.enter()
            let thread = Thread {
                ready.leave()
                gate.wait()
                var own = Latencies()
                do {
                    for index in 0..<each {
                        let start = Stopwatch.now()
                        try act(client, index)
                        own.add(Stopwatch.now() - start)
                    }
                } catch {
                    results.failure.withLock { $0 = $0 ?? error }
                }
                results.latencies.withLock { $0.add(own) }
                done.leave()
            }
            thread.stackSize = stackBytes
            thread.start()
        }
        ready.wait()
        let start = Stopwatch.now()
        gate.leave()
        done.wait()
        let seconds = Stopwatch.seconds(since: start)
        if let failure = results.failure.withLock({ $0 }) { throw failure }
        return (seconds, results.latencies.withLock { $0 })
    }
}
