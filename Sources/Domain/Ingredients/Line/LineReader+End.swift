extension LineReader {
    /// «Farina 00 300 g», «Butter (200g)», «Aglio 2 spicchi» and «Tuorli 3»: the quantity is at the end.
    mutating func atEnd() -> Parts? {
        let start = index
        defer {
            index = start
            isAmbiguous = false
        }
        if let parts = amount(before: scalars.count, start) { return parts }
        guard scalars[scalars.count - 1] == ")", let open = scalars.lastIndex(of: "("), open > start + 1,
            scalars[open - 1] == " "
        else { return nil }
        // «Sugar 2 cups (400 g)» and «Butter (200 g)»
        if var parts = amount(before: open - 1, start) {
            parts.note = Self.joined((parts.note.map { [$0] } ?? []) + [innerText(open..<scalars.count)])
            return parts
        }
        return amount(from: open + 1, to: scalars.count - 1, start, isGroup: true)
    }

    /// The amount that ends at `end`.
    private mutating func amount(before end: Int, _ start: Int) -> Parts? {
        guard scalars[max(start, end - 28)..<end].contains(where: { $0.isDigit || $0.value >= 0xBC }) else {
            return nil
        }
        var starts: [Int] = []
        var position = end
        while position > start, starts.count < 5 {
            position -= 1
            if scalars[position] == " " { starts.append(position + 1) }
        }
        for first in starts.reversed() where first < end && (scalars[first].isDigit || scalars[first].value >= 0xBC) {
            if let parts = amount(from: first, to: end, start, isGroup: false) { return parts }
        }
        return nil
    }

    private mutating func amount(from first: Int, to end: Int, _ start: Int, isGroup: Bool) -> Parts? {
        index = first
        isAmbiguous = false
        guard let quantity = quantity(), !isAmbiguous else { return nil }
        let numberEnd = index
        skipBlank()
        let unit = unit()
        guard unit.map({ !isGroup || $0.measure.size != nil }) ?? !isGroup else { return nil }
        if unit == nil { index = numberEnd }
        _ = take(".")
        guard index == end, let (name, notes) = nameBefore(first, start) else { return nil }
        if unit == nil, !isCount(quantity, name) { return nil }
        return Parts(quantity: quantity, unit: unit, name: name, note: Self.joined(notes))
    }

    /// `nil` if the number counts something else, or if the name is longer than the text before the number.
    private func nameBefore(_ first: Int, _ start: Int) -> (String, [String])? {
        var end = first
        while end > start, ",:-–—( ".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        guard end > start else { return nil }
        var wordStart = end
        while wordStart > start, scalars[wordStart - 1] != " " { wordStart -= 1 }
        let isSigned = first > end + 1
        let last = lowered(wordStart..<end)
        if !isSigned, KitchenWords.beforeOtherNumbers.contains(last), wordStart > start || last.count > 3 {
            // «Farina 300 g» has a unit, which tells.
            guard KitchenWords.beforeNumbersWithUnits.contains(last) else { return nil }
        }
        if isSigned, scalars[end - 1] == ")" {
            // «Farine de sarrasin (blé noir) : 55 g»
            var reader = LineReader(part: scalars[start..<end], from: 0)
            return reader.nameAndNotes(isCounted: false).map { ($0.name, $0.notes) }
        }
        var hasLetter = false
        for position in start..<end {
            switch scalars[position] {
            case ",", ";": return nil
            case "(", ")":
                // «Lardon(s)»
                guard position > start, scalars[position - 1] != " " else { return nil }
            default: if scalars[position].isLetter { hasLetter = true }
            }
        }
        return hasLetter ? (text(start..<end), []) : nil
    }

    /// Whether a number without a unit counts what is before it: «Tuorli 3», but not «Mehl Type 405» and «Farina 00».
    private func isCount(_ quantity: Quantity, _ name: String) -> Bool {
        let last = name.split(separator: " ").last.map { $0.lowercased() } ?? ""
        return quantity.least <= 24 && !KitchenWords.beforeOtherNumbers.contains(last)
            && !name.contains(where: \.isNumber) && name.utf8.count <= 40
    }
}
