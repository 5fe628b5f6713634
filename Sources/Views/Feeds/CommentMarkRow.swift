import Events
package import Layout
import Projections

/// What counting a recipe's comments needs to know of each.
package struct CommentMarkRow: StoredRow, Equatable {
    package var recipe: RecipeID
    package var author: MemberID
    package var isLiving = true

    package init(recipe: RecipeID, author: MemberID) {
        self.recipe = recipe
        self.author = author
    }

    package init(bytes: [UInt8]) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        recipe = RecipeID(try reader.readVarint())
        author = MemberID(try reader.readVarint())
        isLiving = try reader.readBool()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: recipe.value)
        writer.write(varint: author.value)
        writer.write(isLiving)
    }
}
