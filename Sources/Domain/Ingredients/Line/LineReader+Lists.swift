extension LineReader {
    // MARK: Lists of names

    /// The end of the list of names that goes on at this comma: «olive, sunflower or walnut oil».
    ///
    /// `nil` if what follows describes the name so far, as in «onions, peeled and chopped».
    func listEnd(at comma: Int, _ name: [Unicode.Scalar], isCounted: Bool) -> Int? {
        var position = comma
        var items = 0
        var most = 0
        var isOpen = name.last == "-"
        while position < scalars.count, scalars[position] == ",", items < 8 {
            position += 1
            guard position < scalars.count, scalars[position] == " " else { return nil }
            position += 1
            let item = item(from: position)
            // «huile d'olive, de tournesol ou de colza»
            isOpen = isOpen || KitchenWords.connectives.contains(word(at: position))
            if let joint = item.joint {
                // «chicken, vegetable, or beef broth» has no item between the comma and the «or».
                guard item.words <= 3, item.words > 0 || items > 0, let last = lastEnd(from: joint.end) else {
                    return nil
                }
                // The name is a list if the last item has the noun of all. «farro, spelt or barley» is farro.
                most = max(most, item.words)
                return last.words > most || isOpen || !isCounted ? last.end : nil
            }
            most = max(most, item.words)
            guard item.words > 0, item.words <= 2 else { return nil }
            isOpen = isOpen || scalars[item.end - 1] == "-"
            items += 1
            position = item.end
        }
        return nil
    }

    /// Whether a note behind a comma would go on with the name.
    static func isList(_ name: String, _ note: String) -> Bool {
        let name = Array(name.unicodeScalars)
        if isDescription(name) { return true }
        let reader = LineReader(part: name + ", ".unicodeScalars + note.unicodeScalars, from: 0)
        return reader.listEnd(at: name.count, name, isCounted: true) != nil
    }

    private struct Joint {
        let end: Int
    }

    private struct Item {
        var words = 0
        /// The end of the item, or of the word before the joint.
        var end: Int
        var joint: Joint?
    }

    /// The words up to a comma, or to an «or» or an «and». Zero words if one of them is no name.
    private func item(from start: Int) -> Item {
        var item = Item(end: start)
        var position = start
        while position < scalars.count, scalars[position].isLetter {
            let end = wordEnd(from: position)
            let word = word(at: position)
            if KitchenWords.or.contains(word) || KitchenWords.allAnd.contains(word) {
                guard end < scalars.count, scalars[end] == " " else { return Item(end: start) }
                item.joint = Joint(end: end + 1)
                return item
            }
            guard Self.isListed(word) else { return Item(end: start) }
            item.words += 1
            item.end = end
            guard end < scalars.count, scalars[end] == " " else { return item }
            position = end + 1
        }
        return Item(end: start)
    }

    /// The end of the last item.
    private func lastEnd(from start: Int) -> (end: Int, words: Int)? {
        var position = start
        var words = 0
        while position < scalars.count, scalars[position].isLetter, words < 5 {
            let word = word(at: position)
            // «mint, basil and coriander leaves»
            guard Self.isListed(word) || words > 0 && KitchenWords.lastListed.contains(word) else { return nil }
            words += 1
            position = wordEnd(from: position)
            guard position < scalars.count, scalars[position] == " " else { break }
            guard position + 1 < scalars.count, scalars[position + 1].isLetter else { break }
            position += 1
        }
        return words > 0 && words < 5 ? (position, words) : nil
    }

    private static func isListed(_ word: String) -> Bool {
        !KitchenWords.notListed.contains(word) && !isParticiple(word)
    }

    // MARK: Two amounts

    /// «3 large or 4 medium eggs»: the first counts. «1 green and 1 red pepper»: two peppers.
    mutating func twoAmounts(_ quantity: Quantity, _ notes: [String]) -> Parts? {
        guard quantity.most == nil, scalar()?.isLetter == true else { return nil }
        let start = index
        defer { index = start }
        guard takeKind(), take(" ") else { return nil }
        let kindEnd = index
        let isOr = take(.or)
        guard isOr || take(.and), take(" ") else { return nil }
        let second = index
        guard let more = self.quantity(), more.most == nil, take(" ") else { return nil }
        let kindStart = index
        guard takeKind(), take(" "), scalar()?.isLetter == true else { return nil }
        let blank = CollectionOfOne<Unicode.Scalar>(" ")
        if isOr {
            let note = text(kindEnd..<(index - 1))
            var rest = LineReader(part: blank + scalars[start..<kindEnd] + scalars[index...], from: 0)
            guard var parts = rest.counted(quantity, notes) else { return nil }
            let others = parts.note.map { [$0] } ?? []
            parts.note = Self.joined(parts.unit == nil ? [note] + others : others + [note])
            return parts
        }
        var rest = LineReader(part: blank + scalars[start..<second] + scalars[kindStart...], from: 0)
        return rest.counted(Quantity(quantity.least + more.least), notes)
    }

    /// A size or a colour.
    private mutating func takeKind() -> Bool {
        take([.size, .colour])
    }

    // MARK: A unit behind its name

    /// «2 large garlic cloves» are two cloves of garlic, so that both add up; `nil` if the last word is no unit here.
    static func unitBehind(_ name: String) -> (unit: MeasuringUnit, name: String, notes: [String])? {
        guard let blank = name.utf8.lastIndex(of: UInt8(ascii: " ")) else { return nil }
        let last = name[name.utf8.index(after: blank)...].lowercased()
        guard let behind = UnitTable.behind[last] else { return nil }
        var words = name[..<blank].split(separator: " ")
        guard let thing = words.last?.lowercased(), behind.things?.contains(thing) ?? true,
            !words.contains(where: { ["or", "and", "&", "of", "with"].contains($0) })
        else { return nil }
        let sizes = words.prefix { KitchenWords.sizesBeforeUnits.contains($0.lowercased()) }
        words.removeFirst(sizes.count)
        guard let thing = words.last, !KitchenWords.notListed.contains(thing.lowercased()) else { return nil }
        let size = sizes.joined(separator: " ")
        return (behind.unit, words.joined(separator: " "), size.isEmpty ? [] : [size])
    }
}
