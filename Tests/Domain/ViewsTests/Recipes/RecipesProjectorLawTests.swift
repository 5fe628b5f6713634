import TestSupport
import Testing
import Views

@Suite("The laws of projectors, recipes")
struct RecipesProjectorLawTests {
    @Test(arguments: 1...60) func hold(seed: Int) {
        #expect(ProjectorLaws<RecipesProjector>.violations(seed: UInt64(seed)) == [])
    }
}
