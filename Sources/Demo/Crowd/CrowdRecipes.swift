import Events
import Foundation

/// The cookbook's recipes with small changes, one for each number.
enum CrowdRecipes {
    private static let ways = [
        "the weeknight way", "for a crowd", "my neighbour's way", "with less salt", "the slow version", "for beginners",
        "as my father makes it", "from the back of the cupboard", "the Sunday version", "in half the pots",
        "after a long day", "for two", "with what was left", "the way I like it", "third attempt", "for cold evenings",
        "by popular demand", "without fuss", "as far as I remember", "the one that worked", "for the allotment",
        "in a small kitchen", "with a twist", "as it should be", "for late guests", "on a budget", "the loud version",
        "to take along", "the way we do it", "from memory",
    ]

    /// What can stand for what without making another dish, or another diet, of it.
    private static let swaps = [
        ("lemon", "lime"), ("parsley", "chervil"), ("coriander", "mint"), ("thyme", "marjoram"), ("rosemary", "sage"),
        ("walnuts", "pecans"), ("almonds", "hazelnuts"), ("olive oil", "rapeseed oil"),
        ("sunflower oil", "groundnut oil"),
        ("dill", "chives"), ("pumpkin seeds", "pine nuts"), ("shallots", "small onions"), ("apples", "pears"),
        ("courgettes", "pattypan squash"), ("spinach", "chard"), ("vegetable stock", "mushroom stock"),
    ]

    static func content(number: Int, seed: UInt64) -> ProtoRecipeContent {
        var random = SplitMix64(seed: seed ^ SplitMix64.mixed(UInt64(number)))
        var content = random.pick(Cookbook.recipes).content
        let possible = swaps.filter { old, new in
            content.ingredients.contains { $0.name.contains(old) }
                && !content.ingredients.contains { $0.name.contains(new) }
        }
        if !possible.isEmpty, random.chance(0.6) {
            let (old, new) = random.pick(possible)
            func swapped(_ text: String) -> String {
                text.replacingOccurrences(of: old, with: new)
                    .replacingOccurrences(of: old.capitalizedFirst, with: new.capitalizedFirst)
            }
            content.title = swapped(content.title)
            for index in content.ingredients.indices {
                content.ingredients[index].original = swapped(content.ingredients[index].original)
                content.ingredients[index].name = swapped(content.ingredients[index].name)
            }
            for index in content.steps.indices { content.steps[index].text = swapped(content.steps[index].text) }
        }
        content.title = "\(content.dish), \(random.pick(ways))"
        content.description_p =
            "A version of \(content.dish) for \(content.servings), made more often than I can count."
        return content
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
