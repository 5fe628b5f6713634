/// What a quantity is counted in, by the one name that stands for all its spellings.
package struct MeasuringUnit: Hashable, Sendable {
    package enum Measure: Hashable, Sendable {
        /// In grams.
        case mass(Double)
        /// In millilitres.
        case volume(Double)
        /// A clove, a can, a pinch: as much as it happens to be.
        case pieces
    }

    /// Whose kitchen measures so.
    package enum Kitchen: Sendable {
        case metric, us
        /// Spoons lie in every kitchen's drawer, and a clove is a clove.
        case every
    }

    package let name: String
    /// Of more than one.
    package let plural: String
    package let measure: Measure
    package let kitchen: Kitchen

    init(_ name: String, plural: String, _ measure: Measure, _ kitchen: Kitchen) {
        self.name = name
        self.plural = plural
        self.measure = measure
        self.kitchen = kitchen
    }

    /// The unit that is spelled so, singular, plural or abbreviated; nil when none is.
    package init?(named text: String) {
        guard let unit = UnitTable.unit(spelled: text) else { return nil }
        self = unit
    }

    /// `cup` of one and of less, `cups` of more.
    package func name(of quantity: Quantity) -> String {
        (quantity.most ?? quantity.least) > 1 ? plural : name
    }

    package static func == (left: MeasuringUnit, right: MeasuringUnit) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension MeasuringUnit.Measure {
    /// In grams or millilitres; nil of pieces.
    package var size: Double? {
        switch self {
        case .mass(let size), .volume(let size): size
        case .pieces: nil
        }
    }

    /// How many of `other` one of it is; nil when they measure different things.
    package func ratio(to other: MeasuringUnit.Measure) -> Double? {
        switch (self, other) {
        case (.mass(let size), .mass(let part)), (.volume(let size), .volume(let part)): size / part
        default: nil
        }
    }
}
