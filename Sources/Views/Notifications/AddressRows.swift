package import Events
package import Layout
import Projections

/// Whose a comment is and to whom it was said: what its notifications follow from.
package struct CommentAddressRow: StoredRow, Equatable {
    package var author: MemberID
    package var recipe: RecipeID
    package var recipeAuthor: MemberID
    /// The comment that it replies to; 0 for a thread's first.
    package var parent: CommentID
    package var createdAt: Timestamp

    package init(
        author: MemberID, recipe: RecipeID, recipeAuthor: MemberID, parent: CommentID, createdAt: Timestamp
    ) {
        self.author = author
        self.recipe = recipe
        self.recipeAuthor = recipeAuthor
        self.parent = parent
        self.createdAt = createdAt
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        author = MemberID(try reader.readVarint())
        recipe = RecipeID(try reader.readVarint())
        recipeAuthor = MemberID(try reader.readVarint())
        parent = CommentID(try reader.readVarint())
        createdAt = Timestamp(microseconds: try reader.readSignedVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: author.value)
        writer.write(varint: recipe.value)
        writer.write(varint: recipeAuthor.value)
        writer.write(varint: parent.value)
        writer.write(varint: createdAt.microseconds)
    }
}

/// The recipe or comment that a report was about; both 0 when it was about a member.
package struct ReportTargetRow: StoredRow, Equatable {
    package var recipe: RecipeID
    package var comment: CommentID

    package init(recipe: RecipeID = RecipeID(0), comment: CommentID = CommentID(0)) {
        self.recipe = recipe
        self.comment = comment
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        recipe = RecipeID(try reader.readVarint())
        comment = CommentID(try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: recipe.value)
        writer.write(varint: comment.value)
    }
}
