import Experiments
import Foundation
import TestSupport
import Testing

/// A few cases of each experiment; `tools/lab --long` runs all of them.
@Suite(.serialized) struct LaboratoryTests {
    /// Each commit tries other cases.
    private static let options = {
        var options = Laboratory.Options()
        options.firstSeed = SeededTrait.seeds(1, for: "laboratory")[0] % 1_000_000
        return options
    }()

    private static func bench() throws -> Bench { try Bench(in: BuiltProducts.directory.path) }

    private func expectNoLosses(_ rows: [Laboratory.Row], _ location: SourceLocation = #_sourceLocation) {
        print(Laboratory.table(rows))
        for row in rows {
            #expect(row.cases > 0, "\(row.experiment) looked at nothing", sourceLocation: location)
            #expect(row.losses == 0, "\(row.experiment): \(row.remark) \(row.details)", sourceLocation: location)
        }
    }

    @Test("a power loss takes nothing that was acknowledged, wherever it tears a sector")
    func powerLoss() throws {
        expectNoLosses(try Self.bench().powerLoss(Self.options))
    }

    @Test("the experiments notice every planted bug")
    func plantedBugs() throws {
        let rows = try Self.bench().plantedBugs(Laboratory.Options())
        #expect(rows.count == PlantedBug.allCases.count + 1)
        expectNoLosses(rows)
    }

    @Test("a failing system call is reported, and loses nothing that was acknowledged")
    func failingCalls() throws {
        expectNoLosses(try Self.bench().failingCalls(Self.options))
    }

    @Test("under load a snapshot of the disk has every acknowledged event, and a failing disk ends acknowledgements")
    func loads() throws {
        expectNoLosses(try Self.bench().loads(Self.options))
    }

    @Test("a process that goes on after the death of another loses nothing")
    func successors() throws {
        expectNoLosses(try Self.bench().successors(Self.options))
    }

    @Test("damage of stored files is reported, or changes nothing")
    func damagedFiles() throws {
        expectNoLosses(try Self.bench().damagedFiles(Self.options))
    }

    @Test("a seeded fault simulation keeps what was acknowledged")
    func simulation() throws {
        expectNoLosses(try Self.bench().simulation(Self.options))
    }
}
