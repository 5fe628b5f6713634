import TestSupport
import Testing
import Views

@Suite struct MembersLawsTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func laws(seed: UInt64) { #expect(ProjectorLaws<MembersProjector>.violations(seed: seed) == []) }
}
