import Events

/// What one serving holds, as metadata below `nutrition`.
enum CooklangNutrition {
    static var amounts: [(key: String, path: WritableKeyPath<ProtoNutrition, Double>)] {
        [
            ("calories", \.calories), ("fat grams", \.fatGrams), ("saturated fat grams", \.saturatedFatGrams),
            ("carbohydrate grams", \.carbohydrateGrams), ("sugar grams", \.sugarGrams), ("fiber grams", \.fiberGrams),
            ("protein grams", \.proteinGrams), ("sodium milligrams", \.sodiumMilligrams),
            ("cholesterol milligrams", \.cholesterolMilligrams),
        ]
    }
    static let servingSize = "serving size"

    /// `take` gives the text of a key, which is in lower case.
    static func read(into content: inout ProtoRecipeContent, _ take: (String) -> String?) {
        for (key, path) in amounts {
            if let number = take("nutrition.\(key)").flatMap(Double.init) { content.nutrition[keyPath: path] = number }
        }
        if let size = take("nutrition.\(servingSize)") { content.nutrition.servingSize = size }
    }

    /// The keys with their texts, of what is known.
    static func entries(of nutrition: ProtoNutrition) -> [(key: String, text: String)] {
        let known = [
            nutrition.hasCalories, nutrition.hasFatGrams, nutrition.hasSaturatedFatGrams,
            nutrition.hasCarbohydrateGrams, nutrition.hasSugarGrams, nutrition.hasFiberGrams,
            nutrition.hasProteinGrams, nutrition.hasSodiumMilligrams, nutrition.hasCholesterolMilligrams,
        ]
        var entries: [(key: String, text: String)] = zip(amounts, known).filter(\.1).map { amount, _ in
            (amount.key, DecimalText.of(nutrition[keyPath: amount.path]))
        }
        if nutrition.hasServingSize { entries.append((servingSize, nutrition.servingSize)) }
        return entries
    }
}
