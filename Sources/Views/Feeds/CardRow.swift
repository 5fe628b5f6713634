package import Events
package import Layout
import Projections

/// The numbers of a recipe that feeds sort by.
package struct CardRow: ViewRow, Equatable {
    package var author: MemberID
    package var postedAt: Timestamp
    package var isLiving = true
    package var isAuthorDeleted = false
    package var likes: Int64 = 0
    package var upvotes: Int64 = 0
    package var downvotes: Int64 = 0
    package var starsSum: Int64 = 0
    package var ratingCount: Int64 = 0
    package var comments: Int64 = 0

    package init(author: MemberID, postedAt: Timestamp) {
        self.author = author
        self.postedAt = postedAt
    }

    package init(bytes: [UInt8]) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        author = MemberID(try reader.readVarint())
        postedAt = Timestamp(microseconds: try reader.readSignedVarint())
        isLiving = try reader.readBool()
        isAuthorDeleted = try reader.readBool()
        likes = try reader.readSignedVarint()
        upvotes = try reader.readSignedVarint()
        downvotes = try reader.readSignedVarint()
        starsSum = try reader.readSignedVarint()
        ratingCount = try reader.readSignedVarint()
        comments = try reader.readSignedVarint()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: author.value)
        writer.write(varint: postedAt.microseconds)
        writer.write(isLiving)
        writer.write(isAuthorDeleted)
        writer.write(varint: likes)
        writer.write(varint: upvotes)
        writer.write(varint: downvotes)
        writer.write(varint: starsSum)
        writer.write(varint: ratingCount)
        writer.write(varint: comments)
    }

    /// Whether it stands in the feeds.
    package var isShown: Bool { isLiving && !isAuthorDeleted }
    package var score: Int64 { upvotes - downvotes }
}
