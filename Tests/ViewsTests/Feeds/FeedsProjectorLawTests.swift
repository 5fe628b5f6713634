import TestSupport
import Testing
import Views

@Suite("The laws of projectors, feeds")
struct FeedsProjectorLawTests {
    @Test(arguments: 1...60) func hold(seed: Int) {
        #expect(ProjectorLaws<FeedsProjector>.violations(seed: UInt64(seed)) == [])
    }
}
