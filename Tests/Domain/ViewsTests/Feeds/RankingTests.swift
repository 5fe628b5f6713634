import Events
import Testing
import Views

@Suite("The formulas of ranking")
struct RankingTests {
    @Test(
        "hot values equal those computed by hand",
        arguments: [
            // Computed by hand: log10(100) = 2, and the time part in steps of 45,000 seconds.
            (100, 1_134_028_003, 20_000_000), (-100, 1_134_028_003, -20_000_000), (0, 1_134_073_003, 10_000_000),
            (1, 1_134_028_003, 0), (10, 1_133_983_003, 0), (0, 1_134_028_004, 222),
        ] as [(Int64, Int64, Int64)])
    func hot(score: Int64, seconds: Int64, expected: Int64) {
        #expect(Ranking.hot(score: score, postedAt: Timestamp(seconds: seconds)) == expected)
    }

    @Test("every time and score has a hot value, and time decides") func anyTimeAndScoreHasAHotValue() {
        for time in [Timestamp.earliest, .latest] {
            for score in [Int64.min, -1, 0, 1, .max] { _ = Ranking.hot(score: score, postedAt: time) }
        }
        #expect(Ranking.hot(score: 5, postedAt: .earliest) < Ranking.hot(score: -5, postedAt: .latest))
    }

    /// By hand: 10000·log10(3 + s) / (h + 2)^1.8, without decimals.
    @Test(
        "trending values equal those computed by hand",
        arguments: [
            (0, 0, 1370), (7, 0, 2871), (97, 10, 228), (-3, 0, 0), (-2, 0, 0), (10, 24, 31), (10, 174, 1), (10, 176, 0),
            (97, -5, 5743),
        ] as [(Int64, Int64, Int64)])
    func trending(score: Int64, hours: Int64, expected: Int64) {
        let now = Timestamp(seconds: 1_767_600_000)
        let posted = Timestamp(seconds: 1_767_600_000 - hours * 3600)
        #expect(Ranking.trending(score: score, postedAt: posted, at: now) == expected)
    }

    @Test("every time and score has a trending value that is not negative") func trendingIsTotal() {
        for (time, instant) in [(Timestamp.earliest, Timestamp.latest), (.latest, .earliest), (.latest, .latest)] {
            for score in [Int64.min, -3, 0, .max] {
                #expect(Ranking.trending(score: score, postedAt: time, at: instant) >= 0)
            }
        }
    }

    @Test("more votes with an equal share rank higher") func moreVotesOfTheSameShareAreMoreCertain() {
        #expect(Ranking.best(upvotes: 0, downvotes: 0) == 0)
        #expect(Ranking.best(upvotes: 1, downvotes: 0) < Ranking.best(upvotes: 10, downvotes: 0))
        #expect(Ranking.best(upvotes: 10, downvotes: 10) < Ranking.best(upvotes: 100, downvotes: 100))
        #expect(Ranking.best(upvotes: 0, downvotes: 9) < Ranking.best(upvotes: 1, downvotes: 9))
        // For a single vote up the formula shrinks to 1/(1 + z²).
        let one = Double(bitPattern: UInt64(Ranking.best(upvotes: 1, downvotes: 0)))
        let z = 1.281551565545
        #expect(abs(one - 1 / (1 + z * z)) < 1e-12)
    }

    @Test(
        "best: the lower bound of the Wilson interval, z = 1.281551565545",
        arguments: [
            // Computed by another program, in doubles.
            (9, 4, 0.5146649231168632), (1, 1, 0.16425172002984176), (100, 3, 0.9411575314285658),
            (1, 9, 0.03041064428211725), (5, 0, 0.7527428728792092),
        ] as [(Int64, Int64, Double)])
    func best(upvotes: Int64, downvotes: Int64, expected: Double) {
        let bound = Double(bitPattern: UInt64(Ranking.best(upvotes: upvotes, downvotes: downvotes)))
        #expect(abs(bound - expected) < 1e-12)
    }

    @Test("few ratings stay near the prior") func fewRatingsStayNearThePrior() {
        #expect(Double(bitPattern: UInt64(Ranking.rated(starsSum: 0, count: 0, .standard))) == 3.5)
        #expect(Double(bitPattern: UInt64(Ranking.rated(starsSum: 25, count: 5, .standard))) == 4.25)
    }
}
