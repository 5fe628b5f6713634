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
    /// Counts from the time before Larder. They change no other count, no score and no order.
    package var countsBefore: CountsBefore?

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
        countsBefore = try reader.readBool() ? CountsBefore(from: &reader) : nil
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
        writer.write(countsBefore != nil)
        countsBefore?.encode(into: &writer)
    }

    /// Whether feeds show the recipe.
    package var isShown: Bool { lifecycle == .living && !isAuthorDeleted }
}

/// A recipe's content, as its author's newest payload stored it.
package struct RecipeContentRow: StoredRow, Equatable {
    /// `source:id` of the posting's origin; empty if it has none.
    package var externalID: String
    /// A serialized `ProtoRecipeContent`.
    package var content: [UInt8]

    package init(externalID: String, content: [UInt8]) {
        self.externalID = externalID
        self.content = content
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        externalID = try reader.readString()
        content = reader.remaining
    }

    /// The part of a stored row that lists show: all but ingredients and steps, which are most of it.
    static func listed(stored bytes: RawSpan) throws(MalformedRow) -> RecipeContentRow {
        var reader = ByteReader(bytes)
        let externalID = try reader.readString()
        let message = reader.rest
        var content: [UInt8] = []
        var fields = WireFields(message)
        // A malformed message counts up to its first malformed field: a fold is total.
        while (try? fields.next()) == true {
            guard !Self.leftOut.contains(fields.number) else { continue }
            unsafe message.extracting(fields.fieldRange).withUnsafeBytes { unsafe content.append(contentsOf: $0) }
        }
        return RecipeContentRow(externalID: externalID, content: content)
    }

    /// The field numbers of `ingredients` and `steps` in `ProtoRecipeContent`.
    private static let leftOut: ClosedRange<UInt64> = 3...4

    package func encode(into writer: inout ByteWriter) {
        writer.write(externalID)
        writer.write(raw: content)
    }
}
