/// The weight of ingredients that are measured by volume or counted.
enum Weight {
    /// How many grams a cup of the ingredient weighs; `nil` if it is not known. The longest known end of the name counts:
    /// `sifted cake flour` is cake flour.
    static func gramsPerCup(of name: String, _ words: IngredientWords = .standard) -> Double? {
        if let grams = DensityTable.gramsPerCup[IngredientWords.folded(name)] { return grams }
        let bought = words.buyingName(of: name)
        return gramsPerCup(ofBought: bought, key: words.key(ofBought: bought))
    }

    /// `name` has no preparations.
    static func gramsPerCup(ofBought name: String, key: String) -> Double? {
        var rest = Substring(IngredientWords.folded(name))
        if let grams = DensityTable.gramsPerCup[String(rest)] ?? DensityTable.gramsPerCup[key] { return grams }
        while let blank = rest.firstIndex(of: " ") {
            rest = rest[rest.index(after: blank)...]
            if let grams = DensityTable.gramsPerCup[String(rest)] { return grams }
        }
        return nil
    }

    /// Grams of one of the line's units; `nil` if the weight is not known. The line's name has no preparations.
    static func gramsPerUnit(of line: IngredientLine, key: String) -> Double? {
        switch (line.unit, line.measuringUnit?.measure) {
        case (_, .mass(let grams)?): grams
        case (_, .volume(let millilitres)?):
            gramsPerCup(ofBought: line.name, key: key).map { $0 / UnitTable.cupMillilitres * millilitres }
        case (nil, _): DensityTable.gramsPerPiece["- \(key)"]
        case (_, .pieces?): DensityTable.gramsPerPiece["\(line.measuringUnit?.name ?? "") \(key)"]
        default: nil
        }
    }
}

extension IngredientLine {
    /// The line with a weight instead of a volume, marked as about: `about 120 g flour`. A weight in the note is the
    /// author's own and counts. Less than a teaspoon is not weighed. Other lines become metric.
    var weighed: IngredientLine {
        guard let quantity, let unit = measuringUnit, case .volume(let millilitres) = unit.measure else {
            return weighedPieces ?? convertedVolume(to: .grams)
        }
        if let note, let own = NoteAmounts(note).measure, case .mass = own.unit.measure {
            var line = self
            (line.quantity, line.unit) = (own.quantity, own.unit.name)
            line.note = NoteAmounts(note).withoutMeasures
            return line.convertedVolume(to: .grams)
        }
        guard let grams = Weight.gramsPerCup(of: name),
            (quantity.most ?? quantity.least) * millilitres >= UnitTable.cupMillilitres / 48 * 0.99
        else { return convertedVolume(to: .grams) }
        return weighing(millilitres * grams / UnitTable.cupMillilitres, each: quantity)
    }

    /// A stick of butter is a measure of a kitchen that weighs.
    private var weighedPieces: IngredientLine? {
        guard let quantity, measuringUnit?.name == "stick",
            let grams = DensityTable.gramsPerPiece["stick \(IngredientWords.standard.key(of: name))"]
        else { return nil }
        return weighing(grams, each: quantity)
    }

    private func weighing(_ grams: Double, each quantity: Quantity) -> IngredientLine {
        var line = self
        line.dropEquivalents()
        let weight = quantity.scaled(by: grams).roundedToThousandths
        let isKilograms = (weight.most ?? weight.least) >= 1_000
        (line.quantity, line.unit) = (isKilograms ? weight.scaled(by: 0.001) : weight, isKilograms ? "kg" : "g")
        let approximation = line.note.flatMap { NoteAmounts($0).approximation }
        if approximation == nil { line.note = ["about", line.note].compactMap { $0 }.joined(separator: ", ") }
        return line
    }
}
