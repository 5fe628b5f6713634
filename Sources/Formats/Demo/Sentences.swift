import Events

/// What members say: the lines of `sentences.txt`, compiled into the program.
///
/// A line leaves open `{dish}`, `{ingredient}`, `{other}` (a second ingredient), `{author}`, `{someone}`, `{step}`, `{minutes}`
/// and `{servings}`, which `filled` takes from the recipe that the line is about. The events of a seed depend on the order of
/// the lines.
enum Sentences {
    /// What a member with that voice says about a recipe.
    static func remarks(_ voice: Temperament.Voice) -> [String] { section(voice.rawValue) }

    /// What a recipe's author answers to a comment on it.
    static let answers = section("answers")
    /// What a recipe's author answers to a critic.
    static let retorts = section("retorts")
    /// What a member replies to the answer to their question.
    static let thanks = section("thanks")
    /// What any member replies to any comment.
    static let asides = section("asides")
    /// The text that goes with a repost.
    static let quotes = section("quotes")
    /// The note of a member who has cooked a recipe.
    static let cookedNotes = section("cooked notes")
    /// What stands behind the name of the dish in the title of a `RecipeVariant`.
    static let ways = section("ways")

    /// The lines below each title, which begins with `#`.
    private static let sections: [String: [String]] = {
        var sections: [String: [String]] = [:]
        var title = ""
        for line in String(decoding: PackageResources.sentences_txt, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("# ") {
                title = String(line.dropFirst(2))
            } else {
                sections[title, default: []].append(String(line))
            }
        }
        return sections
    }()

    /// The file is part of the program: a missing section stops the program.
    private static func section(_ title: String) -> [String] {
        guard let lines = sections[title] else { preconditionFailure("sentences.txt has no section «\(title)»") }
        return lines
    }
}

extension Sentences {
    /// Fills in what a sentence leaves open, from the recipe that it is about.
    ///
    /// Draws two numbers for every sentence, whatever that leaves open.
    static func filled(
        _ sentence: String, about recipe: RecipeFacts, by author: String, someone: String,
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
                default: preconditionFailure("unknown placeholder in: \(sentence)")
                }
            text += filling + part[part.index(after: close)...]
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// The facts of a recipe that sentences mention.
struct RecipeFacts {
    var dish: String
    /// Ingredients with short names that are not in every dish; all ingredients if there are none such.
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
    /// The title up to its first comma.
    var dish: String { title.split(separator: ",").first.map(String.init) ?? title }
}
