import Foundation

/// Time that no clock change touches.
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

    /// Never zero: rates are divided by it.
    static func seconds(since start: UInt64) -> Double { Double(max(1, now() - start)) / 1e9 }
}
