/// A line as it is bought: without preparations, with the key by which lines are added up.
struct BoughtLine {
    enum Measure: Hashable {
        case mass, volume, count
        /// A clove, a can, or an unknown unit.
        case pieces(String)
        /// No quantity.
        case unsaid

        /// A pinch or a dash, for which more than what is bought anyway is not needed.
        var isTiny: Bool {
            if case .pieces(let unit) = self {
                ["pinch", "dash", "smidgen", "drizzle", "splash"].contains(unit)
            } else {
                false
            }
        }

        init(_ line: IngredientLine) {
            self =
                switch (line.quantity, line.measuringUnit?.measure) {
                case (nil, _): .unsaid
                case (_, .mass?): .mass
                case (_, .volume?): .volume
                case (_, .pieces?): .pieces(line.measuringUnit?.name ?? "")
                case (_, nil): line.unit.map { .pieces($0.lowercased()) } ?? .count
                }
        }
    }

    var line: IngredientLine
    var source = 0
    var isCalculated = false
    let key: String
    let measure: Measure
    /// Grams of one unit; `nil` if the weight is not known.
    let gramsPerUnit: Double?
    /// What is used of a fruit.
    let use: FruitUse?

    init(_ written: IngredientLine, _ words: IngredientWords) {
        var line = Self.withUnit(written.counted, words)
        let name = words.buyingName(of: line.name)
        let ownKey = words.key(ofBought: name)
        use = FruitUse(line, key: ownKey)
        let thing = line.quantity == nil ? Self.thing(of: line) : nil
        key = use?.fruit ?? thing.map { words.key(of: $0) } ?? ownKey
        line.note = Self.note(of: line)
        line.name = name
        self.line = line
        measure = Measure(line)
        gramsPerUnit = Weight.gramsPerUnit(of: line, key: key)
    }

    /// The lines of a demand. «Salt and pepper» are two.
    static func all(of demand: IngredientTotal.Demand, _ words: IngredientWords) -> [BoughtLine] {
        lines(of: demand.line, words).map { line in
            var bought = BoughtLine(line, words)
            (bought.source, bought.isCalculated) = (demand.source, demand.isCalculated)
            return bought
        }
    }

    private static func lines(of line: IngredientLine, _ words: IngredientWords) -> [IngredientLine] {
        guard line.quantity == nil, line.name.utf8.count < 60 else { return [line] }
        let ands = line.name.split(separator: " ").filter { $0 == "and" || $0 == "&" }
        for sign in ands.prefix(1) {
            let parts = line.name.split(separator: " \(sign) ").map(String.init)
            guard parts.count == 2 else { continue }
            let keys = parts.map { words.key(of: $0) }
            guard keys == [words.key(of: "salt"), words.key(of: "pepper")] else { continue }
            return keys.map { IngredientLine(name: words.name(ofKey: $0)) }
        }
        return [line]
    }

    /// `3 garlic cloves` are 3 cloves of garlic.
    private static func withUnit(_ line: IngredientLine, _ words: IngredientWords) -> IngredientLine {
        // `2 sticks cinnamon` are 2 cinnamon sticks.
        if let unit = line.measuringUnit, pieceWords.contains(unit.name), words.isFixed("\(line.name) \(unit.name)"),
            !words.isFixed(line.name)
        {
            var joined = line
            (joined.unit, joined.name) = (nil, "\(line.name) \(unit.name)")
            return joined
        }
        guard line.quantity != nil, line.unit == nil, let blank = line.name.lastIndex(of: " "),
            let unit = MeasuringUnit(named: String(line.name[line.name.index(after: blank)...])),
            pieceWords.contains(unit.name), !words.isFixed(line.name)
        else { return line }
        var moved = line
        moved.unit = unit.name
        moved.name = String(line.name[..<blank])
        return moved
    }

    /// What a line without a number is about: `small bunch parsley` is about parsley, `2-inch piece ginger` about
    /// ginger.
    private static func thing(of line: IngredientLine) -> String? {
        if let piece = PieceLength(line) { return piece.thing }
        let words = line.name.split(separator: " ")
        guard words.count <= 8,
            let index = words.prefix(2).firstIndex(where: { word in
                MeasuringUnit(named: String(word)).map { bunchWords.contains($0.name) } ?? false
            }), index == 0 || KitchenWords.sizes.contains(words[0].lowercased()) || words[0].hasSuffix("-sized")
        else { return nil }
        let rest = words[(index + 1)...]
        let thing = (rest.first == "of" ? rest.dropFirst() : rest).joined(separator: " ")
        return thing.isEmpty ? nil : thing
    }

    private static let bunchWords: Set<String> = [
        "bunch", "handful", "piece", "knob", "sprig", "pinch", "dash", "splash", "drizzle", "glug",
    ]
    private static let pieceWords: Set<String> = [
        "clove", "sprig", "stalk", "stick", "rib", "slice", "rasher", "head", "bulb", "bunch", "leaf",
    ]

    // MARK: Notes

    /// The note without preparations: a size, a purpose, or an alternative.
    private static func note(of line: IngredientLine) -> String? {
        guard let note = line.note else { return nil }
        let parts = note.split(separator: ", ").filter { part in
            let first = part.prefix { $0 != " " }.lowercased()
            return keptNotes.contains(first) || part.first?.isNumber == true
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static let keptNotes: Set<String> = [
        "to", "for", "plus", "or", "optional", "about", "approx.", "preferably", "such", "nach", "zum", "pour", "para",
        "per", "q.b.", "al", "au",
    ]

    // MARK: Amounts

    /// Whether both lines are added up to one.
    func isAdded(to other: BoughtLine) -> Bool {
        guard key == other.key else { return false }
        if measure == other.measure || measure == .unsaid || other.measure == .unsaid { return true }
        if measure.isTiny || other.measure.isTiny { return true }
        return amounts(with: other) != nil
    }

    /// The upper ends of both quantities in a common measure.
    func amounts(with other: BoughtLine) -> (own: Double, other: Double)? {
        guard let own = line.quantity?.upper, let second = other.line.quantity?.upper else { return nil }
        if measure == other.measure {
            func size(_ line: IngredientLine) -> Double { line.measuringUnit?.measure.size ?? 1 }
            return (own * size(line), second * size(other.line))
        }
        if let mine = use?.fruits(in: line), let its = other.use?.fruits(in: other.line) {
            return (mine.upper, its.upper)
        }
        guard let mine = gramsPerUnit, let its = other.gramsPerUnit else { return nil }
        return (own * mine, second * its)
    }
}

extension Quantity {
    var upper: Double { most ?? least }
}
