import CloudEvents
import Events

/// A number in front of a unit, in the forms that people write.
enum PlainNumber {
    private static let digitsMax = 9

    /// Reads a number at the beginning, and gives its end: `1`, `1.5`, `1,5`, `1/2`, `1 1/2`, `1½`, `½`. A comma or point
    /// before exactly three digits separates thousands.
    static func read(_ text: Substring) -> (value: Double, end: Substring.Index)? {
        var rest = text
        guard let whole = digits(&rest) else {
            return fraction(rest).map { ($0, text.index(after: text.startIndex)) }
        }
        var value = whole.value
        if let mark = rest.first, mark == "." || mark == "," {
            var behind = rest.dropFirst()
            if let part = digits(&behind) {
                if part.count == 3, whole.count <= 3, whole.value > 0 {
                    value = value * 1_000 + part.value
                } else {
                    var scale = 1.0
                    for _ in 0..<part.count { scale *= 10 }
                    value += part.value / scale
                }
                return (value, behind.startIndex)
            }
        }
        if let part = quotient(rest, over: whole.value) { return part }
        let behind = rest.drop { $0 == " " || $0 == "\u{A0}" }
        if let part = fraction(behind) { return (value + part, behind.index(after: behind.startIndex)) }
        var next = behind
        if behind.startIndex > rest.startIndex, let above = digits(&next), let part = quotient(next, over: above.value)
        {
            return (value + part.value, part.end)
        }
        return (value, rest.startIndex)
    }

    /// Whether the number is negative: a minus at the beginning, or after a letter of ISO 8601 (`PT-5M`). A minus in another
    /// place is a range or a dash.
    static func isNegative(in text: String) -> Bool {
        let characters = Array(text.trimmed.uppercased())
        return characters.indices.dropLast().contains { index in
            guard "-−".contains(characters[index]), characters[index + 1].isNumber else { return false }
            return index == 0 || characters[0] == "P" && characters[index - 1].isLetter
        }
    }

    /// Reads `/2` after a number.
    private static func quotient(_ text: Substring, over value: Double) -> (value: Double, end: Substring.Index)? {
        guard text.first == "/" || text.first == "⁄" else { return nil }
        var rest = text.dropFirst()
        guard let below = digits(&rest), below.value > 0 else { return nil }
        return (value / below.value, rest.startIndex)
    }

    private static func digits(_ text: inout Substring) -> (value: Double, count: Int)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count <= digitsMax, let value = Double(digits) else { return nil }
        text = text[digits.endIndex...]
        return (value, digits.count)
    }

    /// The characters for fractions, such as `½`.
    private static func fraction(_ text: Substring) -> Double? {
        text.first?.unicodeScalars.first.flatMap(vulgarFraction)
    }

    /// The value of a character such as `½`.
    static func vulgarFraction(_ scalar: Unicode.Scalar) -> Double? {
        guard !scalar.isASCII, scalar.properties.numericType == .numeric, let value = scalar.properties.numericValue,
            value > 0, value < 1
        else { return nil }
        return value
    }
}

/// The servings or yield of a recipe, in the forms that pages use.
struct RecipeYield: Hashable, Sendable {
    let servings: UInt32
    /// Whether one end of a range was taken.
    let isGuess: Bool

    private static let bytesMax = 500

    /// The first whole number that is not the size of a dish: `4 servings`, `Serves 4-6` (4), `2 dozen` (24). `nil` without
    /// one.
    init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax, !PlainNumber.isNegative(in: text) else { return nil }
        // A JSON number such as 1e1, which is ten.
        if let number = Double(text) {
            guard number >= 1, number == number.rounded(), number <= Double(UInt32.max) else { return nil }
            (servings, isGuess) = (UInt32(number), false)
            return
        }
        var rest = text.lowercased()[...]
        while let first = rest.first {
            guard first.isNumber else {
                rest = rest.dropFirst()
                continue
            }
            guard let (value, end) = PlainNumber.read(rest) else {
                rest = rest.drop { $0.isNumber }
                continue
            }
            rest = rest[end...]
            let behind = rest.drop { $0.isWhitespace }
            if Self.isMeasure(behind) {
                rest = rest.drop { !$0.isWhitespace }
                continue
            }
            let count = value * (behind.hasPrefix("dozen") ? 12 : 1)
            guard count >= 1, count == count.rounded(), count <= Double(UInt32.max) else { continue }
            servings = UInt32(count)
            let marks = ["-", "–", "—", "to ", "bis ", "or "]
            isGuess = marks.contains { mark in
                behind.hasPrefix(mark) && behind.dropFirst(mark.count).first { !$0.isWhitespace }?.isNumber == true
            }
            return
        }
        return nil
    }

    init?(_ value: JSONValue) {
        switch value {
        case .string(let text), .number(let text): self.init(HTMLText.line(text))
        case .object(let members, _):
            let node = SchemaNode(members)
            let values = ["value", "minValue", "maxValue", "name", "text"].flatMap { node.values($0) }
            guard let text = values.compactMap(\.text).first else { return nil }
            self.init(text)
        case .null, .bool, .array: return nil
        }
    }

    /// Whether a number is the size of a dish, by the text after it: `9-inch`, `9 x 13`, `20 cm`.
    private static func isMeasure(_ text: Substring) -> Bool {
        let rest = text.drop { $0 == "-" || $0.isWhitespace }
        if let mark = text.first, mark == "x" || mark == "×" {
            return text.dropFirst().first { !$0.isWhitespace }?.isNumber == true
        }
        return ["inch", "cm", "\"", "″", "”"].contains { rest.hasPrefix($0) }
    }
}
