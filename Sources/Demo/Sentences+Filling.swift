import Events

extension Sentences {
    /// Fills in what a sentence leaves open, from the recipe that it is about.
    static func filled(
        _ sentence: String, about content: ProtoRecipeContent, by author: String, someone: String,
        _ random: inout SplitMix64
    ) -> String {
        let names = content.talkedOfIngredients
        let first = random.below(names.count)
        let step = 1 + random.below(content.steps.count)
        var text = ""
        for (index, part) in sentence.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let close = part.firstIndex(of: "}") else {
                text += part
                continue
            }
            let filling =
                switch part[..<close] {
                case "dish": content.dish
                case "ingredient": names[first]
                case "other": names.count > 1 ? names[(first + 1) % names.count] : "salt"
                case "author": author
                case "someone": someone
                case "step": String(step)
                case "minutes": String(content.totalMinutes)
                case "servings": String(content.servings)
                default: preconditionFailure("nothing to fill in: \(sentence)")
                }
            text += filling + part[part.index(after: close)...]
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

extension ProtoRecipeContent {
    /// The title up to its first comma, as one would say it in a sentence.
    var dish: String { title.split(separator: ",").first.map(String.init) ?? title }

    /// What is worth talking about: not what is in every dish, and only what has a short name.
    var talkedOfIngredients: [String] {
        let plain = ["salt", "water", "sugar", "pepper", "flour", "oil", "egg", "yolk"]
        let names = ingredients.map(\.name)
        let special = names.filter { name in
            !plain.contains { name.contains($0) } && name.split(separator: " ").count < 3
        }
        return special.isEmpty ? names : special
    }
}
