import TestSupport
import Testing
import Views

@Suite struct StandingsLawsTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func laws(seed: UInt64) { #expect(ProjectorLaws<StandingsProjector>.violations(seed: seed) == []) }
}
