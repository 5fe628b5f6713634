package import Layout
import Projections

/// What a recipe says, as its author's newest payload stored it.
package struct RecipeContentRow: StoredRow, Equatable {
    /// `source:id` of the posting's origin; empty: it has none.
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

    package func encode(into writer: inout ByteWriter) {
        writer.write(externalID)
        writer.write(raw: content)
    }
}
