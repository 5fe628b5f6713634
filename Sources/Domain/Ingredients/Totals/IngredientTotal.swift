/// The total of one ingredient over several dishes.
package struct IngredientTotal: Hashable, Sendable {
    /// Its quantity is the sum; it has a note if all lines have the same one.
    package var line: IngredientLine
    /// The numbers of the dishes, ascending.
    package var sources: [Int]
    /// Whether the quantity of a line was scaled or converted.
    package var isCalculated: Bool

    /// The text for a cook: exact if the quantity was only added, rounded if it was calculated.
    package var text: String { isCalculated ? line.roundedText : line.text }
}

extension IngredientTotal {
    /// An ingredient that a dish needs.
    package struct Demand: Hashable, Sendable {
        package var line: IngredientLine
        /// The caller's number of the dish.
        package var source: Int
        package var isCalculated: Bool

        package init(_ line: IngredientLine, source: Int, isCalculated: Bool) {
            self.line = line
            self.source = source
            self.isCalculated = isCalculated
        }
    }

    /// Adds up lines with the same name and the same measure: masses with masses, volumes with volumes, cloves with
    /// cloves. Ranges add at both ends. Lines without a quantity add nothing, and equal ones become one.
    ///
    /// Sorted by name. The result does not depend on the order of `demands`. O(n log n).
    package static func totals(of demands: [Demand]) -> [IngredientTotal] {
        var things: [Thing: [Demand]] = [:]
        for demand in demands { things[Thing(demand.line), default: []].append(demand) }
        return things.sorted { $0.key < $1.key }.map { thing, demands in total(of: thing, demands) }
    }

    private static func total(of thing: Thing, _ demands: [Demand]) -> IngredientTotal {
        let (quantity, unit, isConverted) = sum(of: demands, thing)
        let isMany = quantity.map { ($0.most ?? $0.least) > 1 } ?? false
        let name = name(of: demands.map(\.line.name), isCounted: thing.measure == .count, isMany: isMany)
        let notes = Set(demands.map(\.line.note))
        let note = notes.count == 1 ? demands[0].line.note : nil
        let original = name + (note.map { ", \($0)" } ?? "")
        return IngredientTotal(
            line: IngredientLine(original: original, quantity: quantity, unit: unit, name: name, note: note),
            sources: Set(demands.map(\.source)).sorted(),
            isCalculated: quantity != nil && (isConverted || demands.contains(where: \.isCalculated)))
    }

    /// In the unit that all lines have. Otherwise in the usual unit for the sum, in the metric system if one of the
    /// lines is metric.
    private static func sum(
        of demands: [Demand], _ thing: Thing
    ) -> (quantity: Quantity?, unit: String?, isConverted: Bool) {
        guard thing.measure != .unsaid else { return (nil, nil, false) }
        let units = Set(demands.map { $0.line.measuringUnit })
        guard let some = demands[0].line.measuringUnit, units.count > 1 else {
            return (Quantity(sumOf: demands.compactMap(\.line.quantity)), demands.compactMap(\.line.unit).max(), false)
        }
        let sum = Quantity(
            sumOf: demands.compactMap { demand in
                demand.line.quantity?.scaled(by: demand.line.measuringUnit?.measure.size ?? 1)
            })
        guard let sum else { return (nil, nil, false) }
        let isMetric = units.contains { $0?.kitchen == .metric }
        let target = MeasuringUnit.target(isMetric ? .metric : .us, some.measure, base: sum.most ?? sum.least)
        return (sum.scaled(by: 1 / (target.measure.size ?? 1)), target.name, true)
    }

    /// The most frequent name. For counted things with several names the longest, which is the plural.
    private static func name(of names: [String], isCounted: Bool, isMany: Bool) -> String {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        func rank(_ name: String) -> (Int, Int, String) {
            (isCounted ? (isMany ? name.count : -name.count) : 0, counts[name] ?? 0, name)
        }
        return counts.keys.max { rank($0) < rank($1) } ?? ""
    }
}

extension IngredientLine {
    /// Whether both have the same name and the same measure.
    package func isSameThing(as other: IngredientLine) -> Bool { Thing(self) == Thing(other) }

    /// Whether this amount covers `need`, which has the same name and measure. Amounts without a quantity cover only
    /// needs without one.
    package func isEnough(for need: IngredientLine) -> Bool {
        guard isSameThing(as: need) else { return false }
        guard let own = baseMost, let other = need.baseMost else { return true }
        return own >= other * (1 - 1e-9)
    }

    /// Whether both names mean the same ingredient, whatever the measure.
    package static func isSame(_ name: String, as other: String) -> Bool { Thing.folded(name) == Thing.folded(other) }

    /// The upper end of the quantity, in the base unit of its measure.
    private var baseMost: Double? {
        quantity.map { ($0.most ?? $0.least) * (measuringUnit?.measure.size ?? 1) }
    }
}

extension Quantity {
    /// `nil` without quantities. Independent of their order.
    fileprivate init?(sumOf quantities: [Quantity]) {
        guard !quantities.isEmpty else { return nil }
        let least = quantities.map(\.least).sorted().reduce(0, +)
        let most = quantities.map { $0.most ?? $0.least }.sorted().reduce(0, +)
        self.init(Self.finite(least), upTo: quantities.contains { $0.most != nil } ? Self.finite(most) : nil)
    }
}

/// The key by which lines are added up.
private struct Thing: Hashable, Comparable {
    enum Measure: Hashable {
        case mass, volume, count
        /// A clove, a can, or an unknown unit.
        case pieces(String)
        /// No quantity.
        case unsaid
    }

    let name: String
    let measure: Measure

    init(_ line: IngredientLine) {
        name = Self.folded(line.name)
        measure =
            switch (line.quantity, line.measuringUnit?.measure) {
            case (nil, _): .unsaid
            case (_, .mass?): .mass
            case (_, .volume?): .volume
            case (_, .pieces?): .pieces(line.measuringUnit?.name ?? "")
            case (_, nil): line.unit.map { .pieces($0.lowercased()) } ?? .count
            }
    }

    /// Lower case, single spaces, and the last word without an English plural ending: onions and an onion are the same.
    static func folded(_ name: String) -> String {
        var words = name.lowercased().split(whereSeparator: \.isWhitespace).map { String($0) }
        guard let last = words.popLast() else { return "" }
        return (words + [singular(last)]).joined(separator: " ")
    }

    private static func singular(_ word: String) -> String {
        guard word.count > 3, word.hasSuffix("s") else { return word }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if word.hasSuffix("oes") { return String(word.dropLast(2)) }
        if ["ss", "us", "is"].contains(where: { word.hasSuffix($0) }) { return word }
        return String(word.dropLast())
    }

    private var rank: (String, String) {
        let measure =
            switch measure {
            case .count: "0"
            case .mass: "1"
            case .volume: "2"
            case .pieces(let name): "3\(name)"
            case .unsaid: "4"
            }
        return (name, measure)
    }

    static func < (a: Thing, b: Thing) -> Bool { a.rank < b.rank }
}
