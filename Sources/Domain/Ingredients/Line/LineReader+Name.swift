extension LineReader {
    /// Reads the rest of the line: the name, and the notes in parentheses, after a comma or a dash, or in a typical
    /// ending.
    ///
    /// `nil` without a name. Also `nil` for a line without a quantity if the text after the comma may not be a note.
    mutating func nameAndNotes(isCounted: Bool) -> (name: String, notes: [String])? {
        let start = index
        var name: [Unicode.Scalar] = []
        var notes: [String] = []
        var tail = ""
        var position = start
        var listEnd = start
        scan: while position < scalars.count {
            let scalar = scalars[position]
            let isAfterBlank = position == start || scalars[position - 1] == " "
            switch scalar {
            case "(" where isAfterBlank, "[" where isAfterBlank:
                guard let end = groupEnd(from: position) else { break }
                let inner = innerText(position..<end)
                if !inner.isEmpty { notes.append(inner) }
                position = end
                continue scan
            case ",", ";":
                if scalar == ",", isWithinNumber(position) || position < listEnd || Self.isDescription(name) { break }
                if scalar == ",", let end = self.listEnd(at: position, name, isCounted: isCounted) {
                    listEnd = end
                    break
                }
                tail = note(from: position + 1)
                break scan
            case "-", "–", "—":
                guard isAfterBlank, position + 1 < scalars.count, scalars[position + 1] == " ", !name.isEmpty else {
                    break
                }
                tail = note(from: position + 1)
                break scan
            case " " where name.last == " " || name.isEmpty:
                position += 1
                continue scan
            case " " where isCounted && isBeforeOtherAmount(position):
                tail = note(from: position + 1)
                break scan
            default: break
            }
            name.append(scalar)
            position += 1
        }
        if !isCounted, !tail.isEmpty, !Self.isPreparation(tail) { return nil }
        let ending = cutEnding(of: &name)
        let measure = isCounted ? Self.cutMeasure(of: &name) : nil
        while let last = name.last, last == " " || last == ":" { name.removeLast() }
        // The point of a sentence; `a.1.` keeps its own.
        if name.last == ".", name.count(where: { $0 == "." }) == 1 { name.removeLast() }
        guard name.contains(where: { $0.isLetter || $0.properties.isEmoji && !$0.isDigit }) else { return nil }
        if let measure { notes.append(measure) }
        if let ending { notes.append(ending) }
        if !tail.isEmpty { notes.append(tail) }
        index = scalars.count
        return (String(name[...]), notes)
    }

    /// The result without a name: none, or a note after a comma.
    mutating func notesAlone() -> [String]? {
        skipBlank()
        if isAtEnd { return [] }
        guard take(",") else { return nil }
        let note = note(from: index)
        return note.isEmpty ? [] : [note]
    }

    /// The rest of the line, without parentheses around all of it.
    private func note(from start: Int) -> String {
        let first = start < scalars.count && scalars[start] == " " ? start + 1 : start
        if let end = groupEnd(from: first), end == scalars.count { return innerText(first..<end) }
        return text(first..<scalars.count)
    }

    /// The text between two parentheses, without commas and points at its beginning.
    func innerText(_ group: Range<Int>) -> String {
        var inner = group.dropFirst().dropLast()
        while let first = inner.first, [" ", ",", ".", ";"].contains(scalars[first]), !isDecimal(first) {
            inner.removeFirst()
        }
        while let last = inner.last, scalars[last] == " " { inner.removeLast() }
        return text(inner.startIndex..<inner.endIndex)
    }

    /// «butter or 2 tbsp oil»: behind this space is another amount of another thing.
    private func isBeforeOtherAmount(_ blank: Int) -> Bool {
        guard blank + 4 < scalars.count, scalars[blank - 1].isLetter || scalars[blank - 1] == ")" else { return false }
        switch scalars[blank + 1] {
        case "o", "p", "u", "O", "P": break
        default: return false
        }
        let end = wordEnd(from: blank + 1)
        guard end + 1 < scalars.count, scalars[end] == " ",
            scalars[end + 1].isDigit || (0xBC...0xBE).contains(scalars[end + 1].value)
        else { return false }
        return KitchenWords.beforeOtherAmounts.contains(word(at: blank + 1))
    }

    /// `.25`
    private func isDecimal(_ point: Int) -> Bool {
        scalars[point] == "." && point + 1 < scalars.count && scalars[point + 1].isDigit
    }

    /// `1,5`
    private func isWithinNumber(_ comma: Int) -> Bool {
        comma > 0 && scalars[comma - 1].isDigit && comma + 1 < scalars.count && scalars[comma + 1].isDigit
    }

    /// Whether the text so far only describes the name that follows.
    static func isDescription(_ name: [Unicode.Scalar]) -> Bool {
        let words = name.split { $0 == " " || $0 == "," }
        return !words.isEmpty
            && words.allSatisfy {
                let word = String($0).lowercased()
                return KitchenWords.descriptions.contains(word) || KitchenWords.colours.contains(word)
                    || KitchenWords.manners.contains(word) || isParticiple(word)
            }
    }

    private static func isPreparation(_ note: String) -> Bool {
        let first = note.prefix { $0 != " " && $0 != "," && $0 != ";" }.lowercased()
        return KitchenWords.allPreparations.contains(first) || isParticiple(first)
    }

    /// «chopped», «hachée», «gehackt»
    static func isParticiple(_ word: String) -> Bool {
        guard word.utf8.count > 3 else { return false }
        return ["ed", "é", "ée", "és", "ées"].contains { word.hasSuffix($0) }
            || word.hasPrefix("ge") && word.hasSuffix("t")
    }

    /// Removes `to taste` and similar endings from a name.
    private func cutEnding(of name: inout [Unicode.Scalar]) -> String? {
        for position in name.indices where position > 0 && name[position] == " " {
            var end = position + 1
            while end < name.count, name[end] != " " { end += 1 }
            let first = String(name[(position + 1)..<end]).lowercased()
            guard let endings = Self.endingsByFirstWord[first] else { continue }
            let rest = String(name[position...])
            let lower = rest.lowercased()
            for ending in endings where lower == ending || Self.goesOn(ending) && lower.hasPrefix(ending + " ") {
                name.removeSubrange(position...)
                return rest.trimmingBlanks
            }
        }
        return nil
    }

    /// «plus more for the pan», but not «salt to taste and pepper».
    private static func goesOn(_ ending: String) -> Bool {
        [" plus", " or", " for", " zum", " für", " pour", " para", " per ", " om", " voor", " such"].contains {
            ending.hasPrefix($0)
        }
    }

    private static let endingsByFirstWord = Dictionary(grouping: Set(KitchenWords.allEndings).sorted()) { ending in
        String(ending.dropFirst().prefix { $0 != " " })
    }
}
