extension LineReader {
    /// `about`, `up to` or `~`, before a number.
    mutating func approximation() -> String? {
        guard let first = scalar() else { return nil }
        if first == "~" || first == "≈" {
            index += 1
            skipBlank()
            return "about"
        }
        guard first.isLetter else { return nil }
        let start = index
        let kinds = kinds(at: index)
        guard !kinds.isDisjoint(with: [.approximation, .approximationPhrase]) else { return nil }
        let word = word(at: index)
        if kinds.contains(.approximation) {
            let end = wordEnd(from: index)
            if end < scalars.count, scalars[end] == " " {
                let isPhrase = takePhrase(of: KitchenWords.approximationPhrases[word])
                if !isPhrase { index = end }
                defer { index += 1 }
                return text(start..<index)
            }
        } else if takePhrase(of: KitchenWords.approximationPhrases[word]) {
            defer { index += 1 }
            return text(start..<index)
        }
        index = start
        return nil
    }

    /// Reads one of these phrases, if a space follows, or if it ends in an apostrophe.
    private mutating func takePhrase(of phrases: [String]?) -> Bool {
        guard let phrases else { return false }
        for phrase in phrases {
            let end = index + phrase.unicodeScalars.count
            guard end < scalars.count, lowered(index..<end) == phrase else { continue }
            guard scalars[end] == " " || phrase.hasSuffix("'") || phrase.hasSuffix("’") else { continue }
            index = end
            return true
        }
        return false
    }

    /// «Juice of 1 lemon»: the lemon is counted.
    mutating func made() -> Parts? {
        guard scalar()?.isLetter == true else { return nil }
        let start = index
        var isMade = false
        while true {
            let kinds = kinds(at: index)
            if kinds.contains(.made) {
                isMade = true
            } else if !kinds.contains(.making) {
                break
            }
            index = wordEnd(from: index)
            guard take(" ") else { break }
        }
        guard isMade, scalar() != nil, takeOf() else {
            index = start
            return nil
        }
        let note = text(start..<index).trimmingBlanks
        if let quantity = quantity(), let parts = counted(quantity, [note]) { return parts }
        index = start
        return nil
    }

    /// «of», «d'»; nothing before a genitive: «Saft einer Zitrone».
    private mutating func takeOf() -> Bool {
        if let next = scalar(1), scalar() == "d", next == "'" || next == "’" {
            index += 2
            return true
        }
        if KitchenWords.genitives.contains(word(at: index)) { return true }
        return takeWord(KitchenWords.madeConnectives) != nil && take(" ")
    }

    /// «Pinch of salt», «small bunch chives» and «kilo y medio de mejillones»: one, without the number.
    mutating func implied() -> Parts? {
        guard scalar()?.isLetter == true else { return nil }
        let start = index
        defer { index = start }
        var notes: [String] = []
        while take(.size), scalar() == " " {
            notes = [text(start..<index)]
            index += 1
        }
        let unitStart = index
        guard let unit = unit(), scalar() == " ", index > unitStart,
            UnitTable.isSingular(lowered(unitStart..<index), unit)
        else { return nil }
        if unit.measure != .pieces {
            var ahead = self
            let isHalf = ahead.takeHalfBehindUnit()
            guard isHalf || word(at: index + 1) == "of" || !notes.isEmpty && index - unitStart > 2 else { return nil }
        } else if !KitchenWords.allImpliedUnits.contains(unit.name), !isBeforeConnective {
            return nil
        }
        index = unitStart
        return counted(Quantity(1), notes)
    }

    private var isBeforeConnective: Bool {
        var ahead = self
        ahead.skipConnective()
        return ahead.index > index + 1 || KitchenWords.connectives.contains(word(at: index + 1))
    }

    /// «some olive oil», «un peu de lait» and «q.b. pepe»: the number is unknown, and the words go to the note.
    mutating func vague() -> Parts? {
        guard scalar()?.isLetter == true else { return nil }
        let start = index
        let kinds = kinds(at: index)
        if kinds.contains(.enough) {
            index = wordEnd(from: index)
        } else if !kinds.contains(.vague) || !takePhrase(of: KitchenWords.vaguePhrases[word(at: index)]) {
            return nil
        }
        let note = text(start..<index)
        skipConnective()
        skipBlank()
        if index > start, !isAtEnd, let parts = uncounted([note]) { return parts }
        index = start
        return nil
    }
}
