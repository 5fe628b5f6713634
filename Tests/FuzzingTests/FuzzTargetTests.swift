import Foundation
import Fuzzing
import TestSupport
import Testing

/// Every reader of foreign bytes, over mutated samples. `tools/fuzz` goes further, guided by coverage.
@Suite struct FuzzTargetTests {
    /// `LARDER_FUZZ_RUNS` asks for more, and `LARDER_FUZZ_SEED` for others.
    private static let environment = ProcessInfo.processInfo.environment
    private static let runs = environment["LARDER_FUZZ_RUNS"].flatMap(Int.init) ?? 500
    private static let seed = environment["LARDER_FUZZ_SEED"].flatMap(UInt64.init) ?? 1

    @Test(
        "each reader of foreign bytes accepts its samples and survives no bytes at all", arguments: FuzzTarget.allCases)
    func takesItsSamples(_ target: FuzzTarget) throws {
        let samples = target.samples
        #expect(!samples.isEmpty)
        for sample in samples { try target.run(sample) }
        try target.run([])
    }

    @Test("no reader traps on mutated samples or misreads them", arguments: FuzzTarget.allCases)
    func misreadsNothing(_ target: FuzzTarget) {
        let samples = target.samples
        // A fold of a whole history takes a thousand times as long as a look at a header.
        let runs = target == .fold ? Self.runs / 30 : Self.runs
        for run in 0..<UInt64(runs) {
            var random = SeededGenerator(seed: Self.seed << 32 | run)
            let bytes = Mutation.mutated(samples, using: &random)
            do throws(Finding) {
                try target.run(bytes)
            } catch {
                Issue.record(
                    "\(target.rawValue), run \(run) of seed \(Self.seed): \(error)\n\(Data(bytes).base64EncodedString())"
                )
                return
            }
        }
    }
}
