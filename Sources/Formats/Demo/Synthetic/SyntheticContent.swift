import Events
import Foundation

/// The names of the members of a synthetic community, by number.
enum SyntheticNames {
    private static let first = [
        "Ada", "Bela", "Chidi", "Dana", "Emil", "Farah", "Goran", "Hilde", "Iker", "Jana", "Kenji", "Lena", "Mateo",
        "Noor", "Olga", "Pavel", "Quentin", "Rosa", "Samir", "Tuva", "Uma", "Viktor", "Wanda", "Xenia", "Yusuf", "Zoe",
    ]
    private static let last = [
        "Adeyemi", "Bauer", "Costa", "Dubois", "Eriksen", "Fischer", "Garcia", "Hansen", "Ito", "Jansen", "Kowalski",
        "Lopez", "Mbeki", "Novak", "Okafor", "Petrov", "Quispe", "Rossi", "Sato", "Tanaka", "Ueda", "Varga", "Wong",
    ]
    private static let cuisines = ["Italian", "French", "Indian", "Chinese", "Mexican", "Thai", "Greek", "British"]

    static func registration(_ index: Int) -> ProtoMemberRegistered {
        var registration = ProtoMemberRegistered()
        let name = first[index % first.count]
        registration.username = username(index)
        registration.name = "\(name) \(last[index / 7 % last.count])"
        registration.cuisines = [cuisines[index % cuisines.count]]
        return registration
    }

    static func username(_ index: Int) -> String { "\(first[index % first.count].lowercased())\(index + 1)" }
}

/// One of the cookbook's recipes with a small change. The number and the seed decide which.
struct RecipeVariant {
    private let base: Int
    private let swap: (old: String, new: String)?
    private let way: String

    init(number: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed ^ SplitMix64.mixed(UInt64(number)))
        base = random.below(Cookbook.recipes.count)
        let possible = Self.possibleSwaps[base]
        swap = !possible.isEmpty && random.chance(0.6) ? random.pick(possible) : nil
        way = random.pick(Sentences.ways)
    }

    /// The recipe as it is posted.
    var content: ProtoRecipeContent {
        var content = Cookbook.recipes[base].content
        for index in content.ingredients.indices {
            content.ingredients[index].original = swapped(content.ingredients[index].original)
            content.ingredients[index].name = swapped(content.ingredients[index].name)
        }
        for index in content.steps.indices { content.steps[index].text = swapped(content.steps[index].text) }
        let dish = swapped(content.dish)
        content.title = "\(dish), \(way)"
        content.description_p = "A version of \(dish) for \(content.servings), made more often than I can count."
        return content
    }

    /// The facts of `content`, for much less work.
    var facts: RecipeFacts {
        var facts = Self.facts[base]
        facts.dish = swapped(facts.dish)
        facts.ingredients = facts.ingredients.map(swapped)
        return facts
    }

    private func swapped(_ text: String) -> String {
        guard let (old, new) = swap else { return text }
        return text.replacingOccurrences(of: old, with: new)
            .replacingOccurrences(of: old.capitalizedFirst, with: new.capitalizedFirst)
    }

    // MARK: Changes

    private static let facts = Cookbook.recipes.map { RecipeFacts($0.content) }

    /// By recipe: the swaps whose old ingredient it has and whose new ingredient it lacks.
    private static let possibleSwaps: [[(old: String, new: String)]] = Cookbook.recipes.map { recipe in
        let names = recipe.content.ingredients.map(\.name)
        return swaps.filter { old, new in
            names.contains { $0.contains(old) } && !names.contains { $0.contains(new) }
        }
    }

    /// Ingredients that can replace each other without a change of dish or diet.
    private static let swaps: [(old: String, new: String)] = [
        ("lemon", "lime"), ("parsley", "chervil"), ("coriander", "mint"), ("thyme", "marjoram"), ("rosemary", "sage"),
        ("walnuts", "pecans"), ("almonds", "hazelnuts"), ("olive oil", "rapeseed oil"),
        ("sunflower oil", "groundnut oil"),
        ("dill", "chives"), ("pumpkin seeds", "pine nuts"), ("shallots", "small onions"), ("apples", "pears"),
        ("courgettes", "pattypan squash"), ("spinach", "chard"), ("vegetable stock", "mushroom stock"),
    ]
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
