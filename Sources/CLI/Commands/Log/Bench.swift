import ArgumentParser
import Events
import Foundation
import Operations

struct Bench: Verb {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure this machine: how fast larder appends, folds and answers here.",
        discussion: """
            Everything happens in a directory of its own, which is removed in the end, on a synthetic community as larder demo makes it. \
            What is measured is durable, decided and checked as usual. Measures: \
            \(Measure.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: "; ")).
            """)
    static let examples = [
        Example("bench --only append-64 bulk --members 1000", "some of it"),
        Example("bench --only populate boards --members 1000 --json", "100,000 events, for programs"),
    ]

    @OptionGroup var options: GlobalOptions
    @Option(parsing: .upToNextOption, help: ArgumentHelp("Only these measures.", valueName: "name")) var only:
        [String] = []
    @Option(help: ArgumentHelp("Members of the synthetic community, 20 to 1,000,000.", valueName: "n")) var members =
        500
    @Option(help: ArgumentHelp("Events for each of these members, 5 to 10,000.", valueName: "n")) var each = 100
    @Option(help: ArgumentHelp("Events of an append measure's run (else 20 for each member).", valueName: "n"))
    var events: Int?
    @Option(help: ArgumentHelp("Runs of each measure, 1 to 100.", valueName: "n")) var runs = 3
    @Option(help: ArgumentHelp("Events a second that lag is measured at.", valueName: "n")) var rate = 20_000
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("Where to make the directory (else the temporary one).", valueName: "dir"))
    var place: String?

    @Option(
        help: ArgumentHelp(
            "Keep the synthetic community in that absent or empty directory, and leave it there; one that is there already is measured again.",
            valueName: "dir"))
    var keep: String?

    var reach: Reach { .nowhere }

    var columns: [String] { ["measure", "median", "unit", "lowest", "highest", "p50 ms", "p99 ms"] }

    func execute(_ invocation: Invocation) throws {
        let plan = try plan()
        let report = try Benchmark.run(plan) { measure, done, total in
            guard !invocation.options.quiet else { return }
            StandardStream.writeError("larder: measuring \(measure.rawValue) (\(done + 1) of \(total))\n")
        }
        try invocation.output.answer(report) { text(report, invocation.output.terminal) }
    }

    private func plan() throws(Refusal) -> BenchmarkPlan {
        let all = Measure.allCases.map { (key: $0.rawValue, value: $0) }
        let measures = try only.map { word throws(Refusal) in
            try Word.choose(word, all, field: "only", noun: "measure")
        }
        try check(members, in: 20...1_000_000, "members")
        try check(each, in: 5...10_000, "each")
        try check(runs, in: 1...100, "runs")
        let events = events ?? members * 20
        try check(events, in: 100...10_000_000, "events")
        try check(rate, in: 100...1_000_000, "rate")
        let directory = place ?? FileManager.default.temporaryDirectory.path
        var isDirectory = ObjCBool(false)
        guard unsafe FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue
        else { throw Refusal(.notFound, "there is no directory \(directory): name another with --in", field: "in") }
        return BenchmarkPlan(
            measures: measures.isEmpty ? Set(Measure.allCases) : Set(measures), members: members, eventsPerMember: each,
            events: events, runs: runs, rate: rate, directory: directory, keptCommunity: keep)
    }

    private func check(_ value: Int, in range: ClosedRange<Int>, _ name: String) throws(Refusal) {
        guard !range.contains(value) else { return }
        let (low, high) = (Wording.count(range.lowerBound), Wording.count(range.upperBound))
        throw Refusal(.usage, "--\(name) must be \(low) to \(high), not \(value)", field: name)
    }

    private func text(_ report: BenchmarkReport, _ terminal: Terminal) -> String {
        var table = TextTable([
            .whole("measure"), .number("median"), .whole("unit"), .number("lowest"), .number("highest"),
            .number("p50 ms"), .number("p99 ms"),
        ])
        func number(_ value: Double) -> String {
            guard terminal.style == nil else { return "\(value)" }
            return value >= 1_000
                ? Wording.count(Int(value.rounded())) : String(format: value >= 10 ? "%.1f" : "%.3f", value)
        }
        for figure in report.figures {
            table.add([
                figure.name, number(figure.value), figure.unit, number(figure.low), number(figure.high),
                figure.p50.map(number) ?? "", figure.p99.map(number) ?? "",
            ])
        }
        return table.text(for: terminal)
    }
}
