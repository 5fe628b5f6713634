extension Sentences {
    /// Fills in what a sentence leaves open, from the recipe that it is about.
    static func filled(
        _ sentence: String, about recipe: TalkOfRecipe, by author: String, someone: String,
        _ random: inout SplitMix64
    ) -> String {
        let names = recipe.ingredients
        let first = random.below(names.count)
        let step = 1 + random.below(recipe.stepCount)
        var text = ""
        for (index, part) in sentence.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let close = part.firstIndex(of: "}") else {
                text += part
                continue
            }
            let filling =
                switch part[..<close] {
                case "dish": recipe.dish
                case "ingredient": names[first]
                case "other": names.count > 1 ? names[(first + 1) % names.count] : "salt"
                case "author": author
                case "someone": someone
                case "step": String(step)
                case "minutes": String(recipe.minutes)
                case "servings": String(recipe.servings)
                default: preconditionFailure("nothing to fill in: \(sentence)")
                }
            text += filling + part[part.index(after: close)...]
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
