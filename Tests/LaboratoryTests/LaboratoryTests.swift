import Experiments
import Foundation
import Testing

/// A few cases of each experiment; `tools/lab --long` runs all of them.
@Suite(.serialized) struct LaboratoryTests {
    /// Beside the test bundle, in the products' directory.
    private static func bench() throws -> Bench {
        var directory = (Bundle.main.executableURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
        for argument in ProcessInfo.processInfo.arguments where argument.hasSuffix(".xctest") {
            directory = URL(filePath: argument).deletingLastPathComponent()
        }
        return try Bench(in: directory.path)
    }

    private func expectNoLosses(_ rows: [Laboratory.Row], _ location: SourceLocation = #_sourceLocation) {
        print(Laboratory.table(rows))
        for row in rows {
            #expect(row.cases > 0, "\(row.experiment) looked at nothing", sourceLocation: location)
            #expect(row.losses == 0, "\(row.experiment): \(row.remark) \(row.details)", sourceLocation: location)
        }
    }

    @Test("a power loss takes nothing that was acknowledged, wherever it tears a sector")
    func powerLoss() throws {
        expectNoLosses(try Self.bench().powerLoss(Laboratory.Options()))
    }

    @Test("the experiments notice every planted bug")
    func plantedBugs() throws {
        let rows = try Self.bench().plantedBugs(Laboratory.Options())
        #expect(rows.count == PlantedBug.allCases.count + 1)
        expectNoLosses(rows)
    }

    @Test("a failing system call is reported, and loses nothing that was acknowledged")
    func failingCalls() throws {
        expectNoLosses(try Self.bench().failingCalls(Laboratory.Options()))
    }

    @Test("under load a snapshot of the disk has every acknowledged event, and a failing disk ends acknowledgements")
    func loads() throws {
        expectNoLosses(try Self.bench().loads(Laboratory.Options()))
    }

    @Test("a process that goes on after the death of another loses nothing")
    func successors() throws {
        expectNoLosses(try Self.bench().successors(Laboratory.Options()))
    }

    @Test("damage of stored files is reported, or changes nothing")
    func damagedFiles() throws {
        expectNoLosses(try Self.bench().damagedFiles(Laboratory.Options()))
    }

    @Test("a seeded fault simulation keeps what was acknowledged")
    func simulation() throws {
        expectNoLosses(try Self.bench().simulation(Laboratory.Options()))
    }
}
