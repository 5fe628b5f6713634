import CloudEvents
import Events
import Ingredients

/// What Cooklang says apart and a cook has written in one line.
enum CooklangReading {
    /// Amount, unit and name of a line that says all of it, so that putting them together gives the line again; nil for others,
    /// and where somebody has told them apart already.
    static func parts(of row: ProtoIngredient) -> ProtoIngredient? {
        guard !row.hasName, !row.hasQuantity, !row.hasUnit, !row.hasNote else { return nil }
        let original = row.original.withSingleBlanks
        let line = IngredientLine(reading: original)
        let tail = line.name + (line.note.map { ", \($0)" } ?? "")
        guard line.quantity != nil, original.hasSuffix(" \(tail)") else { return nil }
        var words = original.dropLast(tail.count).split(separator: " ")
        var unit: String?
        if let name = line.unit {
            // As it is written: cups are not said as cup.
            guard let word = words.popLast(), MeasuringUnit(named: String(word))?.name == name else { return nil }
            unit = String(word)
        }
        guard !words.isEmpty else { return nil }
        let amount = words.joined(separator: " ")
        let parts = ProtoIngredient(
            amount: amount, quantity: CooklangRecipe.Quantity(written: amount)?.number, unit: unit, name: line.name,
            note: line.note)
        return parts.original == original ? parts : nil
    }
}
