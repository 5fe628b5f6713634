package import Events
package import Layout
import Projections

/// One member's opinion of one recipe: like, vote, stars, bookmark, and whether they cooked it. Members without any
/// have no row.
package struct OpinionRow: StoredRow, Equatable {
    package var likedAt: Timestamp?
    package var bookmarkedAt: Timestamp?
    /// The last time.
    package var cookedAt: Timestamp?
    package var vote = Vote.none
    /// 0: not rated.
    package var stars: UInt8 = 0

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        likedAt = try reader.readTimestampIfPresent()
        bookmarkedAt = try reader.readTimestampIfPresent()
        cookedAt = try reader.readTimestampIfPresent()
        guard let vote = Vote(rawValue: try reader.readUInt8()) else { throw MalformedRow() }
        self.vote = vote
        stars = try reader.readUInt8()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(ifPresent: likedAt)
        writer.write(ifPresent: bookmarkedAt)
        writer.write(ifPresent: cookedAt)
        writer.write(vote.rawValue)
        writer.write(stars)
    }

    package var isEmpty: Bool { self == OpinionRow() }

    /// The opinion after the event. A repetition, or a retraction without a prior opinion, changes nothing.
    func after(_ header: EventHeader) -> OpinionRow {
        var new = self
        switch header.kind {
        case .recipeLiked: new.likedAt = likedAt ?? header.occurredAt
        case .recipeUnliked: new.likedAt = nil
        case .recipeBookmarked: new.bookmarkedAt = bookmarkedAt ?? header.occurredAt
        case .recipeUnbookmarked: new.bookmarkedAt = nil
        case .recipeUpvoted: new.vote = .up
        case .recipeDownvoted: new.vote = .down
        case .recipeVoteRetracted: new.vote = .none
        case .recipeRated: new.stars = header.value
        case .recipeRatingRetracted: new.stars = 0
        case .recipeCooked: new.cookedAt = max(cookedAt ?? header.occurredAt, header.occurredAt)
        default: break
        }
        return new
    }
}

/// A member's vote on a recipe.
package enum Vote: UInt8, Sendable {
    case none = 0
    case up = 1
    case down = 2
}
