extension LineReader {
    /// `a`, `one`, `half a`, `one and a half`, `three quarters`.
    mutating func numberWord() -> Double? {
        guard scalar()?.isLetter == true else { return nil }
        let start = index
        if takeHalf() {
            let end = index
            skipBlank()
            // «half and half» is cream.
            if kinds(at: index).contains(.and) || scalar() == "&" {
                index = start
                return nil
            }
            if takeWord(["a", "an", "of"]) == nil { index = end }
            return 0.5
        }
        guard kinds(at: index).contains(.number), let value = KitchenWords.lineNumbers[word(at: index)] else {
            return nil
        }
        index = wordEnd(from: index)
        guard scalar() == " " else {
            index = start
            return nil
        }
        let end = index
        index += 1
        let next = self.word(at: index)
        if KitchenWords.allVague.contains(next) {
            index = start
            return nil
        }
        if let part = takePart(next) { return value * part }
        if take(.and) {
            skipBlank()
            if takeHalfAfterAnd() { return value + 0.5 }
        }
        index = end
        return value
    }

    /// The rest of «one half», «three quarters of a» and «un demi-citron».
    private mutating func takePart(_ next: String) -> Double? {
        guard let part = KitchenWords.allParts[next] else { return takeHalf() ? 0.5 : nil }
        index = wordEnd(from: index)
        let end = index
        skipBlank()
        if takeWord(["of"]) != nil {
            skipBlank()
            if takeWord(["a", "an"]) != nil { return part }
        }
        index = end
        return part
    }

    /// A word for a half, or the «demi-» of «demi-citron».
    mutating func takeHalf() -> Bool {
        if take(.half) { return true }
        let joined = KitchenWords.joinedHalf
        guard index + joined.count < scalars.count, scalars[index + 4] == "-",
            lowered(index..<(index + joined.count)) == "demi-"
        else { return false }
        index += joined.count
        return true
    }

    /// The half of «one and a half», «uno y medio» and «anderhalf»: after the «and».
    mutating func takeHalfAfterAnd() -> Bool {
        let start = index
        if takeWord(["a", "een", "una", "un", "uma", "um"]) != nil { skipBlank() }
        if takeHalf() { return true }
        index = start
        return false
    }

    /// The half behind a unit, before the name: «1 litro y medio de caldo».
    mutating func takeHalfBehindUnit() -> Bool {
        guard scalar() == " ", scalar(1)?.isLetter == true else { return false }
        let start = index
        index += 1
        if take(.and), take(" "), takeHalfAfterAnd() {
            var ahead = self
            let end = index
            ahead.skipConnective()
            ahead.skipBlank()
            if ahead.index > end + 1 { return true }
        }
        index = start
        return false
    }
}
