import CloudEvents
import Events

/// An amount in a field of its own: `2 cups`, `½ tsp`, `200g`.
///
/// It splits a plain number from one word after it. Ranges and two measures stay whole.
struct WrittenAmount: Hashable, Sendable {
    var quantity: Double
    var unit: String?
    /// The word after the number, if it is no unit but a preparation: `2 chopped`.
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

    /// A number as recipes write it, alone or followed by `½`.
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

/// A duration in a field of its own: `1 h 30 min`, `PT1H30M`, a number of minutes, or zero.
struct WrittenDuration: Hashable, Sendable {
    let minutes: UInt32
    /// Whether one end of a range was taken.
    var isGuess = false

    /// `nil` for a value that cannot be understood.
    init?(_ text: String) {
        if let found = RecipeMinutes(text) {
            (minutes, isGuess) = (found.count, found.isGuess)
        } else if let number = text.split(separator: " ").first, Double(number) == 0 {
            // In a page zero means unknown; in a field of its own it is meant.
            minutes = 0
        } else {
            return nil
        }
    }
}

extension ProtoIngredient {
    /// An ingredient from separate parts. `original` becomes the line for people.
    ///
    /// `amount`: the text, such as `1 1/2`. A purpose or preparation in it goes after the name.
    init(amount: String?, quantity: Double?, unit: String?, name: String, note: String? = nil) {
        self.init()
        self.name = name
        if let quantity { self.quantity = quantity }
        if let unit, !unit.isEmpty { self.unit = unit }
        if let note, !note.isEmpty { self.note = note }
        let parts = [amount, unit, name].compactMap { $0 }.filter { !$0.isEmpty }
        original = parts.joined(separator: " ") + (note.map { $0.isEmpty ? "" : ", \($0)" } ?? "")
    }
}

/// The text of a number: the shortest that reads back as the same number, without a point for whole numbers.
enum DecimalText {
    static func of(_ number: Double) -> String {
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        return "\(number)"
    }
}

/// The difficulty of a recipe, in people's words.
enum DifficultyWord {
    /// `nil` for an unknown word.
    static func difficulty(_ word: String) -> ProtoDifficulty.Value? {
        switch word.withSingleBlanks.lowercased() {
        case "easy", "simple", "beginner", "very easy": .easy
        case "intermediate", "medium", "moderate", "average", "normal": .intermediate
        case "hard", "difficult", "advanced", "expert", "challenging": .hard
        default: nil
        }
    }
}
