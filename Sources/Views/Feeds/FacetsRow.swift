package import Layout
import Projections

/// What a recipe says that feeds filter by. Unknown numbers are 0, unknown words empty.
package struct FacetsRow: StoredRow, Equatable {
    package var difficulty: UInt8 = 0
    package var totalMinutes: UInt64 = 0
    package var servings: UInt64 = 0
    /// Bit set of the diets that it is said to suit, by `Diet`.
    package var diets: UInt8 = 0
    package var cuisine = ""
    package var course = ""
    package var tags: [String] = []
    package var ingredients: [String] = []

    /// Whether its recipe stands in the feeds.
    package var isShown = true

    package init() {}

    package init(bytes: [UInt8]) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        difficulty = try reader.readUInt8()
        totalMinutes = try reader.readVarint()
        servings = try reader.readVarint()
        diets = try reader.readUInt8()
        cuisine = try reader.readString()
        course = try reader.readString()
        tags = try reader.readTexts()
        ingredients = try reader.readTexts()
        isShown = try reader.readBool()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(difficulty)
        writer.write(varint: totalMinutes)
        writer.write(varint: servings)
        writer.write(diets)
        writer.write(cuisine)
        writer.write(course)
        writer.write(texts: tags)
        writer.write(texts: ingredients)
        writer.write(isShown)
    }
}
