/// The total of one ingredient over several dishes.
package struct IngredientTotal: Hashable, Sendable {
    /// Its quantity is the sum; it has a note if all lines have the same one.
    package var line: IngredientLine
    /// The numbers of the dishes, ascending.
    package var sources: [Int]
    /// Whether the quantity of a line was scaled or converted.
    package var isCalculated: Bool
    /// Whether several amounts were added.
    var isSum = false
    /// Whether a part of the sum was estimated, so that only whole things make sense.
    var isBoughtWhole = false

    /// The text for a cook: as it was written for one line, exact if the quantity was only added, rounded if it was
    /// calculated.
    package var text: String {
        if isBoughtWhole { return boughtWhole.carriedText }
        if isCalculated { return line.roundedText }
        return isSum ? line.carriedText : line.text
    }

    /// Whole things, at least as many as are needed. A fifth less counts as enough, because sizes differ by more.
    private var boughtWhole: IngredientLine {
        func whole(_ value: Double) -> Double { max(1, (value - 0.2).rounded(.up)) }
        var line = line
        line.quantity = line.quantity.map { quantity in
            let (least, most) = (whole(quantity.least), quantity.most.map(whole))
            return Quantity(least, upTo: most.flatMap { $0 > least ? $0 : nil })
        }
        return line
    }
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

    /// Adds up lines about one thing. Amounts in different measures add up if the weight of the thing is known.
    /// Ranges add at both ends. Lines without a quantity add nothing: they join the other lines of their thing.
    ///
    /// Sorted by name. The result does not depend on the order of `demands`. O(n log n).
    package static func totals(
        of demands: [Demand], words: IngredientWords = .standard
    ) -> [IngredientTotal] {
        var things: [String: [BoughtLine]] = [:]
        for demand in demands {
            for line in BoughtLine.all(of: demand, words) { things[line.key, default: []].append(line) }
        }
        return things.flatMap { key, lines in ThingTotals(key: key, lines: lines, words: words).all }
            .map { ($0, rank: rank($0)) }.sorted { $0.rank < $1.rank }.map(\.0)
    }

    private static func rank(_ total: IngredientTotal) -> (String, String) {
        let measure =
            switch BoughtLine.Measure(total.line) {
            case .count: "0"
            case .mass: "1"
            case .volume: "2"
            case .pieces(let name): "3\(name)"
            case .unsaid: "4"
            }
        return (IngredientWords.folded(total.line.name), measure)
    }
}

/// An amount of one thing, ready to be compared with others. To make it costs more than to compare it.
package struct ThingAmount: Sendable {
    private let line: BoughtLine

    package init(_ line: IngredientLine, words: IngredientWords = .standard) { self.line = BoughtLine(line, words) }

    /// Whether both are about one thing, and would be added up.
    package func isSameThing(as other: ThingAmount) -> Bool { line.isAdded(to: other.line) }

    /// Whether this amount covers `need`, which is about the same thing. Amounts without a quantity cover only needs
    /// without one.
    package func isEnough(for need: ThingAmount) -> Bool {
        guard isSameThing(as: need) else { return false }
        guard need.line.line.quantity != nil else { return true }
        if need.line.measure.isTiny, line.line.quantity != nil, !line.measure.isTiny { return true }
        guard line.line.quantity != nil, let (amount, needed) = line.amounts(with: need.line) else { return false }
        return amount >= needed * (1 - 1e-9)
    }
}

extension IngredientLine {
    /// Whether both are about one thing, and would be added up.
    package func isSameThing(as other: IngredientLine, words: IngredientWords = .standard) -> Bool {
        ThingAmount(self, words: words).isSameThing(as: ThingAmount(other, words: words))
    }

    /// Whether this amount covers `need`, which is about the same thing.
    package func isEnough(for need: IngredientLine, words: IngredientWords = .standard) -> Bool {
        ThingAmount(self, words: words).isEnough(for: ThingAmount(need, words: words))
    }

    /// Whether both names mean the same ingredient, whatever the measure.
    package static func isSame(_ name: String, as other: String, words: IngredientWords = .standard) -> Bool {
        words.key(of: name) == words.key(of: other)
    }
}

extension Quantity {
    /// `nil` without quantities. Independent of their order.
    init?(sumOf quantities: [Quantity]) {
        guard !quantities.isEmpty else { return nil }
        let least = quantities.map(\.least).sorted().reduce(0, +)
        let most = quantities.map { $0.most ?? $0.least }.sorted().reduce(0, +)
        self.init(Self.finite(least), upTo: quantities.contains { $0.most != nil } ? Self.finite(most) : nil)
    }
}
