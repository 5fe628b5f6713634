extension LineReader {
    /// Reads a size between a quantity and its unit: `(14 oz)`, `14-oz`, `heaping`.
    mutating func sizes() -> [String] {
        var notes: [String] = []
        while let group = group() ?? size(isContainerRequired: true) ?? qualifier() {
            notes.append(group)
            skipBlank()
        }
        return notes
    }

    /// `14-oz`, `2-inch`, `12- to 16-pound` and `one-pound`, and `400g` and `14 oz` before a container.
    mutating func size(isContainerRequired: Bool) -> String? {
        let start = index
        guard takeSizeFigure() else {
            index = start
            return nil
        }
        let isHyphen = take("-") || take("‑")
        if !isHyphen { skipBlank() }
        let wordStart = index
        while let next = scalar(), next.isLetter { index += 1 }
        _ = take(".")
        let word = lowered(wordStart..<index)
        let isMeasure = UnitTable.unit(spelled: text(wordStart..<index))?.measure.size != nil
        let isLength = KitchenWords.lengths.contains(word)
        guard isMeasure || isLength || isHyphen && KitchenWords.notCounted.contains(word) else {
            index = start
            return nil
        }
        let end = index
        // `fl oz`
        if word == "fl" || word == "fl." { _ = takeWord(["oz", "ounce", "ounces"]) }
        if isMeasure || isLength { while alternative() != nil {} }
        guard isHyphen || isLength || !isContainerRequired || isBeforeContainer() else {
            index = start
            return nil
        }
        // `2-inch-thick`
        if index == end { index = wordEnd(from: end) }
        return text(start..<index)
    }

    /// The figure of a size: `14`, `2½`, `12- to 16`, or the `one` of `one-pound`.
    private mutating func takeSizeFigure() -> Bool {
        guard let first = scalar() else { return false }
        if first.isLetter {
            let word = word(at: index)
            guard let hyphen = word.unicodeScalars.firstIndex(of: "-"),
                KitchenWords.lineNumbers[String(word[..<hyphen])] != nil
            else { return false }
            index += word.unicodeScalars.distance(from: word.startIndex, to: hyphen)
            return true
        }
        guard first.isDigit || first.value >= 0xBC, figure() != nil else { return false }
        // `12- to 16-pound`, `3-4-lb`
        let end = index
        if takeHyphen() {
            skipBlank()
            if takeWord(["to", "or", "bis", "à", "a"]) != nil { skipBlank() }
            if scalar()?.isDigit == true, figure() != nil { return true }
        }
        index = end
        return true
    }

    private mutating func takeHyphen() -> Bool { take("-") || take("‑") || take("–") }

    private func isBeforeContainer() -> Bool {
        var ahead = self
        ahead.skipBlank()
        return ahead.unit().map { UnitTable.containerNames.contains($0.name) } ?? false
    }

    /// `heaping` and `large`, if a unit follows: «1 large clove garlic», but not «2 large eggs».
    mutating func qualifier() -> String? {
        let start = index
        while take(.size), scalar() == " " { index += 1 }
        guard index > start else { return nil }
        var ahead = self
        guard scalars[index - 1] == " ", ahead.unit() != nil, ahead.scalar() != nil else {
            index = start
            return nil
        }
        return text(start..<(index - 1))
    }

    /// How full a unit is, behind it: «2 cucchiai colmi», «2 EL, gestr.».
    mutating func fullness() -> String? {
        let start = index
        _ = take(",")
        guard take(" ") else {
            index = start
            return nil
        }
        let first = index
        if takeWord(KitchenWords.very) != nil { skipBlank() }
        guard take(.fullness), scalar() == " " else {
            index = start
            return nil
        }
        return text(first..<index)
    }

    /// The size of one, behind its unit: «2 latas de 400 g de tomate».
    mutating func sizeBehindUnit(_ unit: MeasuringUnit?) -> String? {
        guard scalar() == " ", let next = scalar(1) else { return nil }
        let isContainer = next.isDigit && UnitTable.containerNames.contains(unit?.name ?? "")
        guard next.isLetter || isContainer else { return nil }
        let start = index
        index += 1
        let first = index
        if isContainer || take(.sizeConnective) && take(" "), scalar()?.isDigit == true,
            measure()
        {
            while alternative() != nil {}
            return text(first..<index)
        }
        index = start
        return nil
    }

    // MARK: Parentheses

    /// The text in the parentheses that begin here.
    private mutating func group() -> String? {
        guard let end = groupEnd(from: index) else { return nil }
        let inner = innerText(index..<end)
        index = end
        return inner.isEmpty ? nil : inner
    }

    mutating func groups() -> [String] {
        var notes: [String] = []
        while let group = group() {
            notes.append(group)
            skipBlank()
        }
        return notes
    }

    /// The index behind the parenthesis that closes the one at `start`.
    func groupEnd(from start: Int) -> Int? {
        guard start < scalars.count, scalars[start] == "(" || scalars[start] == "[" else { return nil }
        let (open, close): (Unicode.Scalar, Unicode.Scalar) = scalars[start] == "(" ? ("(", ")") : ("[", "]")
        var depth = 0
        for position in start..<scalars.count {
            if scalars[position] == open { depth += 1 }
            if scalars[position] == close { depth -= 1 }
            if depth == 0 { return position + 1 }
        }
        return nil
    }
}
