import Foundation

extension Bench {
    package func damagedFiles(_ options: Laboratory.Options) throws -> [Laboratory.Row] {
        let healthy = scratch.newName()
        for line in try Script.life(products, in: scratch).lines {
            let launch = Launch(
                executable: line.isOwn ? products.laboratory : products.larder,
                arguments: line.isOwn ? line.arguments + [healthy] : ["--data", healthy] + line.arguments)
            let end = try launch.run(in: scratch)
            guard end.isDone else { throw Story.Untold(description: "\(line.name) \(end.summary)") }
        }
        let experiment = try DamagedFiles(products, in: scratch, healthy: healthy)
        let seeds = options.range(few: 9)
        var cases = try experiment.drawnCases(seeds: seeds)
        if options.isLong { cases += try experiment.allCases(seed: options.firstSeed) }
        var sums: [String: DamagedFiles.Result] = [:]
        for one in cases {
            let name =
                one.file.hasPrefix("views/gen-") ? "views/gen-N/" + (one.file as NSString).lastPathComponent : one.file
            sums[name, default: DamagedFiles.Result()] += try experiment.run(one)
        }
        return sums.sorted { $0.key < $1.key }.map { name, sum in
            Laboratory.Row(
                experiment: "damage: \(name)", cases: sum.cases, losses: sum.violations.count,
                remark:
                    "answers: \(sum.right) right, \(sum.refused) refused, \(sum.wrong) wrong, \(sum.crashes) crashes; doctor found \(sum.found), not \(sum.unforeseen)\(sum.healed > 0 ? ", healed \(sum.healed)" : "")",
                details: Array(sum.violations.prefix(40)))
        }
    }
}
