import Community
import EventLog
import Events
import LarderAPI
import Layout

extension RequestContext {
    /// All that a dashboard or an alarm needs, as `/metrics` says it.
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
        text.begin("larder_rate_limited_total", .counter, "Requests refused for being too many, by what was limited.")
        for kind in RateKind.allCases {
            text.sample(
                "larder_rate_limited_total", [("limit", kind.rawValue)], Double(totals.limited[kind] ?? 0))
        }
        text.add("larder_http_connections", .gauge, "Open connections.", Double(connections.open))
        text.add("larder_streams", .gauge, "Open event streams.", Double(tail.listeners))
        text.add(
            "larder_streamed_events_total", .counter, "Events told on streams.", Double(totals.streamedEvents))
        text.begin("larder_waiting", .gauge, "Work that waits or is under way, by queue.")
        for (queue, count) in [("appends", community.waitingAppends), ("heavy", heavyWork), ("pictures", pictureWork)] {
            text.sample("larder_waiting", [("queue", queue)], Double(count))
        }
        try addCommunity(to: &text)
        addProcess(to: &text)
        return text.text
    }

    private func addCommunity(to text: inout MetricsText) throws {
        let status = try community.viewsStatus()
        text.add("larder_log_events", .gauge, "Where the log ends.", Double(status.head))
        text.add("larder_views_lag_events", .gauge, "Events that the views have not taken in.", Double(status.lag))
        text.begin("larder_view_rows", .gauge, "Rows of each view.")
        for view in status.views { text.sample("larder_view_rows", [("view", view.name)], Double(view.rows)) }
        let room = community.room()
        text.add("larder_log_bytes", .gauge, "Bytes of the log's map in use.", Double(room.logBytes))
        text.add("larder_log_map_bytes", .gauge, "The most that the log may hold.", Double(room.logMapBytes))
        text.add(
            "larder_disk_free_bytes", .gauge, "Bytes free on the data directory's disk.", Double(room.freeDiskBytes))
        let isReady = ReadinessAnswer(community, position: status.head, lag: status.lag, room).ready
        text.add("larder_ready", .gauge, "1 where /readyz answers 200.", isReady ? 1 : 0)
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
