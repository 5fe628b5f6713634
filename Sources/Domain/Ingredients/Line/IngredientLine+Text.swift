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
