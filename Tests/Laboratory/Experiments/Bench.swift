import Foundation
import Synchronization

/// Where experiments are made.
package struct Bench {
    package let products: Products
    package let scratch: Scratch
    package let examiner: Examiner

    /// `directory`: where products are built to.
    package init(in directory: String) throws {
        scratch = Scratch()
        products = try Products(in: directory, scratch: scratch)
        examiner = Examiner(products, in: scratch)
    }

    package func life() throws -> Story {
        try Story.tell(Script.life(products, in: scratch), products, in: scratch, examiner: examiner)
    }

    package func powerLoss(_ options: Laboratory.Options) throws -> [Laboratory.Row] {
        let experiment = PowerLoss(try life(), examiner: examiner, in: scratch)
        let few = try experiment.run(
            experiment.exhaustiveCases(pendingMax: options.isLong ? 8 : 2) { options.isTried($0, oneIn: 120) })
        let seeds = options.range(few: 15)
        let drawn = try experiment.run(experiment.drawnCases(seeds: seeds))
        let torn = try experiment.run(
            experiment.tornCases { options.isTried($0, oneIn: 6) })
        return [
            ("power loss, each part", few, ""), ("power loss, drawn", drawn, "seeds \(seeds)"),
            ("power loss, torn sectors", torn, ""),
        ].map {
            (name, result, seeds) in
            Laboratory.Row(
                experiment: name, cases: result.cases, losses: result.violations.count,
                remark: "\(seeds) \(result.same) left the same bytes as another",
                details: result.violations.prefix(10).map(\.description))
        }
    }

    package func plantedBugs(_ options: Laboratory.Options) throws -> [Laboratory.Row] {
        let story = try life()
        let rows = try PlantedBug.allCases.map { bug in
            let experiment = PowerLoss(story, planting: bug, examiner: examiner, in: scratch)
            // In small groups: the first violation is enough.
            var result = PowerLoss.Result()
            var first = options.firstSeed
            while result.violations.isEmpty, first < options.firstSeed + 400 {
                let cases = experiment.drawnCases(seeds: first..<first + 20)
                let some = try experiment.run(cases, violationsMax: 1)
                result.cases += some.cases
                result.violations += some.violations
                first += 20
            }
            let caught = result.violations.first
            return Laboratory.Row(
                experiment: "planted: \(bug.rawValue)", cases: result.cases, losses: caught == nil ? 1 : 0,
                remark: caught.map { "caught \($0)" } ?? "NOT CAUGHT")
        }
        return rows + [try plantedInSimulation(options)]
    }

    /// The oracle of a fault simulation must notice a planted bug too.
    private func plantedInSimulation(_ options: Laboratory.Options) throws -> Laboratory.Row {
        var (cases, caught): (Int, String?) = (0, nil)
        while caught == nil, cases < 20 {
            let seed = options.firstSeed + UInt64(cases)
            let simulation = try Simulation(products, in: scratch, examiner: examiner, seed: seed, planting: .noSync)
            caught = try simulation.run().violations.first
            cases += 1
        }
        return Laboratory.Row(
            experiment: "planted in a simulation: \(PlantedBug.noSync.rawValue)", cases: cases,
            losses: caught == nil ? 1 : 0, remark: caught.map { "caught \($0)" } ?? "NOT CAUGHT")
    }

    package func simulation(_ options: Laboratory.Options) throws -> [Laboratory.Row] {
        let seeds = options.range(few: 12)
        let sum = try simulations(seeds)
        return [
            Laboratory.Row(
                experiment: "simulation", cases: seeds.count, losses: sum.violations.count,
                remark:
                    "seeds \(seeds): \(sum.commands) commands, \(sum.acknowledged) acknowledged, \(sum.faults) disturbed, \(sum.kills) killed, \(sum.powerLosses) power losses, \(sum.checks) checks",
                details: Array(sum.violations.prefix(20)))
        ]
    }

    /// Runs as many at once as there are processors: the processes of each wait for the disk and for each other.
    private func simulations(_ seeds: Range<UInt64>) throws -> Simulation.Result {
        let (products, scratch) = (products, scratch)
        let outcome = Mutex(Result<Simulation.Result, any Error>.success(Simulation.Result()))
        let workers = ProcessInfo.processInfo.activeProcessorCount
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            let examiner = Examiner(products, in: scratch)
            for seed in seeds where Int(seed % UInt64(workers)) == worker {
                let one = Result { try Simulation(products, in: scratch, examiner: examiner, seed: seed).run() }
                outcome.withLock { outcome in
                    outcome = Result {
                        var sum = try outcome.get()
                        sum += try one.get()
                        return sum
                    }
                }
            }
        }
        return try outcome.withLock { try $0.get() }
    }
}
