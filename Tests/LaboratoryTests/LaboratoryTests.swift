import Experiments
import Foundation
import Testing

/// Disasters in small numbers, so that none of them is forgotten; `tools/lab --long` has many.
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

    @Test func aPowerLossTakesNothingThatWasAcknowledged() throws {
        expectNoLosses(try Self.bench().powerLoss(Laboratory.Options()))
    }

    @Test func plantedBugsAreCaught() throws {
        let rows = try Self.bench().plantedBugs(Laboratory.Options())
        #expect(rows.count == PlantedBug.allCases.count + 1)
        expectNoLosses(rows)
    }

    @Test func whateverCallFailsIsSaid() throws {
        expectNoLosses(try Self.bench().failingCalls(Laboratory.Options()))
    }

    @Test func whoeverGoesOnAfterADeathLosesNothing() throws {
        expectNoLosses(try Self.bench().successors(Laboratory.Options()))
    }

    @Test func damageIsSaidOrChangesNothing() throws {
        expectNoLosses(try Self.bench().damagedFiles(Laboratory.Options()))
    }

    @Test func aHardLifeKeepsWhatWasPromised() throws {
        expectNoLosses(try Self.bench().simulation(Laboratory.Options()))
    }
}
