extension LineReader {
    private static let digitsMax = 6
    private static let decimalsMax = 4
    /// The denominators of a cook; `80/20` is the leanness of beef.
    private static let denominators: Set<Double> = [2, 3, 4, 5, 6, 8, 10, 12, 16]

    /// `2`, `1.5`, `1 1/2`, `½`, `2-3`, `2 to 3`, `a`, `half a dozen`.
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
        return Quantity(first)
    }

    private mutating func number() -> Double? {
        guard var value = figure() ?? numberWord() else { return nil }
        let end = index
        skipBlank()
        if takeWord(KitchenWords.dozens) != nil {
            value *= 12
        } else if value != 1 || scalar() == nil || takeWord(KitchenWords.halves) == nil {
            index = end
        } else {
            // «1 halbe Zitrone»
            value = 0.5
        }
        return value
    }

    /// The separator of a range, with or without spaces.
    private mutating func takeRangeSign() -> Bool {
        let start = index
        skipBlank()
        if let sign = scalar(), sign == "-" || sign == "–" || sign == "—" || sign == "‐" || sign == "‑" {
            index += 1
            skipBlank()
            return true
        }
        if index > start, takeWord(KitchenWords.rangeSigns) != nil, scalar() == " " {
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
        if let sign = scalar(), sign == "." || sign == ",", scalar(1)?.isDigit == true {
            index += 1
            let first = index
            guard let decimals = digits(max: Self.decimalsMax) else {
                index = start
                return nil
            }
            if index - first == 3, whole != 0 { isAmbiguous = true }
            var value = decimals
            for _ in first..<index { value /= 10 }
            return whole + value
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

    /// The fraction after the whole number in `1½`, `1 1/2`, `1-1/2` and `1 and 1/2`: less than one.
    private mutating func mixedPart() -> Double? {
        if let part = vulgarFraction() { return part }
        let start = index
        let isHyphen = take("-")
        if !isHyphen {
            skipBlank()
            if takeWord(KitchenWords.and) != nil || take("&") { skipBlank() }
            guard index > start else { return nil }
        }
        if let part = vulgarFraction() { return part }
        guard let numerator = digits(max: 2), let part = fraction(over: numerator), part < 1 else { return nil }
        return part
    }

    // MARK: Words

    /// `a`, `one`, `half a`, `one and a half`, `three quarters`.
    private mutating func numberWord() -> Double? {
        let start = index
        if takeWord(KitchenWords.halves) != nil {
            let end = index
            skipBlank()
            // «half and half» is cream.
            if KitchenWords.and.contains(word(at: index)) || scalar() == "&" {
                index = start
                return nil
            }
            if takeWord(["a", "an", "of"]) == nil { index = end }
            return 0.5
        }
        guard scalar()?.isLetter == true, let value = KitchenWords.numbers[word(at: index)] else { return nil }
        index = wordEnd(from: index)
        guard scalar() == " " else {
            index = start
            return nil
        }
        let end = index
        index += 1
        let next = self.word(at: index)
        if KitchenWords.vague.contains(next) {
            index = start
            return nil
        }
        if let part = KitchenWords.parts[next] {
            index = wordEnd(from: index)
            let partEnd = index
            skipBlank()
            if takeWord(["of"]) != nil {
                skipBlank()
                if takeWord(["a", "an"]) != nil { return value * part }
            }
            index = partEnd
            return value * part
        }
        if takeWord(KitchenWords.and) != nil {
            skipBlank()
            _ = takeWord(["a"])
            skipBlank()
            if takeWord(KitchenWords.halves) != nil { return value + 0.5 }
        }
        index = end
        return value
    }
}
