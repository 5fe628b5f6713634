import CloudEvents
import Events
import Ingredients

/// An ingredient whose name and measure are in fields of their own: `Onion` and `2 large`.
///
/// The measure is read together with the name, as a line of people is: `175g/6oz`, `2-3 tbsp`, `Juice of 1`. The name in the
/// field of its own counts, and the words between quantity and name become a note.
struct MeasuredIngredient {
    let row: ProtoIngredient

    /// Both texts without blanks at their ends, and not empty.
    init(name: String, measure: String) {
        if let amount = WrittenAmount(measure), amount.unit.map(Self.isUnit) ?? true {
            row = Self.row(name, measure, amount)
        } else if let line = Self.line(name, measure) {
            row = line
        } else if Self.isPurpose(measure) {
            row = ProtoIngredient(amount: nil, quantity: nil, unit: nil, name: name, note: measure.lowercased())
        } else {
            row = ProtoIngredient(amount: measure, quantity: nil, unit: nil, name: name)
        }
    }

    /// A plain number and one word after it, which is a unit or a preparation.
    private static func row(_ name: String, _ measure: String, _ amount: WrittenAmount) -> ProtoIngredient {
        var row = ProtoIngredient(amount: measure, quantity: amount.quantity, unit: nil, name: name)
        if let unit = amount.unit { row.unit = unit }
        if let note = amount.note { row.note = note }
        return row
    }

    /// `nil` if the line has no quantity that is understood.
    private static func line(_ name: String, _ measure: String) -> ProtoIngredient? {
        let line = IngredientLine(reading: "\(measure) \(name)")
        guard let quantity = line.quantity else { return nil }
        var row = ProtoIngredient()
        row.original = line.original
        row.quantity = quantity.least
        if let most = quantity.most { row.quantityMax = most }
        if let unit = line.unit { row.unit = unit }
        let (read, notes) = parts(of: line, name)
        row.name = read
        if !notes.isEmpty { row.note = notes.joined(separator: ", ") }
        return row
    }

    /// The name and the notes. Of a measure with a comma the name stands at the end of the line's note.
    private static func parts(of line: IngredientLine, _ name: String) -> (name: String, notes: [String]) {
        let (read, notes): (String, [String?]) =
            if let words = words(before: name, in: line.name) {
                (name, [words, line.note])
            } else if let words = line.note.flatMap({ words(before: name, in: $0) }) {
                (name, [line.name, words])
            } else {
                (line.name, [line.note])
            }
        return (read, notes.compactMap { $0 }.filter { !$0.isEmpty })
    }

    /// The words of a text before `name`; `nil` if it does not end in `name`.
    private static func words(before name: String, in text: String) -> String? {
        guard text.hasSuffix(name) else { return nil }
        let before = text.dropLast(name.count)
        return before.isEmpty || before.hasSuffix(" ") ? String(before).trimmed : nil
    }

    /// Whether the one word after a number is a unit. An unknown word is one, too, unless it describes the ingredient:
    /// `2 large`.
    private static func isUnit(_ word: String) -> Bool {
        MeasuringUnit(named: word) != nil || !WrittenIngredients.isDescription(word.lowercased())
    }

    /// Whether the measure is a purpose or a state, and no amount: `To taste`, `For frying`, `Chopped`.
    private static func isPurpose(_ measure: String) -> Bool {
        let words = measure.lowercased().split(separator: " ")
        guard let first = words.first else { return false }
        return ["to", "for", "as", "garnish", "topping", "optional"].contains(first)
            || words.count == 1 && first.hasSuffix("ed")
    }
}
