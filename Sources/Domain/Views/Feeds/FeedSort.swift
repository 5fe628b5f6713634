import Events
package import Layout
import Projections

/// The orders of a feed. The raw value is its name in requests.
package enum FeedSort: String, CaseIterable, Sendable {
    case newest, oldest, liked, top, hot, best, rated, discussed
    /// Only recipes with reports, those with most reports first. For moderators.
    case reported

    /// The orders that anyone may ask for.
    package static let open = allCases.filter { $0 != .reported }

    /// The orders with an index. `oldest` reads `newest` backwards, and `reported` the reports.
    package static let indexed: [FeedSort] = [.newest, .liked, .top, .hot, .best, .rated, .discussed]

    /// Whether the order includes reposts.
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
        case .reported: 8
        }
    }

    /// The first sort key, larger first; 0 in orders by time alone, and where the recipe's row does not hold it.
    func rank(_ recipe: RecipeRow) -> Int64 {
        switch self {
        case .newest, .oldest, .reported: 0
        case .liked: recipe.counts.likes
        case .top: recipe.counts.score
        case .hot: Ranking.hot(score: recipe.counts.score, postedAt: recipe.postedAt)
        case .best: Ranking.best(upvotes: recipe.counts.upvotes, downvotes: recipe.counts.downvotes)
        case .rated: recipe.ratedRank
        case .discussed: recipe.counts.comments
        }
    }

    /// (tag, rank, time, id), all but the tag descending.
    func key(rank: Int64, at time: Timestamp, _ id: Position) -> Key {
        Key([tag]).appending(descending: rank).appending(descending: time.microseconds).appending(descending: id.value)
    }
    package static let keyBytes = 25
    /// The rank in an index key.
    static func rank(of key: Key) -> Int64 { key.descendingInt64(at: 1) }
    /// The time in an index key.
    package static func time(of key: Key) -> Timestamp { Timestamp(microseconds: key.descendingInt64(at: 9)) }
    /// The recipe or repost at the end of an index key.
    package static func id(endOf key: Key) -> Position {
        key.count < 8 ? .none : Position(key.descendingUInt64(at: key.count - 8))
    }

    func key(_ row: RecipeRow, _ recipe: RecipeID) -> Key {
        key(rank: rank(row), at: row.postedAt, recipe.position)
    }
    func key(_ repost: RepostRow, _ id: Position) -> Key { key(rank: 0, at: repost.at, id) }
}

/// An entry of a feed's index: what kind of item its key names.
package enum FeedEntry: UInt8, StoredRow {
    case recipe = 1
    case repost = 2

    package init(bytes: RawSpan) throws(MalformedRow) {
        guard bytes.byteCount == 1, let entry = FeedEntry(rawValue: unsafe bytes.unsafeLoad(as: UInt8.self)) else {
            throw MalformedRow()
        }
        self = entry
    }

    package func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}
