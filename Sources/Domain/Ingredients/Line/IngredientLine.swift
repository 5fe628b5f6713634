/// An ingredient line as its cook wrote it, with its parts as far as they are understood.
///
/// No part is guessed: the name of a line that is not understood is the line itself. Reading never fails and takes time
/// linear in the line. A line of more than `scalarsMax` scalars is not read at all.
package struct IngredientLine: Hashable, Sendable {
    /// No ingredient needs more; in Unicode scalars.
    package static let scalarsMax = 500

    /// The text as it was written.
    package let original: String
    package var quantity: Quantity?
    /// A unit's `name` if it was read; otherwise the unit that the member gave.
    package var unit: String?
    package var name: String
    /// The preparation, and all other text in parentheses or after a comma.
    package var note: String?

    package init(original: String, quantity: Quantity?, unit: String?, name: String, note: String?) {
        self.original = original
        self.quantity = quantity
        self.unit = unit
        self.name = name
        self.note = note
    }

    /// An ingredient from a list of names, in which numbers are part of the name: `2% milk`.
    package init(name: String) {
        self.init(original: name, quantity: nil, unit: nil, name: name, note: nil)
    }

    /// Reads a line.
    package init(reading original: String) {
        self.init(name: original)
        guard var reader = LineReader(original), let parts = reader.parts() else { return }
        let line = IngredientLine(original, parts)
        // A line is understood only if its own text is understood in the same way.
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

    /// Decimals are written exactly, but a third cannot be read back as a third.
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
    /// The text of the parts, as in `1½ cups flour, sifted`; the original text without a quantity.
    package var text: String { text { quantity, _ in quantity.text } }

    /// The text of a line with a calculated quantity: rounded to an amount that a cook can measure.
    package var roundedText: String { text { $0.roundedText(in: $1) } }

    private func text(_ write: (Quantity, MeasuringUnit?) -> String) -> String {
        guard let quantity else { return original }
        let known = measuringUnit
        let amount = write(quantity, known)
        // A quantity that is rounded to one counts as one.
        let counted = amount == "1" ? Quantity(1) : quantity
        let parts = [amount, unit.map { Self.name(of: $0, known, counted) }, name]
        return parts.compactMap { $0 }.joined(separator: " ") + (note.map { ", \($0)" } ?? "")
    }

    /// Singular or plural by the quantity; a unit in its own spelling stays as it is.
    private static func name(of unit: String, _ known: MeasuringUnit?, _ quantity: Quantity) -> String {
        guard let known, unit == known.name || unit == known.plural else { return unit }
        return known.name(of: quantity)
    }
}

extension IngredientLine {
    /// For a multiple of the servings. A line without a quantity stays as it is.
    package func scaled(by factor: Double) -> IngredientLine {
        guard factor != 1, let quantity else { return self }
        var line = self
        line.quantity = quantity.scaled(by: factor)
        line.dropEquivalents()
        return line
    }

    /// In the measures of the other system; the line itself if no conversion is needed or possible.
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

    /// Removes equivalents from the note, as in `½ cup milk, 120 ml`: they hold only for the written quantity. The
    /// weight of a can or a chicken stays true for any number of them.
    private mutating func dropEquivalents() {
        guard let note, measuringUnit?.measure.size != nil else { return }
        let parts = note.split(separator: ", ", omittingEmptySubsequences: false)
        let left = parts.filter { !LineReader.isMeasure(String($0)) }
        guard left.count < parts.count else { return }
        self.note = left.isEmpty ? nil : left.joined(separator: ", ")
    }
}

extension LineReader {
    /// Whether the text is a quantity of a mass or a volume, and nothing else: `120 ml`, `about 2 lb`.
    static func isMeasure(_ text: String) -> Bool {
        guard var reader = LineReader(text) else { return false }
        _ = reader.approximation()
        guard reader.quantity() != nil else { return false }
        reader.skipBlank()
        return reader.unit()?.measure.size != nil && reader.isAtEnd
    }
}
