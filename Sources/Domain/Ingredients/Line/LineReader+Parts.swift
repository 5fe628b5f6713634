extension LineReader {
    /// `nil` if the line is not understood.
    mutating func parts() -> Parts? {
        if let end = groupEnd(from: index), end == scalars.count {
            // «(2 eggs)»
            var inner = LineReader(part: scalars[(index + 1)..<(end - 1)], from: 0)
            return inner.isAtEnd ? nil : inner.innerParts()
        }
        return innerParts()
    }

    private mutating func innerParts() -> Parts? {
        let start = index
        var notes: [String] = []
        if let approximation = approximation() { notes.append(approximation) }
        if let quantity = quantity() {
            if let parts = counted(quantity, notes) { return parts }
            index = start
            return isAmountElsewhere ? atEnd() : nil
        }
        index = start
        if let vague = vague() { return vague }
        if let first = scalar(), first.isDigit || kinds(at: index).contains(.number) {
            return isAmountElsewhere ? atEnd() : nil
        }
        return made() ?? implied() ?? atEnd() ?? uncounted()
    }

    /// Whether the figure at the beginning is a part of the name, as in `00 flour 500 g` and `2% milk 300 ml`.
    private var isAmountElsewhere: Bool {
        guard let first = scalar(), first.isDigit, let second = scalar(1) else { return false }
        return first == "0" && second.isDigit || second == "%" || scalar(2) == "%"
    }

    // MARK: With a quantity

    /// Reads the rest after a quantity: sizes, unit, name and notes.
    mutating func counted(_ first: Quantity, _ before: [String]) -> Parts? {
        var (quantity, notes) = (first, before)
        skipCommaBeforeSize()
        if let about = orSo() { notes.append(about) }
        // The hyphen of «1 demi-oignon» is no hyphen of `14-oz`.
        let isAttached = scalar() != " " && scalar() != "(" && (index == 0 || scalars[index - 1] != "-")
        let end = index
        switch takeTimes() {
        case .size:
            guard let size = size(isContainerRequired: false) else { return nil }
            notes.append(size)
        case .thing: break
        case .none where isAttached:
            // `200g` has a unit; the numbers of `7up`, `2%`, `14-oz` and `80/20` are no quantities.
            guard scalar()?.isLetter == true else { return nil }
        case .none: break
        }
        if !isAttached || index > end { skipBlank() }
        if let vague = vagueAmount(notes) { return vague }
        if let twice = twoAmounts(quantity, notes) { return twice }
        skipConnectiveBeforeUnit(quantity)
        notes += sizes()
        let unitStart = index
        guard let found = countedUnit(quantity) else { return nil }
        var unit = found.unit
        let unitRange = unitStart..<index
        if unit == nil {
            if isAttached, index == end { return nil }
            if kinds(at: index).contains(.notCounted) { return nil }
        }
        if var known = unit {
            addMore(to: &quantity, in: &known, &notes)
            unit = known
        }
        // Fifteen hundred eggs or one and a half?
        if isAmbiguous, unit == nil { return nil }
        return rest(quantity, unit, unitRange, notes)
    }

    /// What is behind the unit.
    private mutating func rest(
        _ quantity: Quantity, _ unit: MeasuringUnit?, _ unitRange: Range<Int>, _ before: [String]
    ) -> Parts? {
        var notes = before
        if unit != nil {
            skipRepeatedUnit(unit)
            if let full = fullness() { notes.append(full) }
            if let size = sizeBehindUnit(unit) { notes.append(size) }
            // `1 tbsp . honey`
            if scalar() == " ", scalar(1) == ".", scalar(2) == " " { index += 2 }
        }
        skipBlank()
        notes += groups()
        skipCommaBeforeName(unit)
        skipConnective()
        guard let rest = nameAndNotes(isCounted: true) else {
            guard unit?.measure == .pieces, let afterwards = notesAlone() else { return nil }
            // «2 cloves, crushed»: the unit is the ingredient itself.
            return Parts(
                quantity: quantity, unit: nil, name: text(unitRange), note: Self.joined(notes + afterwards))
        }
        if unit == nil, let behind = Self.unitBehind(rest.name) {
            return Parts(
                quantity: quantity, unit: behind.unit, name: behind.name,
                note: Self.joined(notes + behind.notes + rest.notes))
        }
        return Parts(quantity: quantity, unit: unit, name: rest.name, note: Self.joined(notes + rest.notes))
    }

    /// Some sites print both forms: `1 lata | latas de atum`.
    private mutating func skipRepeatedUnit(_ unit: MeasuringUnit?) {
        guard scalar() == " ", scalar(1) == "|", scalar(2) == " " else { return }
        let start = index
        index += 3
        if self.unit() != unit { index = start }
    }

    /// `300g; leek`, but not «1 cup, chopped».
    private mutating func skipCommaBeforeName(_ unit: MeasuringUnit?) {
        guard unit?.measure.size != nil, let sign = scalar(), sign == "," || sign == ";", scalar(1) == " " else {
            return
        }
        let next = word(at: index + 2)
        if !Self.isParticiple(next), !KitchenWords.notListed.contains(next) { index += 2 }
    }

    static func joined(_ notes: [String]) -> String? {
        notes.isEmpty ? nil : notes.joined(separator: ", ")
    }

    /// «1 q.b. sal» and «1 peu de sel»: no amount, although a number is there.
    private mutating func vagueAmount(_ notes: [String]) -> Parts? {
        guard scalar()?.isLetter == true, kinds(at: index).contains(.vagueAmount) else { return nil }
        let start = index
        index = wordEnd(from: index)
        let note = text(0..<index).trimmingBlanks
        skipConnective()
        skipBlank()
        if !isAtEnd, let parts = uncounted([note]) { return parts }
        index = start
        return nil
    }

    /// «8 or so chillies»
    private mutating func orSo() -> String? {
        let end = index + 6
        guard scalar() == " ", end < scalars.count, scalars[end] == " ", text(index..<end) == " or so" else {
            return nil
        }
        index = end
        return "or so"
    }

    /// `1, 9-inch pie crust`
    private mutating func skipCommaBeforeSize() {
        guard scalar() == ",", scalar(1) == " ", scalar(2)?.isDigit == true else { return }
        var ahead = self
        ahead.index += 2
        if ahead.size(isContainerRequired: true) != nil { index += 1 }
    }

    enum Times {
        /// `2 x 400g`: a size follows.
        case size
        /// `2x eggs`: what is counted follows.
        case thing
        case none
    }

    /// The `x` behind a number.
    private mutating func takeTimes() -> Times {
        let start = index
        skipBlank()
        if let sign = scalar(), sign == "x" || sign == "X" || sign == "×" {
            index += 1
            let isApart = take(" ")
            if let next = scalar() {
                if next.isDigit || next.value >= 0xBC && next.value <= 0xBE { return .size }
                if isApart, next.isLetter { return .thing }
            }
        }
        index = start
        return .none
    }

    /// «1/4 de cucharadita»
    private mutating func skipConnectiveBeforeUnit(_ quantity: Quantity) {
        let start = index
        if take(.connective), take(" ") {
            var ahead = self
            // «0.5 of lime»
            if ahead.unit() != nil || quantity.least < 1 && text(start..<index) == "of " { return }
        }
        index = start
    }

    private mutating func uncountedName() -> (name: String, notes: [String])? {
        guard scalars.last != ":" else { return nil }
        return nameAndNotes(isCounted: false)
    }

    /// A line without an amount: a name, perhaps with notes.
    mutating func uncounted(_ before: [String] = []) -> Parts? {
        guard let rest = uncountedName() else { return nil }
        return Parts(quantity: nil, unit: nil, name: rest.name, note: Self.joined(before + rest.notes))
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
