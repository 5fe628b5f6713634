extension LineReader {
    /// Reads the longest unit here, with the words that may precede it: «2 heaping tbsp».
    mutating func unit() -> MeasuringUnit? {
        guard scalar()?.isLetter == true else { return nil }
        let first = word(at: index)
        guard !first.isEmpty, let most = UnitTable.wordsMax[first] ?? (first.count <= 2 ? 1 : nil) else { return nil }
        let start = index
        let firstEnd = wordEnd(from: index)
        var ends: [Int] = [firstEnd]
        while ends.count < most, let end = ends.last, end < scalars.count, scalars[end] == " " {
            ends.append(wordEnd(from: end + 1))
        }
        for end in ends.reversed() {
            guard let unit = UnitTable.unit(spelled: text(index..<end)) else { continue }
            index = end
            skipPluralMark()
            return spoon(unit, from: start)
        }
        return nil
    }

    /// «1 can(s)», «2 Zehe/n»
    private mutating func skipPluralMark() {
        guard let next = scalar(), next == "(" || next == "/" else { return }
        for mark in ["(s)", "(es)", "(n)", "(en)", "(e)", "(i)", "(a)", "/n", "/en", "/e", "/s", "/-n", "/-en", "/-e"] {
            let end = index + mark.utf8.count
            guard end <= scalars.count, text(index..<end) == mark else { continue }
            guard end == scalars.count || !scalars[end].isLetter else { continue }
            index = end
            return
        }
    }

    /// The spoon of «colher (sopa)», «colheres de chá» and «c. (sopa)», and the cup of «xícara (chá)».
    mutating func spoon(_ unit: MeasuringUnit, from start: Int) -> MeasuringUnit {
        guard let kinds = UnitTable.kinds[unit.name] else { return unit }
        if unit.name == "cup", !["c", "c."].contains(lowered(start..<index)) { return unit }
        let end = index
        skipBlank()
        let isGroup = take("(")
        if takeWord(["de"]) != nil { skipBlank() } else if !isGroup, unit.name == "cup" { index = end }
        let wordStart = index
        while let next = scalar(), next.isLetter { index += 1 }
        if index > wordStart, let kind = kinds[lowered(wordStart..<index)], !isGroup || take(")") {
            if isGroup || isAtEnd || scalar() == " " && !isFood(kind, of: unit) { return kind }
        }
        index = end
        return unit
    }

    /// «1 colher de café solúvel» is coffee, «1 colher de café de sal» is a spoon.
    private func isFood(_ kind: MeasuringUnit, of unit: MeasuringUnit) -> Bool {
        (kind.name.hasSuffix("café") || unit.name == "xícara" || unit.name == "chávena")
            && !kinds(at: index + 1).contains(.connective)
    }

    private var nextWord: String { scalar() == " " ? word(at: index + 1) : "" }

    struct FoundUnit {
        var unit: MeasuringUnit?
    }

    /// The unit behind a quantity, if there is one; `nil` if it is unclear what the line means.
    mutating func countedUnit(_ quantity: Quantity) -> FoundUnit? {
        let start = index
        guard let found = unit() ?? joinedUnit() else { return FoundUnit() }
        let spelling = lowered(start..<index)
        switch spelling {
        case "c", "c.":
            // «c. de» something is a spoon of another language, and it may be a large one or a small one.
            if scalar() == " ", KitchenWords.spoonConnectives.contains(word(at: index + 1)) { return nil }
        case "cc":
            // Cubic centimetres, or «cuillère à café».
            if quantity.least >= 20 { return FoundUnit(unit: UnitTable.unit(spelled: "ml")) }
            var ahead = self
            ahead.skipConnective()
            guard ahead.index > index + 1, quantity.least < 10 else { return nil }
        case "gr.":
            // «1 gr. Zwiebel» is a large onion.
            if quantity.least <= 4, scalar(1)?.properties.isUppercase == true {
                index = start
                return FoundUnit()
            }
        case "filet", "filets":
            if isBefore(UnitTable.poured) { return FoundUnit(unit: UnitTable.filet) }
        default: break
        }
        if UnitTable.neverBefore[found.name]?.contains(nextWord) ?? false {
            index = start
            return FoundUnit()
        }
        if !isUnit(found, start..<index, quantity) { index = start }
        return FoundUnit(unit: index > start ? found : nil)
    }

    /// «2 strip steaks» and «1 rib eye» are no strips and ribs, and «noix de muscade» is a nutmeg.
    private func isUnit(_ unit: MeasuringUnit, _ range: Range<Int>, _ quantity: Quantity) -> Bool {
        if let things = UnitTable.onlyBefore[unit.name] { return isBefore(things) }
        guard UnitTable.adjectives.contains(unit.name) else { return true }
        if scalar() == " ", KitchenWords.steaks.contains(word(at: index + 1)) { return false }
        return word(at: range.lowerBound) == unit.plural || (quantity.most ?? quantity.least) <= 1
    }

    /// Whether the name begins with one of these words.
    private func isBefore(_ things: Set<String>) -> Bool {
        var ahead = self
        ahead.skipConnective()
        ahead.skipBlank()
        return things.contains(ahead.word(at: ahead.index))
    }

    /// Skips the words between a unit and its name.
    mutating func skipConnective() {
        let start = index
        skipBlank()
        if take(.connective), scalar() == " " {
            index += 1
            // «de la», «de l'»
            if takeWord(KitchenWords.articles) != nil, scalar() == " " { index += 1 }
            skipElision()
            return
        }
        index = start
        skipBlank()
        skipElision()
    }

    private mutating func skipElision() {
        guard let first = scalar(), first == "d" || first == "l" || first == "D" || first == "L" else { return }
        let end = min(index + 6, scalars.count)
        let head = text(index..<end).lowercased()
        guard let elision = KitchenWords.elisions.first(where: { head.hasPrefix($0) }) else { return }
        index += elision.unicodeScalars.count
    }
}
