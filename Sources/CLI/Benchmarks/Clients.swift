import Foundation
import Synchronization

/// Clients that begin together and wait for their own answers, as a server's requests do. Each is a task, which holds no thread
/// while it waits. A single client is the calling thread itself, as at a terminal.
enum Clients {
    private final class Results: Sendable {
        let latencies = Mutex(Latencies())
        let failure = Mutex<(any Error)?>(nil)
    }

    /// Does `count` things, one after the other.
    static func runAlone(
        count: Int, _ act: (_ index: Int) throws -> Void
    ) throws -> (seconds: Double, latencies: Latencies) {
        var latencies = Latencies()
        let start = Stopwatch.now()
        for index in 0..<count {
            let begun = Stopwatch.now()
            try act(index)
            latencies.add(Stopwatch.now() - begun)
        }
        return (Stopwatch.seconds(since: start), latencies)
    }

    /// Lets `count` clients do `each` things. The first error of any is thrown in the end.
    static func run(
        count: Int, each: Int, _ act: @escaping @Sendable (_ client: Int, _ index: Int) async throws -> Void
    ) throws -> (seconds: Double, latencies: Latencies) {
        let results = Results()
        let done = DispatchSemaphore(value: 0)
        let start = Stopwatch.now()
        Task {
            await withTaskGroup(of: Latencies.self) { group in
                for client in 0..<count {
                    group.addTask {
                        var own = Latencies()
                        do {
                            for index in 0..<each {
                                let begun = Stopwatch.now()
                                try await act(client, index)
                                own.add(Stopwatch.now() - begun)
                            }
                        } catch {
                            results.failure.withLock { $0 = $0 ?? error }
                        }
                        return own
                    }
                }
                for await own in group { results.latencies.withLock { $0.add(own) } }
            }
            done.signal()
        }
        done.wait()
        let seconds = Stopwatch.seconds(since: start)
        if let failure = results.failure.withLock({ $0 }) { throw failure }
        return (seconds, results.latencies.withLock { $0 })
    }
}

/// Measures time independently of changes to the clock.
enum Stopwatch {
    /// Nanoseconds since some instant.
    static func now() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Seconds that the body takes.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = now()
        try body()
        return seconds(since: start)
    }

    /// Never zero, because it divides rates.
    static func seconds(since start: UInt64) -> Double { Double(max(1, now() - start)) / 1e9 }
}
