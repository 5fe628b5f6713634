package import Events
package import Layout
import Projections

/// The state of a recipe; its content is in `RecipeContentRow`.
package struct RecipeRow: StoredRow, Equatable {
    package var author: MemberID
    package var postedAt: Timestamp
    package var editedAt: Timestamp?
    package var version: UInt64 = 1
    package var lifecycle = Lifecycle.living
    package var counts = RecipeCounts()
    /// Reposts and quotes, without deleted ones and those of deleted members.
    package var reposts: Int64 = 0
    package var bookmarks: Int64 = 0
    package var cooked: Int64 = 0
    /// Zero: not a fork.
    package var forkedFrom: RecipeID
    /// Forks, without deleted ones and those of deleted members.
    package var forks: Int64 = 0
    package var isAuthorDeleted = false
    /// The sort key of `rated`, under the rules in force.
    package var ratedRank: Int64 = 0

    package init(author: MemberID, postedAt: Timestamp, forkedFrom: RecipeID) {
        self.author = author
        self.postedAt = postedAt
        self.forkedFrom = forkedFrom
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        author = MemberID(try reader.readVarint())
        postedAt = Timestamp(microseconds: try reader.readSignedVarint())
        editedAt = try reader.readTimestampIfPresent()
        version = try reader.readVarint()
        lifecycle = try reader.readLifecycle()
        counts = try RecipeCounts(from: &reader)
        reposts = try reader.readSignedVarint()
        bookmarks = try reader.readSignedVarint()
        cooked = try reader.readSignedVarint()
        forkedFrom = RecipeID(try reader.readVarint())
        forks = try reader.readSignedVarint()
        isAuthorDeleted = try reader.readBool()
        ratedRank = try reader.readSignedVarint()
    }

    /// The author in a stored row. Reads that field only.
    static func author(stored bytes: RawSpan) throws(MalformedRow) -> MemberID {
        var reader = ByteReader(bytes)
        return MemberID(try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: author.value)
        writer.write(varint: postedAt.microseconds)
        writer.write(ifPresent: editedAt)
        writer.write(varint: version)
        writer.write(lifecycle.rawValue)
        counts.encode(into: &writer)
        writer.write(varint: reposts)
        writer.write(varint: bookmarks)
        writer.write(varint: cooked)
        writer.write(varint: forkedFrom.value)
        writer.write(varint: forks)
        writer.write(isAuthorDeleted)
        writer.write(varint: ratedRank)
    }

    /// Whether feeds show the recipe.
    package var isShown: Bool { lifecycle == .living && !isAuthorDeleted }
}
