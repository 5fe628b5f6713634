import Foundation

/// All experiments, and the table of what came of them.
package struct Laboratory {
    package struct Options: Sendable {
        /// Every case that can be counted, and 2,000 seeds; else few cases of each experiment, for every commit.
        package var isLong = false
        /// The number of cases of each experiment that draws them; `nil`: what the experiment says.
        package var seeds: Int?
        package var firstSeed: UInt64 = 0
        package var only: [String] = []

        package init() {}

        /// `few`: how many unless `--long` or `--seeds` says otherwise.
        func range(few: Int) -> Range<UInt64> {
            firstSeed..<firstSeed + UInt64(seeds ?? (isLong ? 2000 : few))
        }

        /// Every number with `--long`, else one of `stride`: another one with another first seed.
        func isTried(_ number: Int, oneIn stride: Int) -> Bool {
            isLong || (number + Int(firstSeed % UInt64(stride))) % stride == 0
        }
    }

    /// One line of the table.
    package struct Row: Sendable {
        package var experiment: String
        package var cases: Int
        package var losses: Int
        package var remark: String
        package var details: [String] = []
    }

    private var options = Options()

    package struct Usage: Error, CustomStringConvertible {
        package var description: String
    }

    package init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func number(_ option: String) throws -> UInt64 {
            guard let text = rest.popFirst(), let number = UInt64(text), number <= 1_000_000_000 else {
                throw Usage(description: "\(option) takes a number up to 1,000,000,000")
            }
            return number
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--long": options.isLong = true
            case "--seeds": options.seeds = Int(try number(argument))
            case "--from": options.firstSeed = try number(argument)
            case let name where Self.experiments.contains(name): options.only.append(name)
            default:
                throw Usage(
                    description:
                        "\(argument) is none of \(Self.experiments.joined(separator: ", ")), --long, --seeds, --from")
            }
        }
    }

    private static let experiments = [
        "power-loss", "planted-bugs", "failing-calls", "loads", "successors", "damage", "simulation",
    ]

    /// False if anything was lost.
    package func run() throws -> Bool {
        let directory = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .path
        let bench = try Bench(in: directory)
        var rows: [Row] = []
        func wants(_ name: String) -> Bool { options.only.isEmpty || options.only.contains(name) }
        if wants("power-loss") { rows += try bench.powerLoss(options) }
        if wants("planted-bugs") { rows += try bench.plantedBugs(options) }
        if wants("failing-calls") { rows += try bench.failingCalls(options) }
        if wants("loads") { rows += try bench.loads(options) }
        if wants("damage") { rows += try bench.damagedFiles(options) }
        if wants("successors") { rows += try bench.successors(options) }
        if wants("simulation") { rows += try bench.simulation(options) }
        print(Self.table(rows))
        return rows.allSatisfy { $0.losses == 0 }
    }

    package static func table(_ rows: [Row]) -> String {
        let header = ["experiment", "cases", "losses", "remark"]
        let cells = [header] + rows.map { [$0.experiment, "\($0.cases)", "\($0.losses)", $0.remark] }
        let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        var lines = cells.map { row in
            row.indices.map { row[$0] + String(repeating: " ", count: widths[$0] - row[$0].count) }
                .joined(separator: "  ")
        }
        for row in rows { lines += row.details.map { "  \(row.experiment): \($0)" } }
        return lines.joined(separator: "\n")
    }
}
