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

    package init(bytes: RawSpan) throws(MalformedRow) {
        let stored = try StoredFacets(bytes: bytes)
        difficulty = stored.difficulty
        totalMinutes = stored.totalMinutes
        servings = stored.servings
        diets = stored.diets
        cuisine = stored.cuisine.text
        course = stored.course.text
        var reader = ByteReader(stored.rest)
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

/// A stored `FacetsRow`, read only as far as somebody asks: a filter that looks at many recipes makes no text of their words.
package struct StoredFacets: ~Escapable {
    let difficulty: UInt8
    let totalMinutes: UInt64
    let servings: UInt64
    let diets: UInt8
    let cuisine: RawSpan
    let course: RawSpan
    fileprivate let rest: RawSpan

    @_lifetime(copy bytes)
    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        difficulty = try reader.readUInt8()
        totalMinutes = try reader.readVarint()
        servings = try reader.readVarint()
        diets = try reader.readUInt8()
        cuisine = try reader.readSlice()
        course = try reader.readSlice()
        rest = reader.rest
    }

    /// Whether some tag satisfies `condition`.
    func hasTag(_ condition: (RawSpan) -> Bool) throws(MalformedRow) -> Bool {
        var reader = ByteReader(rest)
        return try Self.contains(&reader, condition)
    }

    func hasIngredient(_ condition: (RawSpan) -> Bool) throws(MalformedRow) -> Bool {
        var reader = ByteReader(rest)
        _ = try Self.contains(&reader) { _ in false }
        return try Self.contains(&reader, condition)
    }

    /// Looks through a list of texts, up to the first that will do.
    @_lifetime(reader: copy reader)
    private static func contains(
        _ reader: inout ByteReader, _ condition: (RawSpan) -> Bool
    ) throws(MalformedRow) -> Bool {
        for _ in 0..<(try reader.readVarint()) where condition(try reader.readSlice()) { return true }
        return false
    }
}
