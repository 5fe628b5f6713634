extension LineReader {
    /// Reads the longest unit here, with the words that may precede it: «2 heaping tbsp».
    mutating func unit() -> MeasuringUnit? {
        let first = word(at: index)
        guard !first.isEmpty, let most = UnitTable.wordsMax[first] ?? (first.count <= 2 ? 1 : nil) else { return nil }
        var ends: [Int] = [wordEnd(from: index)]
        while ends.count < most, let end = ends.last, end < scalars.count, scalars[end] == " " {
            ends.append(wordEnd(from: end + 1))
        }
        for end in ends.reversed() {
            guard let unit = UnitTable.unit(spelled: text(index..<end)) else { continue }
            index = end
            skipPluralMark()
            return unit
        }
        return nil
    }

    /// «1 can(s)»
    private mutating func skipPluralMark() {
        for mark in ["(s)", "(es)", "(n)", "(en)"] {
            let end = index + mark.utf8.count
            if end <= scalars.count, text(index..<end) == mark {
                index = end
                return
            }
        }
    }

    /// Skips the words between a unit and its name.
    mutating func skipConnective() {
        let start = index
        skipBlank()
        if takeWord(KitchenWords.connectives) != nil, scalar() == " " {
            index += 1
            // «de la», «de l'»
            if takeWord(["la", "le", "les", "los", "las"]) != nil, scalar() == " " { index += 1 }
            skipElision()
            return
        }
        index = start
        skipBlank()
        skipElision()
    }

    private mutating func skipElision() {
        let end = min(index + 6, scalars.count)
        let head = text(index..<end).lowercased()
        guard let elision = KitchenWords.elisions.first(where: { head.hasPrefix($0) }) else { return }
        index += elision.unicodeScalars.count
    }
}
