import Events
import Ingredients

extension ProtoIngredient {
    /// A line of the cookbook with its parts, as an app gives them whose cooks fill in one field for each.
    init(line: String) {
        self.init()
        original = line
        let read = IngredientLine(reading: line)
        if let quantity = read.quantity {
            self.quantity = quantity.least
            if let unit = read.unit { self.unit = MeasuringUnit(named: unit)?.name(of: quantity) ?? unit }
        }
        name = read.name
        if let note = read.note { self.note = note }
    }
}
