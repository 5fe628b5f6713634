/// A line of a recipe's ingredients as its cook wrote it, and what is understood of it.
///
/// Nothing is guessed: of a line that is not understood the name is the line. Reading never fails, takes time linear in the
/// line, and a line beyond `scalarsMax` is not read at all.
package struct IngredientLine: Hashable, Sendable {
    /// No ingredient needs more; in Unicode scalars.
    package static let scalarsMax = 500

    /// As it was written.
    package let original: String
    package var quantity: Quantity?
    /// A unit's `name` where it was read; what the member gave where they gave one.
    package var unit: String?
    package var name: String
    /// What is to be done with it, and whatever else stands in parentheses or after a comma.
    package var note: String?

    package init(original: String, quantity: Quantity?, unit: String?, name: String, note: String?) {
        self.original = original
        self.quantity = quantity
        self.unit = unit
        self.name = name
        self.note = note
    }

    /// A thing of a list of names, in which numbers are part of the name: `2% milk`.
    package init(name: String) {
        self.init(original: name, quantity: nil, unit: nil, name: name, note: nil)
    }

    /// Reads a line.
    package init(reading original: String) {
        self.init(name: original)
        guard var reader = LineReader(original), let parts = reader.parts() else { return }
        let line = IngredientLine(original, parts)
        // What is understood can be said and is understood again. If not, the line was a riddle.
        guard line.text == original || line.isReadBack else { return }
        self = line
    }

    private init(_ original: String, _ parts: LineReader.Parts) {
        self.init(
            original: original, quantity: parts.quantity, unit: parts.unit?.name, name: parts.name, note: parts.note)
    }

    private var isReadBack: Bool {
        let text = text
        guard var reader = LineReader(text), let parts = reader.parts() else {
            return quantity == nil && unit == nil && note == nil
        }
        let again = IngredientLine(text, parts)
        return again.unit == unit && again.name == name && again.note == note && isSame(again.quantity)
    }

    /// Decimals are written to the last digit, and still a third is not a third again.
    private func isSame(_ other: Quantity?) -> Bool {
        guard let quantity, let other else { return quantity == nil && other == nil }
        func isClose(_ left: Double?, _ right: Double?) -> Bool {
            guard let left, let right else { return left == nil && right == nil }
            return abs(left - right) <= right * 1e-6
        }
        return isClose(other.least, quantity.least) && isClose(other.most, quantity.most)
    }
}

extension IngredientLine {
    /// Put together from its parts, as in `1½ cups flour, sifted`; as it was written while no quantity is known.
    package var text: String { text { quantity, _ in quantity.text } }

    /// The text of a line whose quantity was calculated: rounded to what a cook can measure.
    package var roundedText: String { text { $0.roundedText(in: $1) } }

    private func text(_ write: (Quantity, MeasuringUnit?) -> String) -> String {
        guard let quantity else { return original }
        let known = measuringUnit
        let amount = write(quantity, known)
        // A little more than one that is written as one is one.
        let counted = amount == "1" ? Quantity(1) : quantity
        let parts = [amount, unit.map { Self.name(of: $0, known, counted) }, name]
        return parts.compactMap { $0 }.joined(separator: " ") + (note.map { ", \($0)" } ?? "")
    }

    /// Singular or plural as the quantity demands; spelled in a way of its own it stays as it is.
    private static func name(of unit: String, _ known: MeasuringUnit?, _ quantity: Quantity) -> String {
        guard let known, unit == known.name || unit == known.plural else { return unit }
        return known.name(of: quantity)
    }
}

extension IngredientLine {
    /// For so many times as many people. Without a quantity it stays as it is.
    package func scaled(by factor: Double) -> IngredientLine {
        guard factor != 1, let quantity else { return self }
        var line = self
        line.quantity = quantity.scaled(by: factor)
        line.dropEquivalents()
        return line
    }

    /// As the other kitchen would measure it; itself when nothing need or can be converted.
    package func converted(to system: MeasuringSystem) -> IngredientLine {
        guard let quantity, let known = measuringUnit, let converted = known.converting(quantity, to: system) else {
            return self
        }
        var line = self
        line.quantity = converted.quantity
        line.unit = converted.unit.name
        line.dropEquivalents()
        return line
    }

    var measuringUnit: MeasuringUnit? { unit.flatMap { MeasuringUnit(named: $0) } }

    /// `½ cup milk, 120 ml`: what the note says once more is true of the quantity that was written, and of no other. What a
    /// can or a chicken weighs stays true, however many there are.
    private mutating func dropEquivalents() {
        guard let note, measuringUnit?.measure.size != nil else { return }
        let parts = note.split(separator: ", ", omittingEmptySubsequences: false)
        let left = parts.filter { !LineReader.isMeasure(String($0)) }
        guard left.count < parts.count else { return }
        self.note = left.isEmpty ? nil : left.joined(separator: ", ")
    }
}

extension LineReader {
    /// Whether it is a quantity of a mass or a volume, and nothing else: `120 ml`, `about 2 lb`.
    static func isMeasure(_ text: String) -> Bool {
        guard var reader = LineReader(text) else { return false }
        _ = reader.approximation()
        guard reader.quantity() != nil else { return false }
        reader.skipBlank()
        return reader.unit()?.measure.size != nil && reader.isAtEnd
    }
}
