extension LineReader {
    private static let digitsMax = 6
    private static let decimalsMax = 4
    private static let powers = [1, 10, 100, 1_000, 10_000.0]
    /// The denominators of a cook; `80/20` is the leanness of beef.
    private static let denominators: Set<Double> = [2, 3, 4, 5, 6, 8, 10, 12, 16]

    /// `2`, `1.5`, `1 1/2`, `½`, `2-3`, `2 to 3`, `200/250`, `1 + 1`, `a`, `half a dozen`.
    mutating func quantity() -> Quantity? {
        let start = index
        guard let first = number() else { return nil }
        let end = index
        if takeRangeSign(), let second = number() {
            guard second > first else {
                // `3-2` is no range, and no quantity either.
                index = start
                return nil
            }
            return Quantity(first, upTo: second)
        }
        index = end
        if let more = afterSign(first) { return more }
        index = end
        // None of a thing is no amount of it.
        guard first > 0 else {
            index = start
            return nil
        }
        return Quantity(first)
    }

    /// The rest of `200/250` and of `1 + 1`.
    private mutating func afterSign(_ first: Double) -> Quantity? {
        if first >= 10, take("/") {
            guard scalar()?.isDigit == true, let second = figure(), second > first else { return nil }
            return Quantity(first, upTo: second)
        }
        skipBlank()
        guard take("+") else { return nil }
        skipBlank()
        guard scalar()?.isDigit == true, let more = figure(), scalar() == " " else { return nil }
        return Quantity(first + more)
    }

    private mutating func number() -> Double? {
        guard var value = figure() ?? numberWord() else { return nil }
        guard scalar() == " ", scalar(1)?.isLetter == true else { return value }
        let end = index
        index += 1
        if take(.dozen) {
            value *= 12
        } else if value != 1 || !takeHalf() {
            index = end
        } else {
            // «1 halbe Zitrone»
            value = 0.5
        }
        return value
    }

    /// The separator of a range, with or without spaces.
    mutating func takeRangeSign() -> Bool {
        let start = index
        skipBlank()
        if let sign = scalar(), sign == "-" || sign == "–" || sign == "—" || sign == "‐" || sign == "‑" {
            index += 1
            skipBlank()
            return true
        }
        if index > start, take(.rangeSign), scalar() == " " {
            index += 1
            return true
        }
        index = start
        return false
    }

    // MARK: Figures

    /// `2`, `0.5`, `1/2`, `½`, `1½`, `1 1/2`, `1-1/2`, `1 and 1/2`.
    mutating func figure() -> Double? {
        let start = index
        if let part = vulgarFraction() { return part }
        guard let whole = digits(max: Self.digitsMax) else { return nil }
        // `00` is a sort of flour.
        if index - start > 1, scalars[start] == "0" {
            index = start
            return nil
        }
        if let sign = scalar() {
            if sign == "." || sign == ",", scalar(1)?.isDigit == true { return decimal(whole, from: start) }
            if let thousands = thousands(whole, from: start) { return thousands }
        }
        let end = index
        if let part = fraction(over: whole) { return part }
        index = end
        if let part = mixedPart() { return whole + part }
        index = end
        // The caller rejects `7up`, `1st`, `2%` and `9"`, because it knows what may follow. A digit that is struck
        // through is no figure.
        if let next = scalar(),
            next.value >= 0x300 && next.properties.isGraphemeExtend || next == "." && scalar(1)?.isDigit == true
        {
            index = start
            return nil
        }
        return whole
    }

    /// The rest of `1.25`. Before grams and millilitres, `1.250` and `1,250` mean 1250: kitchen scales weigh no
    /// thousandth of a gram.
    private mutating func decimal(_ whole: Double, from start: Int) -> Double? {
        index += 1
        let first = index
        guard let decimals = digits(max: Self.decimalsMax) else {
            index = start
            return nil
        }
        let places = index - first
        if places == 3, whole != 0 {
            if first - start <= 4, isBeforeFineUnit { return whole * 1_000 + decimals }
            isAmbiguous = true
        }
        // One division gives the nearest number, which is written as it was read.
        return (whole * Self.powers[places] + decimals) / Self.powers[places]
    }

    /// The rest of `1 000 g` and `1'500 g`.
    private mutating func thousands(_ whole: Double, from start: Int) -> Double? {
        guard let sign = scalar(), sign == " " || sign == "'" || sign == "’", index - start <= 3, whole > 0,
            scalar(1)?.isDigit == true
        else { return nil }
        let end = index
        index += 1
        // «1 400 g can» is one can of 400 grams.
        if let rest = digits(max: 3), index - end == 4, sign != " " || rest == 0, isBeforeFineUnit {
            return whole * 1_000 + rest
        }
        index = end
        return nil
    }

    /// Whether the next word, perhaps behind the end of a range, is a unit of grams or millilitres.
    private var isBeforeFineUnit: Bool {
        var position = index
        let last = min(scalars.count, index + 12)
        while position < last, !scalars[position].isLetter {
            guard scalars[position].isDigit || " .,-–'".unicodeScalars.contains(scalars[position]) else { return false }
            position += 1
        }
        guard position < last, let unit = UnitTable.unit(spelled: text(position..<wordEnd(from: position))) else {
            return false
        }
        return unit.name == "g" || unit.name == "ml"
    }

    /// `nil` if there are no digits, or more than `max`.
    private mutating func digits(max: Int) -> Double? {
        let start = index
        var value = 0.0
        while let digit = scalar(), digit.isDigit {
            guard index - start < max else {
                index = start
                return nil
            }
            value = value * 10 + Double(digit.value - 0x30)
            index += 1
        }
        return index > start ? value : nil
    }

    private mutating func vulgarFraction() -> Double? {
        guard let sign = scalar(), sign.value >= 0x80,
            let fraction = Quantity.vulgarFractions.first(where: { $0.sign == sign })
        else { return nil }
        index += 1
        return fraction.value
    }

    /// The rest of `1/2`.
    private mutating func fraction(over numerator: Double) -> Double? {
        skipBlank()
        guard take("/") else { return nil }
        skipBlank()
        guard let denominator = digits(max: 2), Self.denominators.contains(denominator), numerator > 0,
            numerator < 100, scalar()?.isDigit != true, scalar() != "/"
        else { return nil }
        return numerator / denominator
    }

    /// The fraction after the whole number in `1½`, `1 1/2`, `1-1/2`, `1 and 1/2` and `1 e meia`: less than one.
    private mutating func mixedPart() -> Double? {
        if let part = vulgarFraction() { return part }
        let start = index
        let isHyphen = take("-")
        if !isHyphen {
            skipBlank()
            if take(.and) || take("&") {
                skipBlank()
                if takeHalfAfterAnd() { return 0.5 }
            }
            guard index > start else { return nil }
        }
        if let part = vulgarFraction() { return part }
        guard let numerator = digits(max: 2), let part = fraction(over: numerator), part < 1 else { return nil }
        return part
    }
}
