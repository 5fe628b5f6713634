import Events

/// Reads the cookbook's own format: one recipe after the other, each line's first character says what it is.
///
///     @ key by author       = title            > description      - ingredient     * step
///     : cuisine, course, difficulty, serves N, prep N, cook N, wait N              # tag, tag
///     % the diets that it suits; it does not suit the others
///     ? a question          ! its answer       ~ a remark         + fork | old ingredient => new line
///
/// A line that begins with two blanks goes on with the one before. The text is part of the program: what is wrong with
/// it stops the program.
enum CookbookReader {
    static func recipes(in text: String) -> [CookbookRecipe] {
        var recipes: [CookbookRecipe] = []
        for line in lines(of: text) {
            guard let mark = line.first else { continue }
            let rest = line.dropFirst().drop { $0 == " " }
            if mark == "@" {
                let parts = rest.split(separator: " ")
                precondition(parts.count == 3, "no key and author: \(line)")
                recipes.append(CookbookRecipe(key: String(parts[0]), author: String(parts[2])))
            } else {
                precondition(!recipes.isEmpty, "before the first recipe: \(line)")
                take(rest, markedBy: mark, into: &recipes[recipes.count - 1])
            }
        }
        return recipes
    }

    /// With those that go on joined to those that they go on with.
    private static func lines(of text: String) -> [String] {
        var lines: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("  "), !lines.isEmpty {
                lines[lines.count - 1] += " " + line.drop { $0 == " " }
            } else {
                lines.append(String(line))
            }
        }
        return lines
    }

    private static func take(_ rest: Substring, markedBy mark: Character, into recipe: inout CookbookRecipe) {
        let text = String(rest)
        switch mark {
        case "=": recipe.content.title = text
        case ":": takeFacts(rest, into: &recipe.content)
        case "#": recipe.content.tags = list(rest)
        case "%": recipe.content.diet = diet(list(rest))
        case ">": recipe.content.description_p = text
        case "-": recipe.content.ingredients.append(ProtoIngredient(line: text))
        case "*":
            var step = ProtoStep()
            step.text = text
            recipe.content.steps.append(step)
        case "?": recipe.exchanges.append(.init(question: text, answer: ""))
        case "!":
            precondition(recipe.exchanges.last?.answer == "", "an answer without a question: \(text)")
            recipe.exchanges[recipe.exchanges.count - 1].answer = text
        case "~": recipe.remarks.append(text)
        case "+": recipe.forks.append(fork(text, of: recipe))
        default: preconditionFailure("a line that nothing begins with \(mark): \(text)")
        }
    }

    private static func list(_ text: Substring) -> [String] {
        text.split(separator: ",").map { item in String(item.drop { $0 == " " }) }
    }

    private static func takeFacts(_ text: Substring, into content: inout ProtoRecipeContent) {
        let facts = list(text)
        precondition(facts.count >= 4, "too few facts: \(text)")
        content.cuisine = facts[0]
        content.course = facts[1]
        let difficulties: [String: ProtoDifficulty.Value] = [
            "easy": .easy, "intermediate": .intermediate, "hard": .hard,
        ]
        guard let difficulty = difficulties[facts[2]] else { preconditionFailure("no difficulty: \(text)") }
        content.difficulty = difficulty
        var total: UInt32 = 0
        for fact in facts.dropFirst(3) {
            let words = fact.split(separator: " ")
            guard words.count == 2, let number = UInt32(words[1]) else { preconditionFailure("no number: \(fact)") }
            switch words[0] {
            case "serves": content.servings = number
            case "prep": content.prepMinutes = number
            case "cook": content.cookMinutes = number
            case "wait": break
            default: preconditionFailure("no such fact: \(fact)")
            }
            if words[0] != "serves" { total += number }
        }
        content.totalMinutes = total
    }

    private static func diet(_ suited: [String]) -> ProtoDiet {
        var diet = ProtoDiet()
        diet.vegetarian = suited.contains("vegetarian") ? .yes : .no
        diet.vegan = suited.contains("vegan") ? .yes : .no
        diet.glutenFree = suited.contains("gluten-free") ? .yes : .no
        diet.sugarFree = suited.contains("sugar-free") ? .yes : .no
        return diet
    }

    private static func fork(_ text: String, of recipe: CookbookRecipe) -> CookbookRecipe.Fork {
        let parts = text.split(separator: " | ")
        let change = parts.last?.split(separator: " => ") ?? []
        precondition(parts.count == 2 && change.count == 2, "no fork: \(text)")
        let old = String(change[0])
        precondition(recipe.content.ingredients.contains { $0.name == old }, "\(recipe.key) has no \(old) to replace")
        return .init(title: String(parts[0]), old: old, new: ProtoIngredient(line: String(change[1])))
    }
}
