package import Events
package import Layout
import Projections

/// The numbers of a recipe that feeds sort by.
package struct CardRow: StoredRow, Equatable {
    package var author: MemberID
    package var postedAt: Timestamp
    package var isLiving = true
    package var isAuthorDeleted = false
    package var counts = RecipeCounts()

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
        counts = try RecipeCounts(from: &reader)
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: author.value)
        writer.write(varint: postedAt.microseconds)
        writer.write(isLiving)
        writer.write(isAuthorDeleted)
        counts.encode(into: &writer)
    }

    /// Whether it stands in the feeds.
    package var isShown: Bool { isLiving && !isAuthorDeleted }
}
