import Events

/// What there is to say about a recipe.
struct TalkOfRecipe {
    var dish: String
    /// Not what is in every dish, and only what has a short name.
    var ingredients: [String]
    var stepCount: Int
    var minutes: UInt32
    var servings: UInt32

    private static let plain = [
        "salt", "water", "sugar", "pepper", "flour", "oil", "egg", "yolk", "juice", "stock", "mayonnaise",
    ]

    init(_ content: ProtoRecipeContent) {
        dish = content.dish
        stepCount = content.steps.count
        minutes = content.totalMinutes
        servings = content.servings
        let names = content.ingredients.map(\.name)
        let special = names.filter { name in
            !Self.plain.contains { name.contains($0) } && name.split(separator: " ").count < 3
        }
        ingredients = special.isEmpty ? names : special
    }
}

extension ProtoRecipeContent {
    /// The title up to its first comma, as one would say it in a sentence.
    var dish: String { title.split(separator: ",").first.map(String.init) ?? title }
}
