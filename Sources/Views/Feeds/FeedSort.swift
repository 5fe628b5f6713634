import Events
package import Layout

/// The orders of a feed. Its raw value is how people write it.
package enum FeedSort: String, CaseIterable, Sendable {
    case newest, oldest, liked, top, hot, best, rated, discussed

    /// `oldest` is `newest` read backwards; both have reposts too.
    package static let indexed: [FeedSort] = [.newest, .liked, .top, .hot, .best, .rated, .discussed]

    /// Whether it shows reposts besides recipes.
    package var hasReposts: Bool { self == .newest || self == .oldest }

    /// First byte of its keys in `RecipesView.feeds`; part of the view's format.
    package var tag: UInt8 {
        switch self {
        case .newest, .oldest: 1
        case .liked: 2
        case .top: 3
        case .hot: 4
        case .best: 5
        case .rated: 6
        case .discussed: 7
        }
    }

    /// What it sorts by before time and id, larger first; 0 where time alone decides.
    func rank(_ recipe: RecipeRow) -> Int64 {
        switch self {
        case .newest, .oldest: 0
        case .liked: recipe.counts.likes
        case .top: recipe.counts.score
        case .hot: Ranking.hot(score: recipe.counts.score, postedAt: recipe.postedAt)
        case .best: Ranking.best(upvotes: recipe.counts.upvotes, downvotes: recipe.counts.downvotes)
        case .rated: recipe.ratedRank
        case .discussed: recipe.counts.comments
        }
    }

    /// (tag, rank, time, id), all but the tag descending: newer first among equals, then the higher id.
    func key(rank: Int64, at time: Timestamp, _ id: Position) -> Key {
        Key([tag]).appending(descending: rank).appending(descending: time.microseconds).appending(descending: id.value)
    }
    package static let keyBytes = 25
    /// What a key of an index sorts by first.
    static func rank(of key: Key) -> Int64 { key.descendingInt64(at: 1) }
    /// Of an index key's end: the recipe or repost that it names.
    package static func id(endOf key: Key) -> Position {
        key.count < 8 ? .none : Position(key.descendingUInt64(at: key.count - 8))
    }

    func key(_ row: RecipeRow, _ recipe: RecipeID) -> Key {
        key(rank: rank(row), at: row.postedAt, recipe.position)
    }
    func key(_ repost: RepostRow, _ id: Position) -> Key { key(rank: 0, at: repost.at, id) }
}
