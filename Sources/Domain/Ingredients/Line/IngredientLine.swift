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
            original: original, quantity: parts.quantity?.readable, unit: parts.unit?.name, name: parts.name,
            note: parts.note)
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
    package var text: String { text { Self.text(of: $0, in: $1) } }

    /// `1.250 g` reads as 1250 grams, so a fourth digit keeps a thousandth.
    private static func text(of quantity: Quantity, in unit: MeasuringUnit?) -> String {
        guard let unit, unit.name == "g" || unit.name == "ml" else { return quantity.text }
        func clear(_ value: Double) -> String {
            let text = Quantity(value).text
            guard let point = text.lastIndex(of: "."), text.distance(from: point, to: text.endIndex) == 4 else {
                return text
            }
            return text + "0"
        }
        return clear(quantity.least) + (quantity.most.map { "–" + clear($0) } ?? "")
    }

    private func text(_ write: (Quantity, MeasuringUnit?) -> String) -> String {
        guard let quantity else { return original }
        let known = measuringUnit
        let parts = [write(quantity, known), unit.map { Self.name(of: $0, known, quantity) }, name]
        return Self.text(parts.compactMap { $0 }.joined(separator: " "), of: name, with: note)
    }

    /// The text that ends in a name, with the note behind it.
    static func text(_ head: String, of name: String, with note: String?) -> String {
        guard let note else { return head }
        // A comma before «flour or corn tortillas» would make a list of names.
        return LineReader.isList(name, note) ? "\(head) (\(note))" : "\(head), \(note)"
    }

    /// Singular or plural by the quantity; a unit in its own spelling stays as it is.
    static func name(of unit: String, _ known: MeasuringUnit?, _ quantity: Quantity) -> String {
        guard let known, unit == known.name || unit == known.plural else { return unit }
        return known.name(of: quantity)
    }
}

extension IngredientLine {
    /// For a multiple of the servings. Amounts in the note are scaled, too, or marked as not scaled. A line without a
    /// quantity stays as it is, unless it begins with the length of a piece: «2-inch piece of ginger».
    package func scaled(by factor: Double) -> IngredientLine {
        guard factor != 1 else { return self }
        guard quantity != nil else { return PieceLength(self)?.scaled(by: factor) ?? self }
        var line = counted
        guard let quantity = line.quantity else { return self }
        line.note = line.note.flatMap { NoteAmounts($0).scaled(by: factor, of: line) }
        line.quantity = quantity.scaled(by: factor)
        return line
    }

    /// In the measures of the system; the line itself if no conversion is needed or possible.
    package func converted(to system: MeasuringSystem) -> IngredientLine {
        if system == .grams { return weighed }
        return convertedVolume(to: system)
    }

    /// Volumes become volumes and masses become masses.
    func convertedVolume(to system: MeasuringSystem) -> IngredientLine {
        guard let quantity, let known = measuringUnit, let converted = known.converting(quantity, to: system) else {
            return self
        }
        var line = self
        line.quantity = converted.quantity
        line.unit = converted.unit.name
        line.dropEquivalents()
        return line
    }

    /// The line with its container as the unit: a `400 g tin` is one tin with the note `400 g`.
    var counted: IngredientLine {
        guard let quantity, let known = measuringUnit, known.measure.size != nil, quantity.most == nil,
            let blank = name.firstIndex(of: " "), let container = MeasuringUnit(named: String(name[..<blank])),
            UnitTable.containerNames.contains(container.name), container.name != "stick", container.name != "piece"
        else { return self }
        var line = self
        let size = "\(quantity.text) \(known.name(of: quantity))"
        (line.quantity, line.unit) = (Quantity(1), container.name)
        line.name = String(name[name.index(after: blank)...])
        if line.name.hasPrefix("of ") { line.name.removeFirst(3) }
        line.note = [size, note].compactMap { $0 }.joined(separator: ", ")
        return line
    }

    var measuringUnit: MeasuringUnit? { unit.flatMap { MeasuringUnit(named: $0) } }

    /// Removes equivalents from the note, as in `½ cup milk, 120 ml`: they are the same amount in another unit.
    mutating func dropEquivalents() {
        guard let note, measuringUnit?.measure.size != nil else { return }
        self.note = NoteAmounts(note).withoutMeasures
    }
}
