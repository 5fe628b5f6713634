import CloudEvents
import Community
import Decisions
import EventLog
import Events
import Foundation
import Layout
import Synchronization

extension Benchmark {
    /// Clients that each wait until their event is durable before they send the next.
    func measureAppends(_ measure: Measure, clients: Int, events: Int) throws {
        let guests = try guests()
        let each = max(1, events / clients)
        var latencies = Latencies()
        let rates = try runs {
            let first = takeActions(each * clients)
            let run =
                if clients == 1 {
                    try Clients.runAlone(count: each) { index in
                        let outcome = try guests.community.submit(guests.action(first + index))
                        guard outcome.changed else { throw Self.unchanged() }
                    }
                } else {
                    try Clients.run(count: clients, each: each) { client, index in
                        let outcome = try await guests.community.submit(guests.action(first + client * each + index))
                        guard outcome.changed else { throw Self.unchanged() }
                    }
                }
            latencies.add(run.latencies)
            return Double(each * clients) / run.seconds
        }
        add(Figure(measure.rawValue, "events/s", runs: rates, latencies: latencies))
    }

    /// Batches that share a transaction, made beforehand.
    func measureBulk() throws {
        let guests = try guests()
        let count = min(BenchmarkPlan.batchCount, plan.events)
        let rates = try runs {
            let first = takeActions(count)
            let batch = (first..<first + count).map(guests.action)
            return Double(count)
                / (try Stopwatch.seconds {
                    for result in try guests.community.submit(batch: batch) {
                        guard try result.get().changed else { throw Self.unchanged() }
                    }
                })
        }
        add(Figure("bulk", "events/s", runs: rates))
    }

    /// The refusal if an event changed nothing: the figure would measure no append.
    private static func unchanged() -> Refusal { Refusal.notMeasured("an event of the benchmark was there already") }

    func measureVerbatimImport() throws {
        let log = try synthetic().community.log
        let path = "\(directory)/export.larder"
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try Verbatim.export(log) { try file.write(contentsOf: $0) }
        try file.close()
        let rates = try runs {
            let target = fresh("import")
            defer { try? FileManager.default.removeItem(atPath: target) }
            let source = try FileBytes(path: path)
            var count = 0
            let seconds = try Stopwatch.seconds {
                count = try Verbatim.restore(.community, into: target) { _ in
                    var chunk: [UInt8] = []
                    try source.read(into: &chunk)
                    return chunk
                }
            }
            return Double(count) / seconds
        }
        try FileManager.default.removeItem(atPath: path)
        add(Figure("import", "events/s", runs: rates))
    }

    /// The synthetic community's first events, as another place would send them.
    func measureSubmit() throws {
        let path = "\(directory)/events.ndjson"
        let count = try writeLines(of: try synthetic().community.log, upTo: max(1_000, plan.events), to: path)
        let rates = try runs {
            let target = fresh("submit")
            defer { try? FileManager.default.removeItem(atPath: target) }
            let seconds = try Stopwatch.seconds {
                let community = try Community.open(at: target, mode: .createIfAbsent)
                defer { community.close() }
                let lines = EventLines(try FileBytes(path: path))
                let report = try Submission().run(lines, begin: community.stream().begin).report
                guard report.appended > 0, report.read == count else {
                    throw Refusal.notMeasured("of \(count) lines \(report.read) were read")
                }
            }
            return Double(count) / seconds
        }
        try FileManager.default.removeItem(atPath: path)
        add(Figure("submit", "lines/s", runs: rates))
    }

    /// Returns the number of written lines.
    private func writeLines(of log: EventLog, upTo limit: Int, to path: String) throws -> Int {
        var bytes: [UInt8] = []
        var count = 0
        let writer = CloudEventWriter(.portable, logID: log.lineage.text)
        try log.read { snapshot in
            var names = NamesAlongTheLog { position in (try? snapshot.record(at: position))?.origin }
            try snapshot.forEach(from: Position(1)) { record in
                if let portable = record.portable(after: names) {
                    bytes += writer.line(portable, names: names) + [0x0A]
                    names.fold(portable)
                    count += 1
                } else {
                    names.pass(over: record.position)
                }
                return count < limit
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return count
    }
}
