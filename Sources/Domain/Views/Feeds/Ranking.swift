package import Events
package import Layout
import Projections

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The formulas behind `hot`, `best` and `rated`, as integers that sort like the measured values.
///
/// Their values are stored in keys, so they depend on no clock. `trending` depends on the instant of the query and is
/// not stored.
package enum Ranking {
    /// `hot` counts in units of 10⁻⁷.
    package static let hotUnits: Double = 10_000_000

    /// Reddit's hot: `round(sign(s)·log10(max(|s|, 1)) + (t − 1134028003)/45000, 7)`, times 10⁷.
    package static func hot(score: Int64, postedAt: Timestamp) -> Int64 {
        let order = log10(Double(max(score.magnitude, 1)))
        let seconds = Double(postedAt.microseconds - 1_134_028_003_000_000) / 1_000_000
        let value = Double(score.signum()) * order + seconds / 45_000
        return Int64((value * hotUnits).rounded(.toNearestOrAwayFromZero))
    }

    /// The lower bound of the Wilson interval over up and down votes (z for 80 %, two-sided); 0 without votes.
    package static func best(upvotes: Int64, downvotes: Int64) -> Int64 {
        // Without upvotes the bound is exactly 0; rounding would miss it.
        guard upvotes > 0 else { return 0 }
        let count = Double(upvotes + downvotes)
        let z = 1.281551565545
        let share = Double(upvotes) / count
        let left = share + z * z / (2 * count)
        let right = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
        return ordered((left - right) / (1 + z * z / count))
    }

    /// The Bayesian mean of the stars; 0 without prior weight and ratings.
    static func rated(_ counts: RecipeCounts, _ prior: RatingPrior) -> Int64 {
        rated(starsSum: counts.starsSum, count: counts.ratingCount, prior)
    }

    package static func rated(starsSum: Int64, count: Int64, _ prior: RatingPrior) -> Int64 {
        let weight = prior.weight + Double(max(count, 0))
        return weight > 0 ? ordered((prior.weight * prior.stars + Double(starsSum)) / weight) : 0
    }

    /// Lemmy's hot: `floor(10000·log10(max(1, 3 + s)) / (h + 2)^1.8)`, h = hours between posting and `instant`. The
    /// value changes with time, so no index stores it.
    package static func trending(score: Int64, postedAt: Timestamp, at instant: Timestamp) -> Int64 {
        let hours = max(Double(instant.microseconds) - Double(postedAt.microseconds), 0) / 3_600_000_000
        return Int64(10_000 * log10(Double(max(score, -2)) + 3) / pow(hours + 2, 1.8))
    }

    /// The bit pattern of a non-negative number, which sorts like the number. Rounding may leave a value slightly below
    /// zero.
    private static func ordered(_ value: Double) -> Int64 { value > 0 ? Int64(bitPattern: value.bitPattern) : 0 }
}

/// The prior of the rules in force for weighing ratings.
package struct RatingPriorRow: StoredRow {
    package var prior: RatingPrior

    package init(_ prior: RatingPrior) { self.prior = prior }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        prior = RatingPrior(
            stars: Double(bitPattern: try reader.readUInt64()), weight: Double(bitPattern: try reader.readUInt64()))
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(prior.stars.bitPattern)
        writer.write(prior.weight.bitPattern)
    }
}

/// The cuisines and diets in a member's profile: the for-you feed prefers recipes that suit them.
struct Tastes {
    /// First byte of the for-you feed's cursor keys. No index stores this order.
    static let tag: UInt8 = 8

    private let cuisines: Set<String>
    private let diets: Set<Diet>
    private let queries: Queries

    init(_ member: MemberID, _ queries: Queries) {
        let row = queries.snapshot.get(queries.views.members.rows, Key(member.value))
        cuisines = Set((row?.cuisines ?? []).map { $0.lowercased() })
        diets = Set((row?.diets ?? []).compactMap { Diet(name: $0) })
        self.queries = queries
    }

    /// Upper bound of the rank bonus over `hot`.
    var liftMax: Int64 { Int64((cuisines.isEmpty ? 0 : 1) + diets.count) * Int64(Ranking.hotUnits) }

    /// The `hot` rank, plus one for the recipe's cuisine and one for each diet that it suits.
    func key(_ row: RecipeRow, _ recipe: RecipeID) -> Key {
        let facets = queries.snapshot.get(queries.views.recipes.facets, Key(recipe.value)) ?? FacetsRow()
        let matches =
            (cuisines.contains(facets.cuisine) ? 1 : 0) + diets.count { facets.diets & $0.bit != 0 }
        let rank =
            Ranking.hot(score: row.counts.score, postedAt: row.postedAt) + Int64(matches) * Int64(Ranking.hotUnits)
        let key = FeedSort.hot.key(rank: rank, at: row.postedAt, recipe.position)
        return Key([Self.tag] + key.bytes.dropFirst())
    }
}
