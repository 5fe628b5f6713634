/// An amount that a step names: `200 g of the flour`, `2 tbsp oil`, `2 eggs`, or the length in `a 20 cm tin`.
package struct StepAmount: Hashable, Sendable {
    /// The number and its unit.
    package var range: Range<String.Index>
    package var quantity: Quantity
    /// `nil` for counted things and for lengths.
    package var unit: MeasuringUnit?
    /// Whether it is a part of an ingredient, so that it grows with the servings. The size of a tin, a portion and a spoon
    /// per pancake do not.
    package var isScalable: Bool
    /// The counted word behind the number.
    var noun: Range<String.Index>?
}

/// The text of a step for other servings.
package struct ScaledStep: Hashable, Sendable {
    package var text: String
    /// Amounts that stay as the author wrote them, as parts of `text`.
    package var unscaled: [Range<String.Index>]

    package init(text: String, unscaled: [Range<String.Index>]) { (self.text, self.unscaled) = (text, unscaled) }
}

extension StepAmount {
    /// The amounts that a text names, in its order. `ingredients` are the names of the recipe's ingredients. O(text).
    package static func all(in text: String, ingredients: [String]) -> [StepAmount] {
        StepAmountReader(text, ingredients: ingredients).all()
    }

    /// The text with its scalable amounts multiplied, as a cook measures them. Reports the others.
    package static func scaled(_ text: String, by factor: Double, ingredients: [String]) -> ScaledStep {
        guard factor != 1 else { return ScaledStep(text: text, unscaled: []) }
        var scaled = ScaledStep(text: "", unscaled: [])
        var unscaled: [(start: Int, count: Int)] = []
        var position = text.startIndex
        for amount in all(in: text, ingredients: ingredients) {
            scaled.text += text[position..<amount.range.lowerBound]
            if amount.isScalable {
                scaled.text += amount.text(in: text, by: factor)
            } else {
                unscaled.append((scaled.text.utf8.count, text[amount.range].utf8.count))
                scaled.text += text[amount.range]
            }
            position = amount.noun?.upperBound ?? amount.range.upperBound
        }
        scaled.text += text[position...]
        let bytes = scaled.text.utf8
        scaled.unscaled = unscaled.map { start, count in
            let lower = bytes.index(bytes.startIndex, offsetBy: start)
            return lower..<bytes.index(lower, offsetBy: count)
        }
        return scaled
    }

    /// The multiple, with the counted word.
    private func text(in text: String, by factor: Double) -> String {
        let multiple = quantity.scaled(by: factor)
        guard let unit else {
            let number = multiple.roundedText(in: nil)
            guard let noun else { return number }
            let isMany = number != "1" && multiple.upper > 1
            return number + text[range.upperBound..<noun.lowerBound]
                + CountNouns.name(String(text[noun]), isMany: isMany)
        }
        let amount = multiple.roundedText(in: unit)
        return CookAmount.text(multiple, in: unit)
            ?? "\(amount) \(amount == "1" ? unit.name : unit.name(of: multiple))"
    }
}

/// Reads the amounts among the tokens of a step.
struct StepAmountReader: StepTokenReader {
    let tokens: [StepToken]
    /// The words of the ingredients' names, in the singular.
    private let names: Set<String>

    init(_ text: String, ingredients: [String]) {
        tokens = StepToken.all(in: text)
        var names: Set<String> = []
        for name in ingredients {
            for word in name.lowercased().split(whereSeparator: { !$0.isLetter }) {
                names.insert(IngredientWords.folded(String(word)))
            }
        }
        self.names = names.subtracting(KitchenWords.sizes).subtracting(KitchenWords.descriptions)
    }

    func all() -> [StepAmount] {
        var amounts: [StepAmount] = []
        var place = 0
        while place < tokens.count {
            if let (amount, end) = amount(at: place) {
                amounts.append(amount)
                place = end
            } else {
                place += 1
            }
        }
        return amounts
    }

    private func isName(_ index: Int) -> Bool { names.contains(IngredientWords.folded(word(index))) }

    private func amount(at start: Int) -> (StepAmount, Int)? {
        guard let (first, next) = number(at: start) else { return nil }
        var (quantity, end) = (Quantity(first), next)
        if isSign(next, ["-", "–"]) || word(next) == "to", let (last, behind) = number(at: next + 1), last > first {
            (quantity, end) = (Quantity(first, upTo: last), behind)
        }
        // «a 9-inch tin», «30-g balls»
        let isHyphened = isSign(end, ["-", "‑"])
        let unitAt = isHyphened ? end + 1 : end
        let range = { (last: Int) in self.tokens[start].range.lowerBound..<self.tokens[last].range.upperBound }
        if KitchenWords.lengths.contains(word(unitAt)) {
            return (StepAmount(range: range(unitAt), quantity: quantity, unit: nil, isScalable: false), unitAt + 1)
        }
        if let unit = unit(at: unitAt) {
            let isScalable = !isHyphened && !isShare(start, unitAt) && isOfIngredient(unitAt + 1)
            return (
                StepAmount(range: range(unitAt), quantity: quantity, unit: unit, isScalable: isScalable), unitAt + 1
            )
        }
        guard !isHyphened, let noun = counted(end), !isShare(start, noun) else { return nil }
        return (
            StepAmount(
                range: range(end - 1), quantity: quantity, unit: nil, isScalable: true, noun: tokens[noun].range),
            noun + 1
        )
    }

    private func number(at start: Int) -> (Double, Int)? {
        guard let number = token(start)?.number, number > 0 else { return nil }
        if let part = token(start + 1)?.number, part < 1, number == number.rounded() {
            return (number + part, start + 2)
        }
        return (number, start + 1)
    }

    /// A single letter may be a degree or the plural of a word.
    private func unit(at index: Int) -> MeasuringUnit? {
        let word = word(index)
        guard word.count > 1 || word == "g" || word == "l", let unit = MeasuringUnit(named: word) else { return nil }
        return unit.measure.size == nil ? nil : unit
    }

    /// Whether the amount is for each of several things: «1 tbsp per pancake», «2 tbsp each», «1 egg at a time».
    private func isShare(_ start: Int, _ last: Int) -> Bool {
        if ["per", "each", "every", "into"].contains(word(start - 1)) { return true }
        return (1...5).contains { offset in
            let next = word(last + offset)
            return next == "per" || next == "each" || next == "at" && word(last + offset + 1) == "a"
        } || ["portions", "portion", "pieces", "balls", "rounds", "mounds"].contains(word(last + 1))
    }

    /// Whether an ingredient follows, after a few words of the same clause.
    private func isOfIngredient(_ index: Int) -> Bool {
        for offset in 0..<5 {
            guard let token = token(index + offset), !token.endsClause else { return false }
            if isName(index + offset) { return true }
        }
        return false
    }

    /// The place of the counted ingredient behind a number: «2 eggs», «2 large eggs».
    private func counted(_ index: Int) -> Int? {
        for place in index...(index + 1) {
            guard token(place)?.isWord == true else { return nil }
            if isName(place) { return place }
            guard KitchenWords.sizes.contains(word(place)) || KitchenWords.descriptions.contains(word(place)) else {
                return nil
            }
        }
        return nil
    }
}
