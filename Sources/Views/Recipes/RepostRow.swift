package import Events
package import Layout
import Projections

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
