import Events
package import Layout
import Projections

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
