import CloudEvents

/// How much of something, as tables have it in a column of its own: `2 cups`, `½ tsp`, `200g`.
///
/// Only what is plainly a number, and perhaps one word behind it, is taken apart; ranges and two measures at once are not.
struct WrittenAmount: Hashable, Sendable {
    var quantity: Double
    var unit: String?
    /// The word behind the number where it is no unit but says how the thing is prepared: `2 chopped`.
    var note: String?

    init?(_ text: String) {
        let scalars = Array(text.withSingleBlanks.unicodeScalars)
        let end = scalars.firstIndex { !Self.isOfNumber($0) } ?? scalars.endIndex
        guard let number = Self.number(scalars[..<end]) else { return nil }
        quantity = number
        let rest = String(String.UnicodeScalarView(scalars[end...])).trimmed
        guard !rest.isEmpty else { return }
        let word = rest.hasSuffix(".") ? rest.dropLast() : rest[...]
        guard word.unicodeScalars.allSatisfy(\.properties.isAlphabetic) else { return nil }
        if word.lowercased().hasSuffix("ed"), word.count > 3 { note = rest } else { unit = rest }
    }

    private static func isOfNumber(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "." || scalar == "/" || ("0"..."9").contains(scalar)
            || PlainNumber.vulgarFraction(scalar) != nil
    }

    /// A number as recipes write it, alone or with `½` behind it.
    private static func number(_ scalars: ArraySlice<Unicode.Scalar>) -> Double? {
        let text = String(String.UnicodeScalarView(scalars)).trimmed
        guard let part = text.unicodeScalars.last.flatMap(PlainNumber.vulgarFraction) else {
            return CooklangRecipe.Quantity(written: text)?.number
        }
        let before = String(text.unicodeScalars.dropLast()).trimmed
        guard !before.isEmpty else { return part }
        guard let whole = CooklangRecipe.Quantity(written: before)?.number, whole == whole.rounded() else { return nil }
        return whole + part
    }
}
