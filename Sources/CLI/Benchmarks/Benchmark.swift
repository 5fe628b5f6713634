import Community
import Demo
import EventLog
import Events
import Foundation
import Layout
import Operations

/// Measures one machine: makes what it needs in a directory of its own, and removes it in the end.
///
/// Each measure runs as in use: appends are decided and durable, and each query opens its own snapshot of the views.
package final class Benchmark {
    let plan: BenchmarkPlan
    let directory: String
    private let progress: (Measure, _ done: Int, _ total: Int) -> Void
    private(set) var figures: [Figure] = []
    private var madeGuests: Guests?
    private var nextAction = 0
    var syntheticCommunity: MeasuredCommunity?

    private init(_ plan: BenchmarkPlan, progress: @escaping (Measure, Int, Int) -> Void) throws {
        self.plan = plan
        self.progress = progress
        directory = "\(plan.directory)/larder-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    /// Takes the planned measures. `progress` gets the next measure, the number of finished ones and their total.
    package static func run(
        _ plan: BenchmarkPlan, progress: @escaping (Measure, _ done: Int, _ total: Int) -> Void = { _, _, _ in }
    ) throws -> BenchmarkReport {
        let benchmark = try Benchmark(plan, progress: progress)
        defer { benchmark.remove() }
        try benchmark.measureAll()
        return BenchmarkReport(
            machine: .init(
                cores: ProcessInfo.processInfo.activeProcessorCount,
                memoryBytes: ProcessInfo.processInfo.physicalMemory,
                system: ProcessInfo.processInfo.operatingSystemVersionString),
            members: plan.members,
            events: try benchmark.syntheticCommunity.map { Int(try $0.community.log.head().value) } ?? 0,
            runs: plan.runs, figures: benchmark.figures)
    }

    private func measureAll() throws {
        let chosen = Measure.allCases.filter(plan.measures.contains)
        for (index, measure) in chosen.enumerated() {
            progress(measure, index, chosen.count)
            switch measure {
            case .appendAlone: try measureAppends(measure, clients: 1, events: plan.events / 4)
            case .appendBy64: try measureAppends(measure, clients: 64, events: plan.events)
            case .appendBy1024: try measureAppends(measure, clients: 1_024, events: plan.events)
            case .bulk: try measureBulk()
            case .lag: try measureLag()
            case .populate: add(Figure("populate", "events/s", runs: try synthetic().batchRates))
            case .live: add(Figure("live", "events/s", runs: try synthetic().liveRates))
            case .verbatimImport: try measureVerbatimImport()
            case .submit: try measureSubmit()
            case .open: try measureOpening()
            case .views: try measureViews()
            case .rebuild: try measureRebuild()
            case .boards: try measureBoards()
            case .queries: try measureQueries()
            case .pages: try measurePages()
            case .space: try measureSpace()
            }
        }
    }

    private func remove() {
        madeGuests?.community.close()
        syntheticCommunity?.community.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    func add(_ figure: Figure) { figures.append(figure) }

    /// The path of a new directory.
    func fresh(_ name: String) -> String { "\(directory)/\(name)-\(UUID().uuidString)" }

    /// Repeats the work for the planned number of runs and returns the figure of each run.
    func runs(_ body: () throws -> Double) rethrows -> [Double] {
        var values: [Double] = []
        for _ in 0..<plan.runs { values.append(try body()) }
        return values
    }

    // MARK: What is measured on

    func guests() throws -> Guests {
        if let madeGuests { return madeGuests }
        let lag = Int(Double(plan.rate) * BenchmarkPlan.lagSeconds) * plan.runs
        let guests = try Guests(
            at: fresh("guests"), members: min(1_000, plan.members), actions: plan.events * 4 * plan.runs + lag)
        madeGuests = guests
        return guests
    }

    /// Reserves `count` numbers of actions that no measure has used. Returns the first number.
    func takeActions(_ count: Int) -> Int {
        defer { nextAction += count }
        return nextAction
    }

    func synthetic() throws -> MeasuredCommunity {
        if let syntheticCommunity { return syntheticCommunity }
        let synthetic = try MeasuredCommunity(at: plan.keptCommunity ?? fresh("synthetic"), plan)
        syntheticCommunity = synthetic
        return synthetic
    }
}
