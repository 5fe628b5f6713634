/// Reads the times among the tokens of a step, from the left.
struct StepTimeReader: StepTokenReader {
    let tokens: [StepToken]
    private var place = 0

    init(_ tokens: [StepToken]) { self.tokens = tokens }

    /// An amount of time, and the tokens behind it.
    private struct Amount {
        var seconds: Double
        /// The upper end.
        var most: Double?
        var end: Int
    }

    mutating func times() -> [StepTime] {
        var times: [StepTime] = []
        while place < tokens.count {
            guard let amount = range(at: place) else {
                place += 1
                continue
            }
            if isTime(from: place, amount) {
                let range = tokens[place].range.lowerBound..<tokens[amount.end - 1].range.upperBound
                let (least, most) = (Int(amount.seconds.rounded()), amount.most.map { Int($0.rounded()) })
                times.append(StepTime(range, least, upTo: most.flatMap { $0 > least ? $0 : nil }))
            }
            place = amount.end
        }
        return times
    }

    /// Skips an apostrophe: «mezz'ora», «un quart d'heure».
    private func pastApostrophe(_ index: Int) -> Int { isSign(index, ["'", "’"]) ? index + 1 : index }

    // MARK: Amounts

    /// «20 to 25 minutes», «30 minutes to 1 hour», or one amount.
    private func range(at start: Int) -> Amount? {
        if let (least, next) = number(at: start), let second = rangeEnd(next, joinsByAnd: isBetween(start)),
            let amount = single(at: second, isRange: true), amount.seconds > 0
        {
            // The unit of the second number counts for both.
            guard let (most, _) = number(at: second), most > 0 else { return amount.seconds > 0 ? nil : amount }
            let unit = amount.seconds / most
            guard least < most else { return nil }
            return Amount(seconds: least * unit, most: amount.seconds, end: amount.end)
        }
        guard let first = single(at: start) else { return nil }
        if let second = rangeEnd(first.end, joinsByAnd: isBetween(start)), let last = single(at: second),
            last.seconds > first.seconds
        {
            return Amount(seconds: first.seconds, most: last.seconds, end: last.end)
        }
        return orMore(first, from: start) ?? first
    }

    /// «a minute or two»: the unit of the first number counts for both.
    private func orMore(_ first: Amount, from start: Int) -> Amount? {
        guard let (count, next) = number(at: start), next < first.end,
            let second = rangeEnd(first.end, joinsByAnd: false),
            !isSign(first.end, ["-", "–", "—", "‑"]), token(second)?.isWord == true,
            let (most, end) = number(at: second), most > max(1, count)
        else { return nil }
        return Amount(seconds: first.seconds, most: first.seconds / count * most, end: end)
    }

    private func isBetween(_ start: Int) -> Bool { StepWords.between.contains(word(start - 1)) }

    /// Where the second number of a range begins.
    private func rangeEnd(_ index: Int, joinsByAnd: Bool) -> Int? {
        if isSign(index, ["-", "–", "—", "‑"]) { return index + 1 }
        if StepWords.rangeWords.contains(word(index)) || joinsByAnd && StepWords.and.contains(word(index)) {
            return index + 1
        }
        return nil
    }

    /// A number in digits or as a word, and where it ends.
    private func number(at start: Int) -> (Double, Int)? {
        if let number = token(start)?.number {
            // «1 1/2».
            if let part = token(start + 1)?.number, part < 1, number == number.rounded() {
                return (number + part, start + 2)
            }
            return (number, start + 1)
        }
        guard let number = StepWords.numbers[word(start)] else { return nil }
        // «twenty-five», «treinta y cinco».
        if number >= 10, number.truncatingRemainder(dividingBy: 10) == 0,
            isSign(start + 1, ["-", "‑"]) || word(start + 1) == "y",
            let part = StepWords.numbers[word(start + 2)], part >= 1, part < 10, part == part.rounded()
        {
            return (number + part, start + 3)
        }
        return (number, start + 1)
    }

    /// One amount: «1 hour 20 minutes», «an hour and a half», «un quart d'heure».
    private func single(at start: Int, isRange: Bool = false) -> Amount? {
        if let whole = whole(at: start) { return whole }
        guard let (count, next) = number(at: start) else { return nil }
        if let part = quarters(count, at: next) ?? pair(at: next) { return part }
        // «eine halbe Stunde», «une demi-heure», «a half hour».
        if count == 1, StepWords.halves.contains(word(next)), let half = half(at: next) { return half }
        if count == 1, let whole = whole(at: next) { return whole }
        // «10'»: a sign for minutes behind digits.
        if tokens[start].number != nil, isSign(next, ["'", "′", "’"]), !(token(next)?.isApart ?? true),
            token(next + 1).map({ $0.isApart || $0.endsClause }) ?? true
        {
            return Amount(seconds: count * 60, end: next + 1)
        }
        // «3/4 of an hour».
        if count < 1, StepWords.of.contains(word(next)), ["an", "a"].contains(word(next + 1)),
            let unit = StepWords.seconds[word(next + 2)]
        {
            return Amount(seconds: count * Double(unit), end: next + 3)
        }
        var unitAt = pastApostrophe(next)
        var hasHalf = false
        // «two and a half hours».
        if let end = halfBehind(unitAt), StepWords.seconds[word(end)] != nil { (unitAt, hasHalf) = (end, true) }
        // A hyphen makes an adjective of it: «a 20-minute soup».
        if isSign(unitAt, ["-", "‑"]), !isRange, StepWords.seconds[word(unitAt + 1)] != nil { unitAt += 1 }
        if StepWords.fillers.contains(word(unitAt)) { unitAt += 1 }
        guard let unit = unit(at: unitAt, isBehindDigits: tokens[start].number != nil) else { return nil }
        var amount = Amount(seconds: (count + (hasHalf ? 0.5 : 0)) * Double(unit), end: pastPoint(unitAt))
        if let end = halfBehind(amount.end), !hasHalf {
            amount = Amount(seconds: amount.seconds + Double(unit) / 2, end: end)
        } else if let end = quarterBehind(amount.end), unit == 3_600 {
            amount = Amount(seconds: amount.seconds + 900, end: end)
        } else if unit >= 60, let rest = rest(at: amount.end, below: unit) {
            amount = Amount(seconds: amount.seconds + rest.seconds, end: rest.end)
        }
        return amount
    }

    /// Behind a unit, and behind the full stop of its abbreviation: «10 Min. ruhen».
    private func pastPoint(_ unitAt: Int) -> Int {
        let end = unitAt + 1
        guard StepWords.abbreviations.contains(word(unitAt)), isSign(end, ["."]), !(token(end)?.isApart ?? true),
            let next = token(end + 1), next.isWord, next.startsLower
        else { return end }
        return end + 1
    }

    private func unit(at index: Int, isBehindDigits: Bool) -> Int? {
        StepWords.seconds[word(index)] ?? (isBehindDigits ? StepWords.shortUnits[word(index)] : nil)
    }

    /// A time without a number before it: «half an hour», «media hora», «mezz'ora», «quarter of an hour», «eine Viertelstunde».
    private func whole(at start: Int) -> Amount? {
        if let seconds = StepWords.wholes[word(start)] { return Amount(seconds: Double(seconds), end: start + 1) }
        if StepWords.halves.contains(word(start)) { return half(at: start) }
        if StepWords.quarters.contains(word(start)) { return quarters(1, at: start) }
        return nil
    }

    private func half(at start: Int) -> Amount? {
        var index = pastApostrophe(start + 1)
        if isSign(index, ["-", "‑"]) { index += 1 }
        if ["an", "a"].contains(word(index)) { index += 1 }
        guard let unit = StepWords.seconds[word(index)], unit >= 60 else { return nil }
        return Amount(seconds: Double(unit) / 2, end: index + 1)
    }

    /// «three quarters of an hour», «un quarto d'ora».
    private func quarters(_ count: Double, at start: Int) -> Amount? {
        var index = isSign(start, ["-", "‑"]) ? start + 1 : start
        guard StepWords.quarters.contains(word(index)), (1...3).contains(count) else { return nil }
        index += 1
        for _ in 0..<2 where StepWords.of.contains(word(index)) { index = pastApostrophe(index + 1) }
        guard StepWords.seconds[word(index)] == 3_600 else { return nil }
        return Amount(seconds: count * 900, end: index + 1)
    }

    /// «a couple of minutes», «une dizaine de minutes».
    private func pair(at index: Int) -> Amount? {
        guard let count = StepWords.groups[word(index)] else { return nil }
        var index = index + 1
        if StepWords.of.contains(word(index)) { index = pastApostrophe(index + 1) }
        guard let unit = StepWords.seconds[word(index)] else { return nil }
        return Amount(seconds: count * Double(unit), end: index + 1)
    }

    /// Behind «and a half» and its like.
    private func halfBehind(_ index: Int) -> Int? {
        guard StepWords.and.contains(word(index)) else { return nil }
        var index = index + 1
        if ["a", "una", "un"].contains(word(index)) { index += 1 }
        return StepWords.halvesBehind.contains(word(index)) ? index + 1 : nil
    }

    /// Behind «et quart» and its like.
    private func quarterBehind(_ index: Int) -> Int? {
        guard StepWords.and.contains(word(index)) else { return nil }
        var index = index + 1
        if ["a", "una", "un"].contains(word(index)) { index += 1 }
        return StepWords.quarters.contains(word(index)) ? index + 1 : nil
    }

    /// The smaller unit behind a larger one: «1 hour 20 minutes», «1 h 30».
    private func rest(at index: Int, below unit: Int) -> Amount? {
        let first = StepWords.and.contains(word(index)) ? index + 1 : index
        guard let count = token(first)?.number, count < 60 else { return nil }
        if let small = self.unit(at: first + 1, isBehindDigits: true), small < unit {
            return Amount(seconds: count * Double(small), end: first + 2)
        }
        // French and Spanish leave out the minutes.
        guard unit == 3_600, first == index, ["h", "heure", "heures"].contains(word(index - 1)), count >= 5,
            count == count.rounded()
        else { return nil }
        return Amount(seconds: count * 60, end: first + 1)
    }

    // MARK: What is no time

    private func isTime(from start: Int, _ amount: Amount) -> Bool {
        guard amount.seconds >= 1, amount.most ?? amount.seconds <= Double(StepTime.secondsMax) else { return false }
        // «every 20 minutes», «toutes les 20 minutes».
        if StepWords.every.contains(word(start - 1)) || StepWords.every.contains(word(start - 2)) { return false }
        // «twice an hour», «use within 2 hours».
        if StepWords.rates.contains(word(start - 1)) || StepWords.within.contains(word(start - 1)) { return false }
        if StepWords.less.contains(word(amount.end)) || StepWords.less.contains(word(amount.end + 1)) { return false }
        if isAdjective(from: start, amount) { return false }
        let clause = clause(around: start)
        if StepWords.before.contains(word(amount.end)),
            !clause.contains(where: StepWords.waiting.contains)
        {
            return false
        }
        let isLong = (amount.most ?? amount.seconds) >= 86_400
        return !(isLong && clause.contains(where: StepWords.keeping.contains))
    }

    /// «not a 20-minute recipe»: it says what something is called.
    private func isAdjective(from start: Int, _ amount: Amount) -> Bool {
        guard isSign(start + 1, ["-", "‑"]), StepWords.seconds[word(start + 2)] != nil, amount.end == start + 3 else {
            return false
        }
        return ["recipe", "rezept", "recette", "ricetta", "receta"].contains(word(amount.end))
    }

    /// The words of the sentence before the time and behind it, to the next comma or full stop.
    private func clause(around start: Int) -> [String] {
        // A clause of more words is not looked through: the time of reading stays in proportion to the text.
        let wordsMax = 24
        var words: [String] = []
        var index = start - 1
        while index >= 0, start - index <= wordsMax, !tokens[index].endsSentence, !tokens[index].isSign([","]) {
            words.append(word(index))
            index -= 1
        }
        return words
    }
}
