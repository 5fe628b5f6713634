package import Events
package import Ingredients
import LarderAPI
import Views

extension RecipeSaying {
    /// For another number of servings: every quantity that is known grows in proportion, ranges at both ends. Lines stay as
    /// they were written, times do not change.
    package func scaled(toServings wanted: UInt32) throws(Refusal) -> Self {
        guard (1...1_000).contains(wanted) else {
            throw Refusal(.invalid, "servings must be 1 to 1,000, not \(wanted)", field: "servings")
        }
        guard let servings else {
            throw Refusal(
                .invalid, "\(reference) does not say how many it serves, so it cannot be scaled", field: "servings")
        }
        var scaled = self
        scaled.servings = wanted
        scaled.scaledFrom = servings
        guard wanted != servings else { return scaled }
        scaled.changeQuantities { $0.scaled(by: Double(wanted) / Double(servings)) }
        return scaled
    }

    /// In the units of the other kitchen, as far as that can be known: volumes become volumes, masses masses.
    package func converted(to system: MeasuringSystem) -> Self {
        var converted = self
        converted.units = system.rawValue
        converted.changeQuantities { $0.converted(to: system) }
        return converted
    }

    /// Whether quantities are shown that nobody wrote.
    package var isCalculated: Bool { units != nil || scaledFrom != nil && scaledFrom != servings }

    private mutating func changeQuantities(_ change: (IngredientLine) -> IngredientLine) {
        ingredients = ingredients?.map { ingredient in
            let (old, new) = (ingredient.line, change(ingredient.line))
            var document = ingredient
            if new != old {
                document = IngredientDocument(new)
                let quantity = new.quantity?.roundedToThousandths
                (document.quantity, document.quantityMax) = (quantity?.least, quantity?.most)
            }
            document.asWritten = new.quantity == nil ? true : nil
            return document
        }
    }
}
