import Events
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
    /// A ban voids the member's marks: they are kept, but count as taken back.
    package var isVoid = false

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        likedAt = try reader.readTimestampIfPresent()
        bookmarkedAt = try reader.readTimestampIfPresent()
        cookedAt = try reader.readTimestampIfPresent()
        guard let vote = Vote(rawValue: try reader.readUInt8()) else { throw MalformedRow() }
        self.vote = vote
        stars = try reader.readUInt8()
        isVoid = try reader.readBool()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(ifPresent: likedAt)
        writer.write(ifPresent: bookmarkedAt)
        writer.write(ifPresent: cookedAt)
        writer.write(vote.rawValue)
        writer.write(stars)
        writer.write(isVoid)
    }

    package var isEmpty: Bool {
        likedAt == nil && bookmarkedAt == nil && cookedAt == nil && vote == .none && stars == 0
    }

    /// The opinion as counts and lists have it: without void marks.
    package var counted: OpinionRow {
        guard isVoid else { return self }
        var row = OpinionRow()
        row.cookedAt = cookedAt
        return row
    }

    /// The opinion after the event. A repetition, or a retraction without a prior opinion, changes nothing. Likes and
    /// bookmarks have the time of the first one: a repeated one moves up no list.
    func after(_ header: EventHeader) -> OpinionRow {
        var new = self
        switch header.kind {
        case .recipeLiked: new.likedAt = likedAt ?? header.creditedAt
        case .recipeUnliked: new.likedAt = nil
        case .recipeBookmarked: new.bookmarkedAt = bookmarkedAt ?? header.creditedAt
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

/// Totals of a recipe's likes, votes, ratings and comments.
package struct RecipeCounts: Equatable, Sendable {
    package var likes: Int64 = 0
    package var upvotes: Int64 = 0
    package var downvotes: Int64 = 0
    package var starsSum: Int64 = 0
    package var ratingCount: Int64 = 0
    /// Comments and replies, without deleted ones and those of deleted members.
    package var comments: Int64 = 0

    package init() {}

    package var score: Int64 { upvotes - downvotes }

    /// Replaces a member's opinion, which counted as `old`, by `new`. Both are `counted`.
    package mutating func replace(_ old: OpinionRow, with new: OpinionRow) {
        likes += (new.likedAt == nil ? 0 : 1) - (old.likedAt == nil ? 0 : 1)
        upvotes += (new.vote == .up ? 1 : 0) - (old.vote == .up ? 1 : 0)
        downvotes += (new.vote == .down ? 1 : 0) - (old.vote == .down ? 1 : 0)
        starsSum += Int64(new.stars) - Int64(old.stars)
        ratingCount += (new.stars == 0 ? 0 : 1) - (old.stars == 0 ? 0 : 1)
    }

    // MARK: As part of a row

    init(from reader: inout ByteReader) throws(MalformedRow) {
        likes = try reader.readSignedVarint()
        upvotes = try reader.readSignedVarint()
        downvotes = try reader.readSignedVarint()
        starsSum = try reader.readSignedVarint()
        ratingCount = try reader.readSignedVarint()
        comments = try reader.readSignedVarint()
    }

    func encode(into writer: inout ByteWriter) {
        for count in [likes, upvotes, downvotes, starsSum, ratingCount, comments] { writer.write(varint: count) }
    }
}
