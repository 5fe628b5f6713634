package import Events
package import Layout
import Projections

/// A comment or reply.
package struct CommentRow: StoredRow, Equatable {
    package var recipe: RecipeID
    package var author: MemberID
    /// The comment replied to; none for a thread's first comment.
    package var parent: Position
    package var createdAt: Timestamp
    package var editedAt: Timestamp?
    package var lifecycle = Lifecycle.living
    package var likes: Int64 = 0
    /// Empty after an erasure.
    package var text: String

    package init(recipe: RecipeID, author: MemberID, parent: Position, createdAt: Timestamp, text: String) {
        self.recipe = recipe
        self.author = author
        self.parent = parent
        self.createdAt = createdAt
        self.text = text
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        recipe = RecipeID(try reader.readVarint())
        author = MemberID(try reader.readVarint())
        parent = Position(try reader.readVarint())
        createdAt = Timestamp(microseconds: try reader.readSignedVarint())
        editedAt = try reader.readTimestampIfPresent()
        lifecycle = try reader.readLifecycle()
        likes = try reader.readSignedVarint()
        text = try reader.readString()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: recipe.value)
        writer.write(varint: author.value)
        writer.write(varint: parent.value)
        writer.write(varint: createdAt.microseconds)
        writer.write(ifPresent: editedAt)
        writer.write(lifecycle.rawValue)
        writer.write(varint: likes)
        writer.write(text)
    }
}

/// A repost of a recipe, with or without a quote.
package struct RepostRow: StoredRow, Equatable {
    package var recipe: RecipeID
    package var member: MemberID
    package var at: Timestamp
    package var lifecycle = Lifecycle.living
    package var isMemberDeleted = false
    /// Empty for a plain repost, and after an erasure.
    package var quote: String

    package init(recipe: RecipeID, member: MemberID, at: Timestamp, quote: String) {
        self.recipe = recipe
        self.member = member
        self.at = at
        self.quote = quote
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        recipe = RecipeID(try reader.readVarint())
        member = MemberID(try reader.readVarint())
        at = Timestamp(microseconds: try reader.readSignedVarint())
        lifecycle = try reader.readLifecycle()
        isMemberDeleted = try reader.readBool()
        quote = try reader.readString()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: recipe.value)
        writer.write(varint: member.value)
        writer.write(varint: at.microseconds)
        writer.write(lifecycle.rawValue)
        writer.write(isMemberDeleted)
        writer.write(quote)
    }

    /// Whether lists and counts include the repost.
    package var isShown: Bool { lifecycle == .living && !isMemberDeleted }
}
