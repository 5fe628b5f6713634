import Events
import Layout
import Projections

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
