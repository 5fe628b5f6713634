/// Metrics in Prometheus' text format, version 0.0.4. No package at hand writes it.
struct MetricsText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private(set) var text = ""

    /// A family of one sample without labels.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        begin(name, kind, help)
        sample(name, [], value)
    }

    /// Begins a family; its samples follow.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{\(labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    /// The samples of one histogram: buckets that each hold all below them, sum and count.
    mutating func histogram(
        _ name: String, _ labels: [(name: String, value: String)], _ durations: ServiceMetrics.Durations
    ) {
        var below: UInt64 = 0
        for (index, count) in durations.counts.enumerated() {
            below += count
            let bound = index < ServiceMetrics.bounds.count ? Self.number(ServiceMetrics.bounds[index]) : "+Inf"
            sample("\(name)_bucket", labels + [("le", bound)], Double(below))
        }
        sample("\(name)_sum", labels, durations.seconds)
        sample("\(name)_count", labels, Double(below))
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
