package import Events

extension RecipeDocument {
    /// For another number of servings: every quantity that is known grows in proportion. Lines stay as they were written,
    /// times do not change.
    package func scaled(toServings wanted: UInt32) throws(Refusal) -> RecipeDocument {
        guard (1...1_000).contains(wanted) else {
            throw Refusal(.invalid, "servings must be 1 to 1,000, not \(wanted)", field: "servings")
        }
        guard let servings else {
            throw Refusal(
                .invalid, "\(id) does not say how many it serves, so it cannot be scaled", field: "servings")
        }
        var scaled = self
        scaled.servings = wanted
        scaled.scaledFrom = servings
        scaled.ingredients = ingredients?.map { ingredient in
            var ingredient = ingredient
            ingredient.quantity = ingredient.quantity.map { quantity in
                // To three decimals: nobody weighs finer, and thirds add up again.
                (quantity * Double(wanted) / Double(servings) * 1_000).rounded() / 1_000
            }
            return ingredient
        }
        return scaled
    }
}
