package import Events
import Foundation
import Ingredients
package import Layout
import Projections

/// The recipe properties that feeds filter by. Unknown numbers are 0, unknown words empty.
package struct FacetsRow: StoredRow, Equatable {
    package var difficulty: UInt8 = 0
    package var totalMinutes: UInt64 = 0
    package var servings: UInt64 = 0
    /// Bit set of the recipe's diets, by `Diet`.
    package var diets: UInt8 = 0
    package var cuisine = ""
    package var course = ""
    package var tags: [String] = []
    package var ingredients: [String] = []

    /// Whether feeds show the recipe.
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

/// A stored `FacetsRow` that is decoded lazily: a filter over many recipes makes no `String` of their words.
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

    /// Walks a list of texts up to the first that satisfies the condition.
    @_lifetime(reader: copy reader)
    private static func contains(
        _ reader: inout ByteReader, _ condition: (RawSpan) -> Bool
    ) throws(MalformedRow) -> Bool {
        for _ in 0..<(try reader.readVarint()) where condition(try reader.readSlice()) { return true }
        return false
    }
}

extension FacetsRow {
    /// Reads the filtered fields of a stored `ProtoRecipeContent` without decoding the message, which takes five times
    /// as long. Words are folded once here, so that filters compare bytes. Ingredient lines without structured fields
    /// are parsed.
    package init(content: RawSpan, _ notation: IngredientNotation) throws(MalformedRow) {
        self.init()
        var fields = WireFields(content)
        while try fields.next() {
            switch fields.number {
            case 3: ingredients.append(try Self.foldedName(ofIngredient: fields.value, notation))
            case 5: servings = fields.varint
            case 8: totalMinutes = fields.varint
            case 9: difficulty = UInt8(clamping: fields.varint)
            case 10: cuisine = Self.folded(fields.value)
            case 11: course = Self.folded(fields.value)
            case 12: tags.append(Self.folded(fields.value))
            case 13: diets = try Self.diets(in: fields.value)
            default: break
            }
        }
    }

    private static func foldedName(
        ofIngredient message: RawSpan, _ notation: IngredientNotation
    ) throws(MalformedRow) -> String {
        var fields = WireFields(message)
        var (original, name) = (0..<0, 0..<0)
        var isTakenApart = false
        while try fields.next() {
            switch fields.number {
            case 1: original = fields.range
            case 4: name = fields.range
            default: break
            }
            isTakenApart = isTakenApart || (2...5).contains(fields.number)
        }
        if !name.isEmpty { return folded(message.extracting(name)) }
        let line = message.extracting(original)
        return isTakenApart || notation == .names ? folded(line) : folded(notation.read(line.text).name)
    }

    /// The bits of the diets that are answered with yes.
    private static func diets(in message: RawSpan) throws(MalformedRow) -> UInt8 {
        var fields = WireFields(message)
        var bits: UInt8 = 0
        while try fields.next() {
            let diet: Diet? =
                switch fields.number {
                case 1: .vegetarian
                case 2: .vegan
                case 3: .glutenFree
                case 4: .sugarFree
                default: nil
                }
            guard let diet else { continue }
            bits = fields.varint == ProtoAnswer.Value.yes.rawValue ? bits | diet.bit : bits & ~diet.bit
        }
        return bits
    }
}

extension FacetsRow {
    /// Lower case, composed (NFC): equal words have equal bytes.
    static func folded(_ word: String) -> String {
        let lower = word.lowercased()
        return lower.utf8.allSatisfy { $0 < 0x80 } ? lower : lower.precomposedStringWithCanonicalMapping
    }

    /// Folds a word given as bytes.
    private static func folded(_ word: RawSpan) -> String {
        unsafe word.withUnsafeBytes { bytes in
            guard unsafe bytes.allSatisfy({ $0 < 0x80 }) else {
                return folded(unsafe String(decoding: bytes, as: UTF8.self))
            }
            return unsafe String(unsafeUninitializedCapacity: bytes.count) { room in
                for index in bytes.indices {
                    let byte = unsafe bytes[index]
                    unsafe room[index] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
                }
                return bytes.count
            }
        }
    }
}

/// A diet that a recipe can suit. The raw value is its name in requests.
package enum Diet: String, CaseIterable, Sendable {
    case vegetarian, vegan, glutenFree, sugarFree

    /// Bit in `FacetsRow.diets`; part of the view's format.
    package var bit: UInt8 {
        switch self {
        case .vegetarian: 1
        case .vegan: 2
        case .glutenFree: 4
        case .sugarFree: 8
        }
    }

    package func answer(in diet: ProtoDiet) -> ProtoAnswer.Value {
        switch self {
        case .vegetarian: diet.vegetarian
        case .vegan: diet.vegan
        case .glutenFree: diet.glutenFree
        case .sugarFree: diet.sugarFree
        }
    }

    /// Accepts `glutenFree` and `gluten-free`.
    package init?(name: some StringProtocol) {
        let folded = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
        guard let diet = Self.allCases.first(where: { $0.rawValue.lowercased() == folded }) else { return nil }
        self = diet
    }
}
