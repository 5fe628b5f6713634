/// The totals of all lines with one key.
struct ThingTotals {
    let key: String
    let lines: [BoughtLine]
    let words: IngredientWords

    var all: [IngredientTotal] {
        var measures = Dictionary(grouping: lines) { $0.measure }
        var unsaid = measures.removeValue(forKey: .unsaid) ?? []
        for kind in measures.keys where kind.isTiny && measures.keys.contains(where: { !$0.isTiny }) {
            unsaid += measures.removeValue(forKey: kind) ?? []
        }
        var totals: [IngredientTotal] = []
        if let fruits = takeFruits(from: &measures) { totals.append(fruits) }
        if let weighed = takeWeighed(from: &measures) { totals.append(weighed) }
        totals += measures.keys.sorted { Self.rank($0) < Self.rank($1) }.map { added(measures[$0] ?? []) }
        guard !totals.isEmpty else { return [added(unsaid)] }
        let sources = Set(totals[0].sources).union(unsaid.map(\.source))
        totals[0].sources = sources.sorted()
        return totals
    }

    private static func rank(_ measure: BoughtLine.Measure) -> String {
        switch measure {
        case .count: "0"
        case .mass: "1"
        case .volume: "2"
        case .pieces(let name): "3\(name)"
        case .unsaid: "4"
        }
    }

    // MARK: One measure

    /// In the unit that all lines have. Otherwise in the usual unit for the sum, in the metric system if one of the
    /// lines is metric.
    private func added(_ lines: [BoughtLine]) -> IngredientTotal {
        let (quantity, unit, isConverted) = sum(of: lines)
        return total(
            lines, quantity, unit: unit,
            isCalculated: quantity != nil && (isConverted || lines.contains(where: \.isCalculated)))
    }

    private func sum(of lines: [BoughtLine]) -> (quantity: Quantity?, unit: String?, isConverted: Bool) {
        let units = Set(lines.map { $0.line.measuringUnit })
        guard let some = lines[0].line.measuringUnit, units.count > 1 else {
            return (Quantity(sumOf: lines.compactMap(\.line.quantity)), lines.compactMap(\.line.unit).max(), false)
        }
        let sum = Quantity(
            sumOf: lines.compactMap { bought in
                bought.line.quantity?.scaled(by: bought.line.measuringUnit?.measure.size ?? 1)
            })
        guard let sum else { return (nil, nil, false) }
        let isMetric = units.contains { $0?.kitchen == .metric }
        let target = MeasuringUnit.target(isMetric ? .metric : .us, some.measure, base: sum.upper)
        return (sum.scaled(by: 1 / (target.measure.size ?? 1)), target.name, true)
    }

    // MARK: Several measures

    /// Lemons, and juice and zest of lemons, are lemons. Juice alone stays juice.
    private func takeFruits(from measures: inout [BoughtLine.Measure: [BoughtLine]]) -> IngredientTotal? {
        let counted = measures[.count] ?? []
        let volumes = (measures[.volume] ?? []).filter { $0.use != nil }
        let fruits = counted.filter { $0.use != nil } + volumes
        guard !fruits.isEmpty, !counted.isEmpty || Set(volumes.map(\.use)).count > 1,
            let quantity = FruitUse.fruits(for: fruits)
        else { return nil }
        measures[.count] = nil
        measures[.volume] = nil
        var total = total(
            fruits, quantity, unit: nil, isCalculated: !volumes.isEmpty || fruits.contains(where: \.isCalculated),
            name: words.name(ofKey: key))
        total.isBoughtWhole = !volumes.isEmpty
        return total
    }

    /// Amounts in several measures, if each has a known weight: counted if one of them is counted, otherwise in its
    /// pieces or as a weight.
    private func takeWeighed(from measures: inout [BoughtLine.Measure: [BoughtLine]]) -> IngredientTotal? {
        let weighed = measures.values.joined().filter { $0.gramsPerUnit != nil }
        let kinds = Set(weighed.map(\.measure))
        guard kinds.count > 1 else { return nil }
        let sum = Quantity(
            sumOf: weighed.compactMap { bought in bought.line.quantity?.scaled(by: bought.gramsPerUnit ?? 1) })
        guard let sum else { return nil }
        for kind in kinds {
            let rest = measures[kind]?.filter { $0.gramsPerUnit == nil } ?? []
            measures[kind] = rest.isEmpty ? nil : rest
        }
        let lines = weighed.sorted { $0.order < $1.order }
        guard let piece = piece(of: lines), let grams = piece.gramsPerUnit else {
            var total = total(lines, sum, unit: "g", isCalculated: true)
            let note = total.line.note
            let isAbout = note.flatMap { NoteAmounts($0).approximation } != nil
            if !isAbout { total.line.note = ["about", note].compactMap { $0 }.joined(separator: ", ") }
            return total
        }
        var total = total(lines, sum.scaled(by: 1 / grams), unit: piece.line.unit, isCalculated: true)
        total.isBoughtWhole = true
        return total
    }

    /// The line in whose unit things of several measures are bought; `nil` if it is a weight.
    private func piece(of lines: [BoughtLine]) -> BoughtLine? {
        if let counted = lines.first(where: { $0.measure == .count }) { return counted }
        // Sticks of butter are a measure of the kitchen, not of the shop.
        guard key != "butter" else { return nil }
        let pieces = lines.filter { if case .pieces = $0.measure { true } else { false } }
        if let clove = pieces.first(where: { $0.measure == .pieces("clove") }) { return clove }
        // A bunch covers its sprigs and leaves.
        return pieces.max { ($0.gramsPerUnit ?? 0, $0.order) < ($1.gramsPerUnit ?? 0, $1.order) }
    }

    // MARK: Names

    private func total(
        _ lines: [BoughtLine], _ quantity: Quantity?, unit: String?, isCalculated: Bool, name: String? = nil
    ) -> IngredientTotal {
        let isMany = quantity.map { $0.upper > 1 } ?? false
        let chosen = name ?? self.name(of: lines)
        let written = unit == nil && quantity != nil ? CountNouns.name(chosen, isMany: isMany) : chosen
        let notes = Dictionary(grouping: lines.map(\.line.note)) { $0.map(Self.comparable) }
        let note = notes.count == 1 ? lines.compactMap(\.line.note).max() : nil
        let original = written + (note.map { ", \($0)" } ?? "")
        return IngredientTotal(
            line: IngredientLine(original: original, quantity: quantity, unit: unit, name: written, note: note),
            sources: Set(lines.map(\.source)).sorted(), isCalculated: isCalculated,
            isSum: lines.count > 1)
    }

    /// `400g` and `400 g` are one note, as are `14-ounce` and `14 oz`.
    private static func comparable(_ note: String) -> String {
        if let measure = LineReader.measure(note) { return "\(measure.quantity.text) \(measure.unit.name)" }
        return note.filter { $0 != " " }
    }

    private static func unhyphened(_ name: String) -> String {
        IngredientWords.folded(String(name.map { $0 == "-" ? " " : $0 }))
    }

    /// The most frequent name, if no line has the name of the key.
    private func usualName(_ names: [String]) -> String? {
        let counts = Dictionary(grouping: names) { Self.unhyphened($0) }
        guard counts[Self.unhyphened(words.name(ofKey: key))] == nil else { return nil }
        let ranked = counts.values.sorted { $0.count > $1.count }
        return ranked.count > 1 && ranked[0].count > ranked[1].count ? ranked[0].max() : nil
    }

    /// The most frequent spelling if all lines have one name, otherwise the name of the key.
    private func name(of lines: [BoughtLine]) -> String {
        let names = lines.map(\.line.name)
        guard Set(names.map { Self.unhyphened($0) }).count > 1 else {
            let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
            func rank(_ name: String) -> (Int, Int, String) { (counts[name] ?? 0, name.count, name) }
            return counts.keys.max { rank($0) < rank($1) } ?? ""
        }
        let plain = Set(names.map { words.plainName(of: $0) })
        let name = plain.count == 1 ? plain.first ?? key : usualName(names) ?? words.name(ofKey: key)
        let isPlural = names.contains { $0.lowercased() != IngredientWords.folded($0) }
        return isPlural ? CountNouns.name(name, isMany: true) : name
    }
}

extension BoughtLine {
    /// An order of lines that does not depend on where they stand.
    var order: String {
        "\(line.unit ?? "") \(line.name) \(line.quantity?.least ?? 0) \(line.quantity?.most ?? 0) \(source)"
    }
}
