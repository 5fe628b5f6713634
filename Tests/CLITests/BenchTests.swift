import Foundation
import TestSupport
import Testing

@testable import CLI

/// How fast anything is, no test says; that everything is measured, and in which shape it is told, this one does.
@Suite struct BenchTests {
    private static let names: Set<String> = [
        "append-1", "append-64", "append-1024", "bulk", "lag", "populate", "live", "import", "submit", "open",
        "open.views", "views", "rebuild", "boards", "query.profile", "query.recipe", "query.search", "query.comments",
        "query.feed",
        "query.feed-hot", "query.following", "query.board", "query.around", "query.notifications", "page.feed",
        "page.recipe", "page.board", "space.log",
        "space.state", "space.all",
    ]
    private static let units: Set<String> = ["events/s", "lines/s", "ms", "bytes/event"]

    @Test("larder bench measures every figure and leaves no file behind")
    func everythingIsMeasuredAndNothingIsLeftBehind() throws {
        let scratch = TemporaryDirectory()
        let measures = Tier.share(of: Measure.allCases, oneIn: 4)
        let names = Self.names.filter { name in measures.contains { Self.isFigure(name, of: $0) } }
        let run = try Program.run(
            ["bench", "--members", "20", "--events", "100", "--runs", "1", "--rate", "100", "--in", scratch.path]
                + ["--json", "--only"] + measures.map(\.rawValue))
        #expect(run.status == 0, "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let report = try #require(object as? [String: Any])
        #expect(Set(report.keys) == ["machine", "members", "events", "runs", "figures"])
        #expect(report["members"] as? Int == 20 && report["runs"] as? Int == 1)
        #expect(try #require(report["events"] as? Int) > 2_000)
        #expect(Set(try #require(report["machine"] as? [String: Any]).keys) == ["cores", "memoryBytes", "system"])
        let figures = try #require(report["figures"] as? [[String: Any]])
        #expect(figures.count == names.count)
        #expect(Set(figures.compactMap { $0["name"] as? String }) == names)
        for figure in figures {
            let name = try #require(figure["name"] as? String)
            #expect(Self.units.contains(try #require(figure["unit"] as? String)), "\(name)")
            let (low, value, high) = (
                try #require(figure["low"] as? Double), try #require(figure["value"] as? Double),
                try #require(figure["high"] as? Double)
            )
            #expect(low <= value && value <= high && high > 0, "\(name)")
            #expect(try #require(figure["runs"] as? [Double]).contains(value), "\(name)")
            let isOfCalls =
                name.hasPrefix("query.") || name.hasPrefix("page.") || name.hasPrefix("append-")
                || name.hasPrefix("open")
            #expect((figure["p99"] as? Double != nil) == (isOfCalls || name == "lag"), "\(name)")
        }
    }

    private static func isFigure(_ name: String, of measure: Measure) -> Bool {
        switch measure {
        case .queries: name.hasPrefix("query.")
        case .pages: name.hasPrefix("page.")
        case .space: name.hasPrefix("space.")
        case .open: name.hasPrefix("open")
        default: name == measure.rawValue
        }
    }

    @Test("each figure belongs to one measure") func figures() {
        for name in Self.names { #expect(Measure.allCases.count { Self.isFigure(name, of: $0) } == 1, "\(name)") }
        for measure in Measure.allCases {
            #expect(Self.names.contains { Self.isFigure($0, of: measure) }, "\(measure)")
        }
    }

    @Test("larder bench --only measures the named figures, and --keep keeps the community")
    func onlyWhatIsNamedIsMeasuredAndTheCrowdIsKept() throws {
        let scratch = TemporaryDirectory()
        let kept = scratch.path("community")
        let run = try Program.run([
            "bench", "--only", "boards", "--members", "20", "--runs", "2", "--keep", kept, "--quiet",
        ])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].hasPrefix("boards\t"))
        let status = try Program.run(["views", "verify", "--data", kept])
        #expect(status.status == 0, "\(status.errors)")
    }

    @Test(
        "larder bench refuses options that it cannot measure",
        arguments: [
            ("--members 3", 2), ("--runs 0", 2), ("--only append", 2), ("--in /nonexistent/place", 3),
        ])
    func whatCannotBeMeasuredIsRefused(options: String, status: Int32) throws {
        let run = try Program.run(["bench"] + options.split(separator: " ").map(String.init))
        #expect(run.status == status)
        #expect(run.errors.hasPrefix("larder: "))
    }

    @Test("latencies give their median, their percentiles and their extremes") func latenciesAreRanked() {
        var latencies = Latencies()
        for value in (1...200).reversed() { latencies.add(UInt64(value) * 1_000_000) }
        #expect(latencies.milliseconds(atShare: 0.5) == 101 && latencies.milliseconds(atShare: 0.99) == 199)
        let figure = Figure("x", "ms", runs: [3, 1, 2], latencies: latencies)
        #expect(figure.value == 2 && figure.low == 1 && figure.high == 3 && figure.calls == 200)
        #expect(Latencies().milliseconds(atShare: 0.5) == 0)
    }
}
