extension LineReader {
    /// `nil` if the line is not understood.
    mutating func parts() -> Parts? {
        let start = index
        var notes: [String] = []
        if let approximation = approximation() { notes.append(approximation) }
        if let quantity = quantity() { return counted(quantity, notes) }
        index = start
        if let first = scalar(), first.isDigit || KitchenWords.numbers[word(at: index)] != nil { return nil }
        return made() ?? implied() ?? atEnd() ?? uncounted()
    }

    /// `about`, or `~`, before a number.
    mutating func approximation() -> String? {
        let start = index
        if take("~") || take("≈") {
            skipBlank()
            return "about"
        }
        guard takeWord(KitchenWords.approximations) != nil, scalar() == " " else {
            index = start
            return nil
        }
        defer { index += 1 }
        return text(start..<index)
    }

    // MARK: With a quantity

    /// Reads the rest after a quantity: sizes, unit, name and notes.
    private mutating func counted(_ first: Quantity, _ before: [String]) -> Parts? {
        var (quantity, notes) = (first, before)
        let isAttached = scalar() != " " && scalar() != "("
        let end = index
        if takeTimes() {
            guard let size = size(isContainerRequired: false) else { return nil }
            notes.append(size)
        } else if isAttached {
            // `200g` has a unit; the numbers of `7up`, `2%`, `14-oz` and `80/20` are no quantities.
            guard scalar()?.isLetter == true else { return nil }
        }
        if !isAttached || index > end { skipBlank() }
        notes += sizes()
        let unitStart = index
        var unit = self.unit()
        let unitRange = unitStart..<index
        if let found = unit, !isUnit(found, unitRange, quantity) {
            index = unitStart
            unit = nil
        }
        if unit == nil {
            if isAttached, index == end { return nil }
            if KitchenWords.notCounted.contains(word(at: index)) { return nil }
        }
        // «1 Dose/n»
        if unit != nil, let next = scalar(), next == "/", scalar(1)?.isLetter == true { return nil }
        if let unit, unit.measure.size != nil { add(to: &quantity, in: unit, &notes) }
        // Fifteen hundred grams or one and a half?
        if isAmbiguous, unit == nil || unit?.name == "g" || unit?.name == "ml" { return nil }
        skipBlank()
        notes += groups()
        skipConnective()
        guard let rest = nameAndNotes(isCounted: true) else {
            guard unit?.measure == .pieces, let afterwards = notesAlone() else { return nil }
            // «2 cloves, crushed»: the unit is the ingredient itself.
            return Parts(
                quantity: quantity, unit: nil, name: text(unitRange), note: Self.joined(notes + afterwards))
        }
        return Parts(quantity: quantity, unit: unit, name: rest.name, note: Self.joined(notes + rest.notes))
    }

    private static func joined(_ notes: [String]) -> String? {
        notes.isEmpty ? nil : notes.joined(separator: ", ")
    }

    /// «2 strip steaks» and «1 rib eye» are no strips and ribs.
    private func isUnit(_ unit: MeasuringUnit, _ range: Range<Int>, _ quantity: Quantity) -> Bool {
        guard UnitTable.adjectives.contains(unit.name) else { return true }
        if scalar() == " ", ["eye", "steak"].contains(word(at: index + 1)) { return false }
        return word(at: range.lowerBound) == unit.plural || (quantity.most ?? quantity.least) <= 1
    }

    /// The `x` of `2 x 400g`.
    private mutating func takeTimes() -> Bool {
        let start = index
        skipBlank()
        if let sign = scalar(), sign == "x" || sign == "X" || sign == "×" {
            index += 1
            skipBlank()
            if scalar()?.isDigit == true { return true }
        }
        index = start
        return false
    }

    // MARK: Sizes

    /// Reads a size between a quantity and its unit: `(14 oz)`, `14-oz`, `heaping`.
    private mutating func sizes() -> [String] {
        var notes: [String] = []
        while true {
            if let group = group() ?? size(isContainerRequired: true) ?? qualifier() {
                notes.append(group)
                skipBlank()
            } else {
                return notes
            }
        }
    }

    /// `14-oz`, `2-inch`, and `400g` and `14 oz` before a container.
    private mutating func size(isContainerRequired: Bool) -> String? {
        let start = index
        guard scalar()?.isDigit == true || scalar().map({ $0.value >= 0xBC }) == true, figure() != nil else {
            index = start
            return nil
        }
        let isHyphen = take("-") || take("‑")
        if !isHyphen { skipBlank() }
        let wordStart = index
        while let next = scalar(), next.isLetter { index += 1 }
        _ = take(".")
        let word = word(at: wordStart, end: index)
        let isMeasure = UnitTable.unit(spelled: word)?.measure.size != nil
        let isLength = KitchenWords.lengths.contains(word)
        guard isMeasure || isLength || isHyphen && KitchenWords.notCounted.contains(word) else {
            index = start
            return nil
        }
        let end = index
        guard isHyphen || isLength || !isContainerRequired || isBeforeContainer() else {
            index = start
            return nil
        }
        // `2-inch-thick`
        index = wordEnd(from: end)
        return text(start..<index)
    }

    private func word(at start: Int, end: Int) -> String {
        lowered(start..<end)
    }

    private func isBeforeContainer() -> Bool {
        var ahead = self
        ahead.skipBlank()
        return ahead.unit().map { UnitTable.containerNames.contains($0.name) } ?? false
    }

    /// `heaping` and `large`, if a unit follows: «1 large clove garlic», but not «2 large eggs».
    private mutating func qualifier() -> String? {
        let start = index
        guard takeWord(KitchenWords.sizes) != nil, scalar() == " " else {
            index = start
            return nil
        }
        let end = index
        index += 1
        var ahead = self
        while ahead.takeWord(KitchenWords.sizes) != nil, ahead.scalar() == " " { ahead.index += 1 }
        guard ahead.unit() != nil, ahead.scalar() != nil else {
            index = start
            return nil
        }
        return text(start..<end)
    }

    /// The text in the parentheses that begin here.
    private mutating func group() -> String? {
        guard let end = groupEnd(from: index) else { return nil }
        let inner = innerText(index..<end)
        index = end
        return inner.isEmpty ? nil : inner
    }

    private mutating func groups() -> [String] {
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

    // MARK: More of the same

    /// `1 cup plus 2 tbsp` is one amount; `225g/8oz` gives the same amount twice.
    private mutating func add(to quantity: inout Quantity, in unit: MeasuringUnit, _ notes: inout [String]) {
        for _ in 0..<3 {
            let start = index
            skipBlank()
            let isTwice = take("/")
            let isSigned = !isTwice && (take("+") || takeWord(KitchenWords.plus) != nil)
            skipBlank()
            let figureStart = index
            guard index > start, let more = figure() ?? (isSigned ? self.quantity()?.least : nil) else {
                index = start
                return
            }
            skipBlank()
            guard let other = self.unit(), other.measure.size != nil else {
                index = start
                return
            }
            if isTwice {
                notes.append(text(figureStart..<index))
                continue
            }
            guard let ratio = other.measure.ratio(to: unit.measure), ratio < 1, quantity.most == nil else {
                index = start
                return
            }
            quantity.least += (more * ratio * 1e9).rounded() / 1e9
        }
    }

    // MARK: Without one

    /// «Juice of 1 lemon»: the lemon is counted.
    private mutating func made() -> Parts? {
        let start = index
        var isMade = false
        while true {
            let word = word(at: index)
            if KitchenWords.made.contains(word) {
                isMade = true
            } else if !KitchenWords.making.contains(word) {
                break
            }
            index = wordEnd(from: index)
            guard take(" ") else { break }
        }
        guard isMade, scalar() != nil else {
            index = start
            return nil
        }
        if scalars[index] == "d", index + 1 < scalars.count, scalars[index + 1] == "'" || scalars[index + 1] == "’" {
            index += 2
        } else {
            guard takeWord(KitchenWords.connectives) != nil, scalar() == " " else {
                index = start
                return nil
            }
            index += 1
        }
        let note = text(start..<index).trimmingBlanks
        if let quantity = quantity(), let parts = counted(quantity, [note]) { return parts }
        index = start
        return nil
    }

    /// «Pinch of salt» means one pinch.
    private mutating func implied() -> Parts? {
        let start = index
        guard let unit = unit(), unit.measure == .pieces, scalar() == " ", index > start,
            text(start..<index).lowercased() == unit.name.lowercased(),
            KitchenWords.connectives.contains(word(at: index + 1)) || KitchenWords.impliedUnits.contains(unit.name)
        else {
            index = start
            return nil
        }
        index = start
        return counted(Quantity(1), [])
    }

    /// «Farina 00 300 g» and «Butter (200g)»: the quantity is at the end, with an unambiguous unit.
    private mutating func atEnd() -> Parts? {
        let start = index
        defer { index = start }
        var end = scalars.count
        var starts: [Int] = []
        if scalars[end - 1] == ")" {
            end -= 1
            guard let open = scalars[..<end].lastIndex(of: "("), open > start else { return nil }
            starts = [open + 1]
        } else {
            var position = end
            while position > start, starts.count < 4 {
                position -= 1
                if scalars[position] == " " { starts.insert(position + 1, at: 0) }
            }
        }
        for first in starts {
            index = first
            guard let quantity = quantity(), !isAmbiguous else { continue }
            skipBlank()
            guard let unit = unit(), unit.measure.size != nil, index == end else { continue }
            var name = text(start..<first).trimmingBlanks
            while let last = name.last, ",:-–—( ".contains(last) { name.removeLast() }
            // A comma or a parenthesis within the name shows that the name is longer.
            guard name.contains(where: \.isLetter), !name.contains(where: { ",;()".contains($0) }) else { return nil }
            return Parts(quantity: quantity, unit: unit, name: name, note: nil)
        }
        return nil
    }

    private mutating func uncounted() -> Parts? {
        guard scalars.last != ":", let rest = nameAndNotes(isCounted: false) else { return nil }
        return Parts(quantity: nil, unit: nil, name: rest.name, note: Self.joined(rest.notes))
    }
}

extension String {
    var trimmingBlanks: String {
        var view = unicodeScalars[...]
        while view.first == " " { view.removeFirst() }
        while view.last == " " { view.removeLast() }
        return String(view)
    }
}
