import Events

/// An ingredient as cooks write it, `1½ tsp cumin seeds, crushed`: a quantity, a unit, a name, and a note after a comma.
/// All but the name may be missing.
enum IngredientLine {
    private static let units: Set<Substring> = [
        "g", "kg", "ml", "l", "tsp", "tbsp", "clove", "cloves", "stick", "sticks", "sprig", "sprigs", "slice", "slices",
        "bunch", "leaves", "sheets", "pinch", "pods", "stalks",
    ]
    private static let fractions: [Character: Double] = ["½": 0.5, "¼": 0.25, "¾": 0.75]

    static func ingredient(_ line: String) -> ProtoIngredient {
        var ingredient = ProtoIngredient()
        ingredient.original = line
        let comma = line.firstRange(of: ", ")
        var words = line[..<(comma?.lowerBound ?? line.endIndex)].split(separator: " ")
        if let comma { ingredient.note = String(line[comma.upperBound...]) }
        if words.count > 1, let quantity = quantity(words[0]) {
            ingredient.quantity = quantity
            words.removeFirst()
            if words.count > 1, units.contains(words[0]) { ingredient.unit = String(words.removeFirst()) }
        }
        ingredient.name = words.joined(separator: " ")
        return ingredient
    }

    /// `3`, `1.5`, `½` or `1½`.
    private static func quantity(_ word: Substring) -> Double? {
        guard let last = word.last, let part = fractions[last] else { return Double(word) }
        let whole = word.dropLast()
        return whole.isEmpty ? part : Double(whole).map { $0 + part }
    }
}
