import Events
import Layout
import Projections
import TestSupport
import Testing
import Views

@Suite("What is counted")
struct RecipeCountsTests {
    /// Every opinion counts once, in its present state.
    @Test("stored counts of a recipe are the sums of its opinions", arguments: 1...30)
    func countsAreSumsOverOpinions(seed: Int) throws {
        let replay = Replay<AllProjectors>().fold(HistoryGenerator.history(seed: UInt64(seed)))
        var sums: [Key: RecipeCounts] = [:]
        replay.snapshot.scan(replay.view.recipes.opinions) { key, opinion in
            sums[Key(key.uint64(at: 8)), default: RecipeCounts()].replace(OpinionRow(), with: opinion.counted)
            return true
        }
        replay.snapshot.scan(replay.view.recipes.rows) { key, row in
            var counts = row.counts
            counts.comments = 0
            #expect(counts == sums[key] ?? RecipeCounts())
            return true
        }
        #expect(!sums.isEmpty)
    }
}
