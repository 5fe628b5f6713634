import Events

/// One measured figure: the median of its runs, with the lowest and the highest.
package struct Figure: Encodable, Sendable {
    package var name: String
    /// `events/s`, `lines/s`, `ms` or `bytes/event`.
    package var unit: String
    package var value: Double
    package var low: Double
    package var high: Double
    /// The figure of each run, in the order of the runs.
    package var runs: [Double]
    /// Percentiles of the duration of single calls over all runs, in milliseconds.
    package var p50: Double?
    package var p99: Double?
    /// The number of calls that the percentiles cover.
    package var calls: Int?

    init(_ name: String, _ unit: String, runs: [Double], latencies: Latencies? = nil) {
        precondition(!runs.isEmpty, "a figure without a run")
        let sorted = runs.sorted()
        self.name = name
        self.unit = unit
        self.runs = runs.map(Self.rounded)
        value = Self.rounded(sorted[sorted.count / 2])
        low = Self.rounded(sorted[0])
        high = Self.rounded(sorted[sorted.count - 1])
        guard let latencies, latencies.count > 0 else { return }
        p50 = Self.rounded(latencies.milliseconds(atShare: 0.5))
        p99 = Self.rounded(latencies.milliseconds(atShare: 0.99))
        calls = latencies.count
    }

    /// Rounds to a ten-thousandth; further digits are noise.
    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

/// Everything that one run of the benchmarks found.
package struct BenchmarkReport: Encodable, Sendable {
    package struct Machine: Encodable, Sendable {
        package var cores: Int
        package var memoryBytes: UInt64
        package var system: String
    }

    package var machine: Machine
    /// The size of the synthetic community, if the run made one.
    package var members: Int
    package var events: Int
    package var runs: Int
    package var figures: [Figure]
}

/// The durations of single calls.
struct Latencies: Sendable {
    private(set) var nanoseconds: [UInt64] = []

    var count: Int { nanoseconds.count }

    mutating func add(_ duration: UInt64) { nanoseconds.append(duration) }
    mutating func add(_ others: Latencies) { nanoseconds += others.nanoseconds }

    /// The value that a share of all values does not exceed. O(n log n).
    func milliseconds(atShare share: Double) -> Double {
        guard !nanoseconds.isEmpty else { return 0 }
        let sorted = nanoseconds.sorted()
        return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1e6
    }
}

extension Refusal {
    /// The measured work did not happen or gave a wrong answer, so there is no figure.
    static func notMeasured(_ message: String) -> Refusal { Refusal(.failed, message) }
}
