package import Layout
import Projections

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
