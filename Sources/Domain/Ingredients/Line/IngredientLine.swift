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
