/// A unit of measure, by the one name for all its spellings.
package struct MeasuringUnit: Hashable, Sendable {
    package enum Measure: Hashable, Sendable {
        /// In grams.
        case mass(Double)
        /// In millilitres.
        case volume(Double)
        /// A clove, a can, a pinch: without a fixed size.
        case pieces
    }

    /// The system to which the unit belongs.
    package enum Kitchen: Sendable {
        case metric, us
        /// Spoons are in every kitchen, and a clove belongs to no system.
        case every
    }

    package let name: String
    /// The name for more than one.
    package let plural: String
    package let measure: Measure
    package let kitchen: Kitchen

    init(_ name: String, plural: String, _ measure: Measure, _ kitchen: Kitchen) {
        self.name = name
        self.plural = plural
        self.measure = measure
        self.kitchen = kitchen
    }

    /// The unit with that spelling, singular, plural or abbreviated; `nil` if there is none.
    package init?(named text: String) {
        guard let unit = UnitTable.unit(spelled: text) else { return nil }
        self = unit
    }

    /// `cup` for one and less, `cups` for more.
    package func name(of quantity: Quantity) -> String {
        (quantity.most ?? quantity.least) > 1 ? plural : name
    }

    package static func == (left: MeasuringUnit, right: MeasuringUnit) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension MeasuringUnit.Measure {
    /// In grams or millilitres; `nil` for pieces.
    package var size: Double? {
        switch self {
        case .mass(let size), .volume(let size): size
        case .pieces: nil
        }
    }

    /// How many of `other` one of this unit is; `nil` if they measure different things.
    package func ratio(to other: MeasuringUnit.Measure) -> Double? {
        switch (self, other) {
        case (.mass(let size), .mass(let part)), (.volume(let size), .volume(let part)): size / part
        default: nil
        }
    }
}

/// The systems of kitchen measures.
package enum MeasuringSystem: String, CaseIterable, Sendable {
    case metric
    /// The customary units of the United States.
    case us
    /// Metric, and weights instead of volumes where the density of the ingredient is known.
    case grams
}

extension MeasuringUnit {
    /// The same amount in the other system, unrounded; `nil` if no conversion is needed or possible.
    ///
    /// Masses become masses and volumes become volumes: the weight of a cup depends on its content. Spoons stay for
    /// metric kitchens, which have them too, up to a quarter of a cup.
    package func converting(_ quantity: Quantity, to system: MeasuringSystem) -> (
        quantity: Quantity, unit: MeasuringUnit
    )? {
        guard let size = measure.size else { return nil }
        let base = (quantity.most ?? quantity.least) * size
        switch (system, kitchen) {
        case (.metric, .us), (.grams, .us), (.us, .metric): break
        case (.metric, .every), (.grams, .every):
            guard CookAmount.Units.isUSSpoon(self), base >= UnitTable.cupMillilitres / 4 * 0.99 else { return nil }
        default: return nil
        }
        let target = Self.target(system, measure, base: base)
        guard let ratio = measure.ratio(to: target.measure) else { return nil }
        return (quantity.scaled(by: ratio), target)
    }

    /// The usual unit for that amount: less than a quarter of a cup is measured in tablespoons.
    static func target(_ system: MeasuringSystem, _ measure: Measure, base: Double) -> MeasuringUnit {
        let steps: [(below: Double, name: String)] =
            switch (system, measure) {
            case (.metric, .volume), (.grams, .volume): [(1_000, "ml"), (.infinity, "l")]
            case (.metric, _), (.grams, _): [(1, "mg"), (1_000, "g"), (.infinity, "kg")]
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
