extension LineReader {
    /// Reads a quantity of a mass, a volume or a length: `8oz`, `2 lb`, `12-14 oz`, `1½in`.
    mutating func measure() -> Bool {
        let start = index
        guard let first = scalar(), first.isDigit || first.value >= 0xBC, quantity() != nil else {
            index = start
            return false
        }
        _ = take("-")
        skipBlank()
        if joinedUnit() != nil { return true }
        if let unit = unit(), unit.measure.size != nil { return true }
        if take(.length) { return true }
        index = start
        return false
    }

    /// The `oz` of `12oz-1lb` and the `tbsp` of `tbsp.honey`, which are parts of words.
    mutating func joinedUnit() -> MeasuringUnit? {
        let start = index
        while let next = scalar(), next.isLetter { index += 1 }
        if let sign = scalar(), let next = scalar(1),
            sign == "-" && next.isDigit || sign == "." && next.isLetter && scalar(2)?.isLetter == true,
            index - start > 1 || sign == "-", let unit = UnitTable.unit(spelled: text(start..<index)),
            unit.measure.size != nil
        {
            if sign == "." { index += 1 }
            return unit
        }
        index = start
        return nil
    }

    /// The same amount again, behind a stroke: `/8oz`, `/2lb 4oz`, `/12oz-1lb`, `/2 sachets`.
    mutating func alternative() -> String? {
        let start = index
        skipBlank()
        guard take("/") else {
            index = start
            return nil
        }
        skipBlank()
        let first = index
        guard measure() || count() else {
            index = start
            return nil
        }
        while true {
            let end = index
            if !(take("-") || take("–")) { skipBlank() }
            guard measure() else {
                index = end
                break
            }
        }
        return text(first..<index)
    }

    /// `2 sachets`
    private mutating func count() -> Bool {
        let start = index
        if scalar()?.isDigit == true, quantity() != nil, take(" "), unit() != nil { return true }
        index = start
        return false
    }

    /// The rest of a range whose both ends have the unit: `110ml-150ml`, `5 oz to 7 oz`.
    private mutating func end(of least: Double, in unit: MeasuringUnit) -> Double? {
        guard let next = scalar(), next == " " || next == "-" || next == "–" else { return nil }
        let start = index
        if takeRangeSign(), scalar().map({ $0.isDigit || $0.value >= 0xBC }) == true, let most = figure() {
            skipBlank()
            if let other = joinedUnit() ?? self.unit(),
                let ratio = other == unit ? 1 : other.measure.ratio(to: unit.measure),
                most * ratio > least
            {
                return most * ratio
            }
        }
        index = start
        return nil
    }

    /// Behind a unit: `1 cup plus 2 tbsp` is one amount, `225g/8oz` gives the same amount twice, and «1 litro e mezzo»
    /// is more than one.
    mutating func addMore(to quantity: inout Quantity, in unit: inout MeasuringUnit, _ notes: inout [String]) {
        if quantity.most == nil, takeHalfBehindUnit() {
            quantity.least += 0.5
            // «1 colher e meia de sopa»
            unit = spoon(unit, from: index)
        }
        if quantity.most == nil { quantity.most = end(of: quantity.least, in: unit) }
        for _ in 0..<3 {
            if let alternative = secondMeasure(unit) ?? self.alternative() {
                notes.append(alternative)
            } else if !addPart(to: &quantity, in: unit, &notes) {
                return
            }
        }
    }

    /// The same amount again, without a stroke: `50g 1¾oz`.
    private mutating func secondMeasure(_ unit: MeasuringUnit) -> String? {
        guard unit.kitchen != .every, scalar() == " ", scalar(1)?.isDigit == true else { return nil }
        let start = index
        index += 1
        if figure() != nil {
            skipBlank()
            if let other = self.unit(), other.kitchen != .every, other.kitchen != unit.kitchen,
                other.measure.ratio(to: unit.measure) != nil
            {
                return text((start + 1)..<index)
            }
        }
        index = start
        return nil
    }

    /// `plus 2 tbsp`, perhaps behind a group: `½ cup (1 stick) plus 2 tbsp`.
    private mutating func addPart(
        to quantity: inout Quantity, in unit: MeasuringUnit, _ notes: inout [String]
    ) -> Bool {
        guard unit.measure.size != nil, quantity.most == nil else { return false }
        let start = index
        skipBlank()
        let groups = groups()
        let isSigned = take("+") || take(.plus)
        skipBlank()
        if isSigned, take(.size) { skipBlank() }
        if index > start, groups.isEmpty || isSigned,
            let more = figure() ?? (isSigned ? self.quantity()?.least : nil)
        {
            skipBlank()
            if let other = self.unit(), let ratio = other.measure.ratio(to: unit.measure),
                ratio < 1 || isSigned && ratio == 1
            {
                quantity.least += (more * ratio * 1e9).rounded() / 1e9
                notes += groups
                return true
            }
        }
        index = start
        return false
    }

    /// Removes an amount at the end of a counted name, which says how much one of them is or the same amount again:
    /// `vanilla extract 10 mL`, `passata 750g`, `Tomaten à 400 g`.
    static func cutMeasure(of name: inout [Unicode.Scalar]) -> String? {
        guard name.suffix(12).contains(where: { $0.isDigit }) else { return nil }
        while name.last == " " { name.removeLast() }
        var starts: [Int] = []
        var position = name.count - 1
        while position > 0, starts.count < 3 {
            if name[position] == " " { starts.append(position) }
            position -= 1
        }
        for blank in starts.reversed() where name[blank + 1].isDigit {
            var reader = LineReader(part: name, from: blank + 1)
            guard reader.measure(), reader.isAtEnd else { continue }
            var first = blank
            var before = blank - 1
            while before > 0, name[before] != " " { before -= 1 }
            if before > 0, KitchenWords.sizeConnectives.contains(reader.lowered((before + 1)..<blank)) {
                first = before
                // «à je 25 g»
                if before > 2, name[before - 2] == " ", name[before - 1] == "à" { first = before - 2 }
            }
            guard name[..<first].contains(where: \.isLetter) else { return nil }
            let measure = String(name[(first + 1)...])
            name.removeSubrange(first...)
            while let last = name.last, last == " " || last == "," || last == "-" { name.removeLast() }
            return measure
        }
        return nil
    }
}
