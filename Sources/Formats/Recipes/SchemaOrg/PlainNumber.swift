import CloudEvents

/// A number as people write it before a unit.
enum PlainNumber {
    private static let digitsMax = 9

    /// `1`, `1.5`, `1,5`, `1/2`, `1 1/2`, `1½`, `½` at the beginning, and where it ends. A comma or point before exactly three
    /// digits groups thousands.
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

    /// Whether it says a number below zero: it begins with a minus, or is ISO's and has one right behind a letter (`PT-5M`).
    /// Elsewhere that is a range, or a dash.
    static func isNegative(in text: String) -> Bool {
        let characters = Array(text.trimmed.uppercased())
        return characters.indices.dropLast().contains { index in
            guard "-−".contains(characters[index]), characters[index + 1].isNumber else { return false }
            return index == 0 || characters[0] == "P" && characters[index - 1].isLetter
        }
    }

    /// `/2` behind a number.
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

    /// `½` and its kin.
    private static func fraction(_ text: Substring) -> Double? {
        text.first?.unicodeScalars.first.flatMap(vulgarFraction)
    }

    /// What a single sign such as `½` says.
    static func vulgarFraction(_ scalar: Unicode.Scalar) -> Double? {
        guard !scalar.isASCII, scalar.properties.numericType == .numeric, let value = scalar.properties.numericValue,
            value > 0, value < 1
        else { return nil }
        return value
    }
}
