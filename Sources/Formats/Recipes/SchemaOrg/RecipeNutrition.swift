import CloudEvents
import Events

/// The nutrition of a portion, in the forms that pages use: `12 g`, `490 calories`, `1,2 g`, `300mg`.
struct RecipeNutrition {
    private(set) var message = ProtoNutrition()
    /// Values that could not be understood, and amounts that no portion has.
    private(set) var notes: [String] = []

    private static let names: KeyValuePairs<String, Nutrient> = [
        "calories": .calories, "fatContent": .fat, "saturatedFatContent": .saturatedFat,
        "carbohydrateContent": .carbohydrate, "sugarContent": .sugar, "fiberContent": .fiber,
        "proteinContent": .protein, "sodiumContent": .sodium, "cholesterolContent": .cholesterol,
    ]

    init(_ node: SchemaNode) {
        let written = Self.names.compactMap { name, nutrient in
            Self.first(node.values(name)).map { (name: name, nutrient: nutrient, value: $0) }
        }
        let mark = Self.decimalMark(written.map { ($0.value, $0.nutrient) })
        for (name, nutrient, value) in written { set(nutrient, name, value, decimalMark: mark) }
        message.dropImpossibleSugar(notes: &notes)
        let size = node.values("servingSize").compactMap(\.text).map(HTMLText.line).first { !$0.isEmpty }
        if let size { message.servingSize = size }
    }

    /// The first number or text that is not blank.
    private static func first(_ values: [JSONValue]) -> JSONValue? {
        values.lazy.compactMap { value -> JSONValue? in
            switch value {
            case .number: return value
            case .string(let text):
                let line = HTMLText.line(text)
                return line.isEmpty ? nil : .string(line)
            case .null, .bool, .array, .object: return nil
            }
        }.first
    }

    /// The decimal mark that all clear amounts of a page share; `nil` without such amounts, and if they differ.
    private static func decimalMark(_ written: [(JSONValue, Nutrient)]) -> Character? {
        let marks = Set(
            written.compactMap { value, nutrient -> Character? in
                guard case .string(let text) = value else { return nil }
                return NutrientText(text, of: nutrient)?.decimalMark
            })
        return marks.count == 1 ? marks.first : nil
    }

    private mutating func set(_ nutrient: Nutrient, _ name: String, _ value: JSONValue, decimalMark: Character?) {
        let text = value.text ?? ""
        // A number of JSON has a point and no unit.
        let amount: Double? =
            if case .number = value { Double(text) } else {
                NutrientText(text, of: nutrient)?.amount(decimalMark: decimalMark)
            }
        let written = "\(name) «\(text.prefix(40))»"
        guard let amount else { return notes.append("nutrition: \(written) dropped") }
        message.set(nutrient, to: amount, written: written, notes: &notes)
    }
}

/// An amount of a nutrient as text: a numeral in front of a unit.
///
/// A point or comma before exactly three digits is ambiguous: `1,234` is 1234 in one country and 1.234 in another.
/// - Grams have decimals: no portion has thousands of grams of a nutrient.
/// - Milligrams have decimals if the page's other amounts have the same decimal mark.
/// - All others are thousands if that is a plausible amount: `1,234 kcal`, but not `151.682 kcal`.
struct NutrientText {
    private let nutrient: Nutrient
    /// The digits between the marks, and the marks.
    private var groups: [String] = []
    private var marks: [Character] = []
    /// The value of a numeral with a fraction, such as `1 ½`.
    private var fraction: Double?
    /// The written unit, in lower case; empty without one.
    private let unit: String

    private static let digitsMax = 9
    /// The largest amount, in the written unit, for which an ambiguous mark separates thousands.
    private static let thousandsMax = 10_000.0

    /// `nil` without a number, for a negative one, and for one with an exponent.
    init?(_ text: String, of nutrient: Nutrient) {
        self.nutrient = nutrient
        let start = text.drop { !$0.isNumber }
        if let before = text[..<start.startIndex].last, "-−".contains(before) { return nil }
        var rest = start
        let isRead = Self.readGroups(&rest, &groups, &marks)
        if !isRead || groups.count == 1 {
            guard let (value, end) = PlainNumber.read(start) else { return nil }
            if !isRead || end > rest.startIndex { (fraction, rest) = (value, start[end...]) }
        }
        let isExponent = rest.first.map { "eE".contains($0) } == true && rest.dropFirst().first?.isNumber == true
        guard !isExponent else { return nil }
        unit = rest.drop { !$0.isLetter }.prefix { $0.isLetter }.lowercased()
    }

    /// Reads digits with marks between them. `false` if there are none, or too many.
    private static func readGroups(
        _ rest: inout Substring, _ groups: inout [String], _ marks: inout [Character]
    ) -> Bool {
        while true {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...digitsMax).contains(digits.count) else { return false }
            groups.append(String(digits))
            rest = rest[digits.endIndex...]
            guard groups.count < 5, let mark = rest.first, let next = following(mark, in: rest) else { return true }
            marks.append(mark)
            rest = next
        }
    }

    /// The text after a mark that belongs to the numeral. A blank or an apostrophe does so only before three digits.
    private static func following(_ mark: Character, in rest: Substring) -> Substring? {
        let next = rest.dropFirst()
        let count = next.prefix(4).prefix { $0.isASCII && $0.isNumber }.count
        if ".,".contains(mark) { return count > 0 ? next : nil }
        return " \u{A0}\u{202F}\u{2009}'’".contains(mark) && count == 3 ? next : nil
    }

    // MARK: The decimal mark

    private enum LastMark { case none, decimal, thousands, ambiguous }

    private var lastMark: LastMark {
        guard let mark = marks.last, fraction == nil else { return .none }
        guard ".,".contains(mark) else { return .thousands }
        if marks.count > 1 {
            let isRepeated = marks.dropLast().contains(mark)
            return isRepeated && groups[groups.count - 1].count == 3 ? .thousands : .decimal
        }
        guard groups[1].count == 3, groups[0].count <= 3, groups[0].first != "0" else { return .decimal }
        return isInGrams ? .decimal : .ambiguous
    }

    /// The decimal mark if there is one and no doubt about it.
    var decimalMark: Character? { lastMark == .decimal ? marks.last : nil }

    /// The amount in the nutrient's unit. `decimalMark`: that of the page's other amounts, if known.
    func amount(decimalMark: Character?) -> Double? {
        if let fraction { return fraction * factor }
        guard let whole = Double(groups.joined()) else { return nil }
        switch lastMark {
        case .none, .thousands: return whole * factor
        case .decimal: return decimal * factor
        case .ambiguous:
            let isKnownDecimal = nutrient.unit == .milligrams && marks.last == decimalMark
            return (isKnownDecimal || whole > Self.thousandsMax ? decimal : whole) * factor
        }
    }

    private var decimal: Double { Double(groups.dropLast().joined() + "." + groups[groups.count - 1]) ?? 0 }

    // MARK: The unit

    private var isInGrams: Bool {
        unit.isEmpty || !isKnownUnit ? nutrient.unit == .grams : unit == "g" || unit.hasPrefix("gram")
    }

    private var isKnownUnit: Bool { isMilligrams || isMicrograms || unit == "g" || unit.hasPrefix("gram") }
    private var isMilligrams: Bool { unit.hasPrefix("mg") || unit.hasPrefix("millig") }
    private var isMicrograms: Bool { ["µg", "μg", "ug", "mcg"].contains(unit) || unit.hasPrefix("microg") }

    /// The factor from the written unit to that of the nutrient. A missing or unknown unit counts as the nutrient's.
    private var factor: Double {
        switch nutrient.unit {
        case .kilocalories: return unit == "kj" || unit.hasPrefix("kiloj") ? 1 / 4.184 : 1
        case .grams: return isMilligrams ? 0.001 : isMicrograms ? 0.000_001 : 1
        case .milligrams: return isMicrograms ? 0.001 : isKnownUnit && !isMilligrams ? 1_000 : 1
        }
    }
}
