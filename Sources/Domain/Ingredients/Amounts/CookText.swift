extension IngredientLine {
    /// The text of a line with a calculated quantity: in the unit and with the fraction that a cook would measure.
    package var roundedText: String { cookText(isExact: false) }

    /// The text of a sum: in the unit that a cook would measure, without rounding.
    package var carriedText: String { cookText(isExact: true) }

    private func cookText(isExact: Bool) -> String {
        guard let amount = cookAmount(isExact: isExact) else { return original }
        return "\(amount) \(namePart)"
    }

    /// A calculated amount with its unit, as a cook measures it: `2 tbsp + 2 tsp`, `about 120 g`; `nil` without a
    /// quantity.
    package var cookAmount: String? { cookAmount(isExact: false) }

    /// The name behind a calculated amount, in the plural or singular that the amount asks for, and the note.
    package var namePart: String {
        guard let quantity else { return original }
        let isMany = Self.isMany(quantity)
        let counted = unit == nil && !beginsWithUnit ? CountNouns.name(name, isMany: isMany) : name
        return Self.text(counted, of: counted, with: note.flatMap { NoteAmounts($0).shown(of: self, isMany: isMany) })
    }

    /// The unit of «pinch cayenne pepper» is counted, and not the pepper.
    private var beginsWithUnit: Bool {
        MeasuringUnit(named: String(name.prefix { $0 != " " })) != nil && name.contains(" ")
    }

    private func cookAmount(isExact: Bool) -> String? {
        guard let quantity else { return nil }
        let approximation = note.flatMap { NoteAmounts($0).approximation }.map { "\($0) " } ?? ""
        if unit == PieceLength.inch { return approximation + quantity.roundedText(in: nil) + "-inch" }
        let known = measuringUnit
        let isOwnSpelling = known.map { unit != $0.name && unit != $0.plural } ?? true
        if let known, !isOwnSpelling, let text = CookAmount.text(quantity, in: known, isExact: isExact) {
            return approximation + text
        }
        let amount = isExact ? quantity.text : quantity.roundedText(in: known)
        // A quantity that is rounded to one counts as one.
        let counted = amount == "1" ? Quantity(1) : quantity
        let name = unit.map { " " + Self.name(of: $0, known, counted) } ?? ""
        return approximation + amount + name
    }

    private static func isMany(_ quantity: Quantity) -> Bool {
        let text = quantity.roundedText(in: nil)
        return text != "1" && (quantity.most ?? quantity.least) > 1
    }
}

/// The amounts in the note of a line: equivalents such as `120 ml`, and sizes such as `14 oz`.
struct NoteAmounts {
    private let parts: [String]

    init(_ note: String) {
        parts = note.split(separator: ", ", omittingEmptySubsequences: false).map { String($0) }
    }

    private static func joined(_ parts: [String]) -> String? { parts.isEmpty ? nil : parts.joined(separator: ", ") }

    /// The note without amounts.
    var withoutMeasures: String? { Self.joined(parts.filter { LineReader.measure($0) == nil }) }

    /// The first amount of a mass or a volume.
    var measure: LineReader.Measure? { parts.lazy.compactMap { LineReader.measure($0) }.first }

    /// `about`, which stands before the amount.
    var approximation: String? { parts.first { Self.isApproximation($0) } }

    private static func isApproximation(_ part: String) -> Bool {
        ["about", "approximately", "approx.", "approx", "around", "roughly", "circa", "ca.", "etwa", "environ"]
            .contains(part)
    }

    // MARK: Scaled

    /// An equivalent is scaled. The weight of a can or of one chicken is true for any number of them. Another amount is
    /// marked as the author's.
    func scaled(by factor: Double, of line: IngredientLine) -> String? {
        let isMeasured = line.measuringUnit?.measure.size != nil
        return Self.joined(
            parts.map { part in
                if isMeasured, let pieces = LineReader.pieces(part) { return pieces.scaled(by: factor) }
                guard let measure = LineReader.measure(part) else { return part }
                if isMeasured || line.unit == nil && measure.isVolume { return measure.scaled(by: factor) }
                if line.unit != nil { return part }
                return line.quantity == Quantity(1) ? "\(part) each" : "\(part) as written"
            })
    }

    /// The note of a calculated line: without the approximation, which stands before the amount.
    func shown(of line: IngredientLine, isMany: Bool) -> String? {
        let isMeasured = line.measuringUnit?.measure.size != nil
        var isApproximated = false
        return Self.joined(
            parts.compactMap { part in
                if !isApproximated, Self.isApproximation(part) {
                    isApproximated = true
                    return nil
                }
                guard let measure = LineReader.measure(part) else { return part }
                if isMeasured { return measure.rounded }
                return isMany && !measure.isVolume ? "\(part) each" : part
            })
    }
}

extension LineReader {
    /// A quantity of a mass or a volume.
    struct Measure {
        var approximation: String?
        var quantity: Quantity
        var unit: MeasuringUnit

        var isVolume: Bool { if case .volume = unit.measure { true } else { false } }

        func scaled(by factor: Double) -> String {
            let scaled = quantity.scaled(by: factor).roundedToThousandths
            return text(scaled.text + " " + unit.name(of: scaled))
        }

        /// Rounded and in the unit that a cook would measure.
        var rounded: String {
            text(
                CookAmount.text(quantity, in: unit)
                    ?? quantity.roundedText(in: unit) + " " + unit.name(of: quantity))
        }

        private func text(_ amount: String) -> String { (approximation.map { "\($0) " } ?? "") + amount }
    }

    /// The amount that a text is, if it is nothing else: `120 ml`, `about 2 lb`.
    static func measure(_ text: String) -> Measure? { amount(text).flatMap { $0.unit.measure.size == nil ? nil : $0 } }

    /// The number of pieces that a text is, if it is nothing else: `2 sticks`.
    static func pieces(_ text: String) -> Measure? { amount(text).flatMap { $0.unit.measure.size == nil ? $0 : nil } }

    private static func amount(_ text: String) -> Measure? {
        // `14-ounce` is 14 ounces.
        let isHyphened = text.first?.isNumber == true && text.count(where: { $0 == "-" }) == 1
        guard var reader = LineReader(isHyphened ? String(text.map { $0 == "-" ? " " : $0 }) : text) else { return nil }
        let approximation = reader.approximation()
        guard let quantity = reader.quantity() else { return nil }
        reader.skipBlank()
        guard let unit = reader.unit(), reader.isAtEnd else { return nil }
        return Measure(approximation: approximation, quantity: quantity, unit: unit)
    }
}

/// A line that says how long a piece is: «2-inch piece of ginger», «5 cm piece of ginger».
struct PieceLength {
    static let inch = "inch"
    private static let pieces: Set<String> = [
        "piece", "pieces", "knob", "stick", "length", "strip", "chunk", "thumb", "stück", "morceau", "trozo", "pezzo",
    ]

    private let line: IngredientLine

    /// `nil` for another line.
    init?(_ written: IngredientLine) {
        guard written.quantity == nil, var reader = LineReader(written.name), let number = reader.figure() else {
            return nil
        }
        if !reader.take("-") { reader.skipBlank() }
        let unit = reader.word(at: reader.index)
        guard KitchenWords.lengths.contains(unit) else { return nil }
        reader.index = reader.wordEnd(from: reader.index)
        if !reader.take("-") { reader.skipBlank() }
        guard Self.pieces.contains(reader.word(at: reader.index)) else { return nil }
        var line = written
        line.quantity = Quantity(number)
        line.unit = unit == "inches" ? Self.inch : unit
        let rest = reader.text(reader.index..<reader.scalars.count)
        let comma = rest.firstRange(of: ", ")
        line.name = String(rest[..<(comma?.lowerBound ?? rest.endIndex)])
        line.note = written.note ?? comma.map { String(rest[$0.upperBound...]) }
        self.line = line
    }

    func scaled(by factor: Double) -> IngredientLine { line.scaled(by: factor) }

    /// What the piece is of.
    var thing: String {
        let words = line.name.split(separator: " ").dropFirst()
        return (words.first == "of" ? words.dropFirst() : words).joined(separator: " ")
    }
}
