/// The two ways in which kitchens measure.
package enum MeasuringSystem: String, CaseIterable, Sendable {
    case metric
    /// The customary units of the United States.
    case us
}

extension MeasuringUnit {
    /// The same amount as the other kitchen would measure it, unrounded; nil when nothing need or can be converted.
    ///
    /// Masses become masses and volumes volumes, never one the other: how much a cup weighs depends on what is in it.
    /// Spoons stay for metric kitchens, which have them too.
    package func converting(_ quantity: Quantity, to system: MeasuringSystem) -> (
        quantity: Quantity, unit: MeasuringUnit
    )? {
        guard let size = measure.size else { return nil }
        switch (system, kitchen) {
        case (.metric, .us), (.us, .metric): break
        default: return nil
        }
        let base = (quantity.most ?? quantity.least) * size
        let target = Self.target(system, measure, base: base)
        guard let ratio = measure.ratio(to: target.measure) else { return nil }
        return (quantity.scaled(by: ratio), target)
    }

    /// In what so much is measured: in tablespoons what is less than a quarter of a cup.
    static func target(_ system: MeasuringSystem, _ measure: Measure, base: Double) -> MeasuringUnit {
        let steps: [(below: Double, name: String)] =
            switch (system, measure) {
            case (.metric, .volume): [(1_000, "ml"), (.infinity, "l")]
            case (.metric, _): [(1, "mg"), (1_000, "g"), (.infinity, "kg")]
            case (.us, .volume):
                [
                    (UnitTable.cupMillilitres / 16 * 0.99, "tsp"), (UnitTable.cupMillilitres / 4 * 0.99, "tbsp"),
                    (UnitTable.cupMillilitres * 8, "cup"), (.infinity, "qt"),
                ]
            case (.us, _): [(453.592_37 * 0.99, "oz"), (.infinity, "lb")]
            }
        let name = steps.first { base < $0.below }?.name
        guard let unit = name.flatMap({ MeasuringUnit(named: $0) }) else {
            preconditionFailure("the table of units lacks what is converted to")
        }
        return unit
    }
}
