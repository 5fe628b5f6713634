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
