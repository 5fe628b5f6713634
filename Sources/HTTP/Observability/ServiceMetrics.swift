import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Synchronization

/// Counts what the service has done since it began.
final class ServiceMetrics: Sendable {
    /// Upper bounds of the histogram's buckets, in seconds. The last bucket has no bound.
    static let bounds: [Double] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    struct Durations {
        /// The count of each bucket alone.
        var counts = [UInt64](repeating: 0, count: bounds.count + 1)
        var seconds = 0.0

        mutating func add(_ seconds: Double, to bucket: Int) {
            counts[bucket] += 1
            self.seconds += seconds
        }
    }

    struct Totals {
        /// Answers by operation and status.
        var answers: [Answered: UInt64] = [:]
        var durations: [String: Durations] = [:]
        var bytesSent: UInt64 = 0
        /// Requests that a rate limit refused.
        var limited: [RateKind: UInt64] = [:]
        var streamedEvents: UInt64 = 0
    }

    struct Answered: Hashable {
        var operation: String
        var status: Int
    }

    private let state = Mutex(Totals())

    var totals: Totals { state.withLock { $0 } }

    /// `seconds` until the answer began.
    func count(_ operation: String, status: Int, seconds: Double, bytes: Int) {
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { totals in
            totals.answers[Answered(operation: operation, status: status), default: 0] += 1
            totals.durations[operation, default: Durations()].add(seconds, to: bucket)
            totals.bytesSent += UInt64(bytes)
        }
    }

    func countLimited(_ kind: RateKind) { state.withLock { $0.limited[kind, default: 0] += 1 } }

    func countStreamed(_ events: Int) { state.withLock { $0.streamedEvents += UInt64(events) } }
}

extension RequestContext {
    /// The answer of `/metrics`: all that a dashboard or an alarm needs.
    func metricsText() throws -> String {
        var text = MetricsText()
        let totals = metrics.totals
        text.begin("larder_http_requests_total", .counter, "Requests that were answered, by operation and status.")
        for (answered, count) in totals.answers.sorted(by: {
            ($0.key.operation, $0.key.status) < ($1.key.operation, $1.key.status)
        }) {
            text.sample(
                "larder_http_requests_total",
                [("operation", answered.operation), ("status", "\(answered.status)")], Double(count))
        }
        text.begin("larder_http_request_seconds", .histogram, "Time until the answer began, by operation.")
        for (operation, durations) in totals.durations.sorted(by: { $0.key < $1.key }) {
            text.histogram("larder_http_request_seconds", [("operation", operation)], durations)
        }
        text.add(
            "larder_http_response_bytes_total", .counter, "Bytes of answers, streams aside.", Double(totals.bytesSent))
        text.begin("larder_rate_limited_total", .counter, "Requests that a rate limit refused, by limit.")
        for kind in RateKind.allCases {
            text.sample(
                "larder_rate_limited_total", [("limit", kind.rawValue)], Double(totals.limited[kind] ?? 0))
        }
        text.add("larder_http_connections", .gauge, "Open connections.", Double(connections.open))
        text.add("larder_streams", .gauge, "Open event streams.", Double(tail.listeners))
        text.add(
            "larder_streamed_events_total", .counter, "Events reported on streams.", Double(totals.streamedEvents))
        text.add(
            "larder_log_lines_dropped_total", .counter, "Lines of the log that found no reader.",
            Double(LogQueue.standardError.dropped))
        text.begin("larder_waiting", .gauge, "Work that waits or is under way, by queue.")
        for (queue, count) in [
            ("appends", community.waitingAppends), ("heavy", heavyWork), ("pictures", pictureWork),
            ("positions", tail.waiting),
        ] {
            text.sample("larder_waiting", [("queue", queue)], Double(count))
        }
        try addCommunity(to: &text)
        addProcess(to: &text)
        return text.text
    }

    private func addCommunity(to text: inout MetricsText) throws {
        let status = try community.viewsStatus()
        text.add("larder_log_events", .gauge, "Where the log ends.", Double(status.head))
        text.add("larder_views_lag_events", .gauge, "Events that the views have not folded.", Double(status.lag))
        text.begin("larder_view_rows", .gauge, "Rows of each view.")
        for view in status.views { text.sample("larder_view_rows", [("view", view.name)], Double(view.rows)) }
        let room = community.room()
        text.add("larder_log_bytes", .gauge, "Bytes of the log's map in use.", Double(room.logBytes))
        text.add("larder_log_map_bytes", .gauge, "The most that the log may hold.", Double(room.logMapBytes))
        text.add(
            "larder_disk_free_bytes", .gauge, "Bytes free on the data directory's disk.", Double(room.freeDiskBytes))
        let isReady = ReadinessAnswer(community, position: status.head, lag: status.lag, room).ready
        text.add("larder_ready", .gauge, "1 if /readyz answers 200.", isReady ? 1 : 0)
    }

    private func addProcess(to text: inout MetricsText) {
        let figures = ProcessFigures()
        if let value = figures.residentBytes {
            text.add("process_resident_memory_bytes", .gauge, "Resident memory, mapped files included.", value)
        }
        if let value = figures.cpuSeconds {
            text.add("process_cpu_seconds_total", .counter, "Processor time, of user and system.", value)
        }
        if let value = figures.openFiles { text.add("process_open_fds", .gauge, "Open file descriptors.", value) }
        if let value = figures.startedAt {
            text.add("process_start_time_seconds", .gauge, "When it began, in Unix time.", value)
        }
    }
}

/// Metrics in Prometheus' text format, version 0.0.4. None of the packages in use writes it.
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

    /// The samples of one histogram: its buckets, each with the counts of all smaller ones, its sum and its count.
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

/// What the system reports about this process, under the names of Prometheus' client libraries. All values are `nil` on a system without
/// `/proc`.
struct ProcessFigures {
    var residentBytes: Double?
    var cpuSeconds: Double?
    var openFiles: Double?
    var startedAt: Double?

    init() {
        // A file that cannot be read leaves its value out of the metrics.
        func file(_ name: String) -> String? { try? String(contentsOfFile: "/proc/\(name)", encoding: .utf8) }
        openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
        if let pages = file("self/statm")?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) {
            residentBytes = pages * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
        // The second field is a name in parentheses, which may have blanks: the other fields are counted after it.
        guard let stat = file("self/stat"), let end = stat.lastIndex(of: ")") else { return }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        guard fields.count > 19, let user = Double(fields[11]), let system = Double(fields[12]),
            let start = Double(fields[19])
        else { return }
        cpuSeconds = (user + system) / ticks
        let booted = file("stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
        if let seconds = booted.flatMap({ Double($0.dropFirst(6)) }) { startedAt = seconds + start / ticks }
    }
}
