import Layout

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

    /// Replaces a member's opinion, which counted as `old`, by `new`.
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
