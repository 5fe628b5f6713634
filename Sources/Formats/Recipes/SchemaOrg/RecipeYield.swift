import CloudEvents

/// How many a recipe serves or makes, as pages say it.
struct RecipeYield: Hashable, Sendable {
    let servings: UInt32
    /// Whether one end of a range was taken.
    let isGuess: Bool

    private static let bytesMax = 500

    /// The first whole number that is no measure of a dish: `4 servings`, `Serves 4-6` (4), `2 dozen` (24). Nil where there is
    /// none.
    init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax, !PlainNumber.isNegative(in: text) else { return nil }
        // As JSON writes numbers: 1e1 is ten.
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

    /// Whether what follows a number makes it the size of a dish: `9-inch`, `9 x 13`, `20 cm`.
    private static func isMeasure(_ text: Substring) -> Bool {
        let rest = text.drop { $0 == "-" || $0.isWhitespace }
        if let mark = text.first, mark == "x" || mark == "×" {
            return text.dropFirst().first { !$0.isWhitespace }?.isNumber == true
        }
        return ["inch", "cm", "\"", "″", "”"].contains { rest.hasPrefix($0) }
    }
}
