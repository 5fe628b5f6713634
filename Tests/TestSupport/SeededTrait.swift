import Foundation
package import Testing

/// A test that draws random numbers: `@Test(.seeded)` or `@Suite(.seeded)`.
///
/// Its numbers come from `SeededGenerator.ofTest()`. An issue that it records says how to draw the same numbers again.
package struct SeededTrait: TestTrait, SuiteTrait, TestScoping {
    /// The seed of this run: `LARDER_SEED`, which `tools/test` derives from the commit, or 1.
    package static let runSeed = ProcessInfo.processInfo.environment["LARDER_SEED"].flatMap(UInt64.init) ?? 1

    package var isRecursive: Bool { true }

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let named = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            issue.comments.append("run again with the same random numbers: LARDER_SEED=\(Self.runSeed)")
            return issue
        }
        let seed = Self.seed(for: test.name)
        try await named.provideScope(for: test, testCase: testCase) {
            try await SeededGenerator.$testSeed.withValue(seed) { try await function() }
        }
    }

    /// `count` seeds for the arguments of a parameterized test: others in each run, the same for the same `LARDER_SEED`.
    package static func seeds(_ count: Int, for purpose: String) -> [UInt64] {
        var generator = SeededGenerator(seed: seed(for: purpose))
        // Short, because people type them.
        return (0..<count).map { _ in generator.next() >> 34 }
    }

    /// FNV-1a of the name, so that two tests of one run draw different numbers.
    private static func seed(for name: String) -> UInt64 {
        name.utf8.reduce(runSeed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension Trait where Self == SeededTrait {
    package static var seeded: Self { SeededTrait() }
}

/// SplitMix64: the same numbers for the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True once in `count` times.
    package mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
    package mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element? {
        elements.randomElement(using: &self)
    }
}

extension SeededGenerator {
    @TaskLocal fileprivate static var testSeed: UInt64?

    /// The random numbers of the running test. Call it in the test's own task.
    package static func ofTest() -> SeededGenerator {
        guard let testSeed else { preconditionFailure("a test that draws random numbers has the trait .seeded") }
        return SeededGenerator(seed: testSeed)
    }
}

/// The tier of this run.
package enum Tier {
    /// `tools/test --long`: the full numbers.
    package static let isLong = ProcessInfo.processInfo.environment["LARDER_LONG_TESTS"] != nil

    /// How many rounds a test plays: few at every commit, `long` with `--long`.
    package static func rounds(_ short: Int, long: Int) -> Int { isLong ? long : short }

    /// What a run looks at of many like cases that each start programs: another part at every commit, all with `--long`.
    package static func share<Case>(of cases: [Case], oneIn count: Int) -> [Case] {
        guard !isLong else { return cases }
        let first = Int(SeededTrait.runSeed % UInt64(count))
        return cases.enumerated().filter { $0.offset % count == first }.map(\.element)
    }
}
