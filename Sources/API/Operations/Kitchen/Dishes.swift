import Events

/// How often, and for how many servings, each recipe is to be cooked.
struct Dishes {
    struct Wanted {
        /// How often the recipe is cooked as written.
        var times = 0
        var servings = 0
        /// Total servings of the dishes with a given number of servings.
        var servedTimes = 0

        /// The factor by which all ingredients scale. A recipe without own servings scales by the number of dishes.
        func factor(of own: UInt32?) -> Double {
            guard let own, own > 0 else { return Double(times + servedTimes) }
            return Double(times) + Double(servings) / Double(own)
        }
    }

    private var wanted: [RecipeID: Wanted] = [:]

    /// Oldest recipe first.
    var all: [(RecipeID, Wanted)] { wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// `servings` 0: as written.
    mutating func add(_ recipe: RecipeID, servings: UInt32) {
        if servings == 0 {
            wanted[recipe, default: Wanted()].times += 1
        } else {
            wanted[recipe, default: Wanted()].servings += Int(servings)
            wanted[recipe, default: Wanted()].servedTimes += 1
        }
    }
}
