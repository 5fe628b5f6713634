import Layout

/// How often and for how many each recipe is to be cooked.
struct Dishes {
    struct Wanted {
        /// Times that it is wanted as it is written.
        var times = 0
        var servings = 0
        /// Times that it is wanted for so many.
        var servedTimes = 0

        /// How much of it there will be. Of a recipe that does not say how many it serves, as often as it is wanted.
        func factor(of own: UInt32?) -> Double {
            guard let own, own > 0 else { return Double(times + servedTimes) }
            return Double(times) + Double(servings) / Double(own)
        }
    }

    private var wanted: [RecipeID: Wanted] = [:]

    /// The older recipe first.
    var all: [(RecipeID, Wanted)] { wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// `servings` 0: as it is written.
    mutating func add(_ recipe: RecipeID, servings: UInt32) {
        if servings == 0 {
            wanted[recipe, default: Wanted()].times += 1
        } else {
            wanted[recipe, default: Wanted()].servings += Int(servings)
            wanted[recipe, default: Wanted()].servedTimes += 1
        }
    }
}
