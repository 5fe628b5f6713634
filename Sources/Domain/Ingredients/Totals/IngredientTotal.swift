/// How much of one thing several dishes need together.
package struct IngredientTotal: Hashable, Sendable {
    /// Its quantity is the sum; its note is there where all agree on it.
    package var line: IngredientLine
    /// Who needs it, ascending.
    package var sources: [Int]
    /// Whether a quantity is shown that is not in the line: scaled, or converted.
    package var isCalculated: Bool

    /// As a cook would write it down: to the last digit what was written, rounded what was calculated.
    package var text: String { isCalculated ? line.roundedText : line.text }
}

extension IngredientTotal {
    /// What a dish needs.
    package struct Demand: Hashable, Sendable {
        package var line: IngredientLine
        /// A number of the caller's own.
        package var source: Int
        package var isCalculated: Bool

        package init(_ line: IngredientLine, source: Int, isCalculated: Bool) {
            self.line = line
            self.source = source
            self.isCalculated = isCalculated
        }
    }

    /// Adds up what is the same thing, by name and by what it is measured in: masses with masses, volumes with volumes, cloves
    /// with cloves, and never one with the other. Ranges add at both ends. A line without a quantity adds nothing, and stands
    /// once for all that say the same.
    ///
    /// In the order of the names. The answer does not depend on the order of `demands`. O(n log n).
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

    /// In the one unit that all have, or else in what so much is measured in: by the metric kitchen if any of them is metric.
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

    /// What most call it; of several that are counted the longest name, which is the plural.
    private static func name(of names: [String], isCounted: Bool, isMany: Bool) -> String {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        func rank(_ name: String) -> (Int, Int, String) {
            (isCounted ? (isMany ? name.count : -name.count) : 0, counts[name] ?? 0, name)
        }
        return counts.keys.max { rank($0) < rank($1) } ?? ""
    }
}

extension IngredientLine {
    /// Whether both ask for the same thing: by name, and by what it is measured in.
    package func isSameThing(as other: IngredientLine) -> Bool { Thing(self) == Thing(other) }

    /// Whether so much is no less than the same thing's `need`. What does not say how much is enough of what does not either.
    package func isEnough(for need: IngredientLine) -> Bool {
        guard isSameThing(as: need) else { return false }
        guard let own = baseMost, let other = need.baseMost else { return true }
        return own >= other * (1 - 1e-9)
    }

    /// Whether both names are those of the same thing, however it is measured.
    package static func isSame(_ name: String, as other: String) -> Bool { Thing.folded(name) == Thing.folded(other) }

    /// The most of it, in what its measure is converted by.
    private var baseMost: Double? {
        quantity.map { ($0.most ?? $0.least) * (measuringUnit?.measure.size ?? 1) }
    }
}

extension Quantity {
    /// Nil of nothing. The same in whatever order they come.
    fileprivate init?(sumOf quantities: [Quantity]) {
        guard !quantities.isEmpty else { return nil }
        let least = quantities.map(\.least).sorted().reduce(0, +)
        let most = quantities.map { $0.most ?? $0.least }.sorted().reduce(0, +)
        self.init(Self.finite(least), upTo: quantities.contains { $0.most != nil } ? Self.finite(most) : nil)
    }
}

/// What makes two lines ask for the same thing.
private struct Thing: Hashable, Comparable {
    enum Measure: Hashable {
        case mass, volume, count
        /// A clove, a can, or what is no unit that is known.
        case pieces(String)
        /// As much as one likes.
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

    /// Small letters, single blanks, and the last word without the ending of an English plural: onions are the same thing
    /// as an onion.
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
