import CloudEvents
import Events

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

/// How long something takes, in a field of its own: `1 h 30 min`, `PT1H30M`, a number of minutes, or none at all.
struct WrittenDuration: Hashable, Sendable {
    let minutes: UInt32
    /// Whether one end of a range was taken.
    var isGuess = false

    /// Nil for what cannot be understood.
    init?(_ text: String) {
        if let found = RecipeMinutes(text) {
            (minutes, isGuess) = (found.count, found.isGuess)
        } else if let number = text.split(separator: " ").first, Double(number) == 0 {
            // A page that says so does not know; here it was said on purpose.
            minutes = 0
        } else {
            return nil
        }
    }
}

extension ProtoIngredient {
    /// Of a source that keeps the parts apart: `original` is the line that a person would read.
    ///
    /// `amount`: as written, such as `1 1/2`. What does not say how much but what for stands behind the name.
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

/// Numbers as files hold them: the shortest text that reads back as the same number, whole ones without a point.
enum DecimalText {
    static func of(_ number: Double) -> String {
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        return "\(number)"
    }
}

/// How hard a recipe is, as people say it.
enum DifficultyWord {
    /// Nil for a word that no recipe is known to use for it.
    static func difficulty(_ word: String) -> ProtoDifficulty.Value? {
        switch word.withSingleBlanks.lowercased() {
        case "easy", "simple", "beginner", "very easy": .easy
        case "intermediate", "medium", "moderate", "average", "normal": .intermediate
        case "hard", "difficult", "advanced", "expert", "challenging": .hard
        default: nil
        }
    }
}
