package import LarderAPI
import Markup

/// Whether the service is well: what it does, and what waits.
package struct HealthPage {
    /// The service in figures.
    package struct Figures: Sendable {
        /// One look at the service.
        package struct Sample: Sendable {
            package var head: UInt64
            package var requests: UInt64
            package var lag: UInt64

            package init(head: UInt64, requests: UInt64, lag: UInt64) {
                (self.head, self.requests, self.lag) = (head, requests, lag)
            }
        }

        /// How long answers of an operation took.
        package struct Latency: Sendable {
            package var operation: String
            package var count: UInt64
            /// In seconds: half of the answers took at most so long, and 99 of 100.
            package var median: Double
            package var slowest: Double

            package init(operation: String, count: UInt64, median: Double, slowest: Double) {
                (self.operation, self.count, self.median, self.slowest) = (operation, count, median, slowest)
            }
        }

        package var samples: [Sample] = []
        package var secondsBetweenSamples = 10
        package var latencies: [Latency] = []
        /// Refused requests by status.
        package var refusals: [(status: Int, count: UInt64)] = []
        package var streams = 0
        package var connections = 0
        /// Work that waits or is under way, by queue.
        package var waiting: [(queue: String, count: Int)] = []
        package var logBytes = 0
        package var logMapBytes = 0

        package init() {}
    }

    private let readiness: ReadinessAnswer
    private let figures: Figures
    private let jobs: [Job]

    package init(_ readiness: ReadinessAnswer, _ figures: Figures, _ jobs: [Job]) {
        (self.readiness, self.figures, self.jobs) = (readiness, figures, jobs)
    }

    package var page: Page {
        let open = jobs.filter { !$0.isOver }
        let running: HTML? =
            open.isEmpty ? nil : "<h2>Jobs</h2><ul class=\"rows measure\">\(each: open, JobLine.html)</ul>"
        let warnings = readiness.warnings ?? []
        var page = Page(
            console: "Health", in: .health, command: "doctor",
            """
            <h1>Health</h1>\(state)\(each: warnings, { "<p class=\"note warn\">\(Icon.warn)<span>\($0)</span></p>" })\
            <div class="tiles">\(tile("Events", readiness.position, rate(\.head), sparkline(\.head)))\
            \(tile("Requests", figures.samples.last?.requests ?? 0, rate(\.requests), sparkline(\.requests)))\
            \(tile("Events that wait for the views", readiness.lag, nil, nil))\
            \(tile("Streams", UInt64(figures.streams), nil, nil))\(tile("Connections", UInt64(figures.connections), nil, nil))</div>\
            \(running)\(room)\(latencies)\(refusals)\
            <p class="soft small">Programs read the same at <a href="/metrics">/metrics</a>, in the format of Prometheus, and at <a href="/readyz">/readyz</a>.</p>
            """)
        page.refreshSeconds = 10
        page.isKept = false
        return page
    }

    private var state: HTML {
        guard !readiness.ready else {
            return "<p class=\"note good\">\(Icon.check)<span>The service is ready.</span></p>"
        }
        return """
            <div class="note bad">\(Icon.warn)<div><b>The service is not ready.</b><ul>\(each: readiness.reasons, { "<li>\($0)</li>" })</ul></div></div>
            """
    }

    private func tile(_ name: String, _ count: UInt64, _ rate: String?, _ line: HTML?) -> HTML {
        let rate: HTML? = rate.map { "<span class=\"small soft\">\($0) a second</span>" }
        return
            "<div class=\"tile\"><span class=\"small soft\">\(name)</span><b class=\"num\">\(Words.grouped(Int64(count)))</b>\(rate)\(line)</div>"
    }

    /// What was added a second, over the last minute.
    private func rate(_ value: KeyPath<Figures.Sample, UInt64>) -> String? {
        let recent = figures.samples.suffix(7)
        guard let first = recent.first, let last = recent.last, recent.count > 1 else { return nil }
        let seconds = Double((recent.count - 1) * figures.secondsBetweenSamples)
        let rate = Double(last[keyPath: value] - min(first[keyPath: value], last[keyPath: value])) / seconds
        return rate < 10 ? "\((rate * 10).rounded() / 10)" : Words.grouped(Int64(rate))
    }

    /// What was added from sample to sample, over an hour.
    private func sparkline(_ value: KeyPath<Figures.Sample, UInt64>) -> HTML? {
        Sparkline(
            zip(figures.samples, figures.samples.dropFirst()).map { earlier, later in
                later[keyPath: value] - min(earlier[keyPath: value], later[keyPath: value])
            }
        ).html
    }

    private var room: HTML {
        Facts([
            ("free on the disk", "\(Words.bytes(Int64(readiness.freeDiskBytes)))"),
            ("log", "\(Words.bytes(Int64(figures.logBytes))) of at most \(Words.bytes(Int64(figures.logMapBytes)))"),
            (
                "waiting",
                "\(figures.waiting.map { "\($0.queue) \($0.count)" }.joined(separator: ", "))"
            ),
        ]).html
    }

    private var latencies: HTML? {
        guard !figures.latencies.isEmpty else { return nil }
        return """
            <h2>Time to answer</h2>\(ScrolledTable(
                "Time to answer", ["Operation", "#Answers", "#Half within", "#99 of 100 within"],
                figures.latencies.map {
                    ["<code>\($0.operation)</code>", "\(Words.grouped(Int64($0.count)))", Self.time($0.median), Self.time($0.slowest)]
                }).html)<p class="soft small">Since the service started. The ten operations that are asked most.</p>
            """
    }

    private var refusals: HTML? {
        guard !figures.refusals.isEmpty else { return nil }
        return """
            <h2>Refused requests</h2>\(ScrolledTable(
                "Refused requests", ["Status", "#Answers"],
                figures.refusals.map { ["\($0.status)", "\(Words.grouped(Int64($0.count)))"] }).html)
            """
    }

    private static func time(_ seconds: Double) -> HTML {
        seconds.isInfinite
            ? "over 10 s" : seconds < 1 ? "\("\((seconds * 10_000).rounded() / 10)") ms" : "\("\(seconds)") s"
    }
}
