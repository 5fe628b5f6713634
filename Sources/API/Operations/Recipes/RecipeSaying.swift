package import Events
package import Ingredients
package import LarderAPI
import Layout
package import Views

/// The content of a recipe, whether it was posted here or is on another service.
package protocol RecipeSaying {
    /// The id or external name of the recipe, for messages.
    var reference: String { get }
    var title: String { get set }
    var description: String? { get set }
    var servings: UInt32? { get set }
    var prepMinutes: UInt32? { get set }
    var cookMinutes: UInt32? { get set }
    var totalMinutes: UInt32? { get set }
    var difficulty: String? { get set }
    var cuisine: String? { get set }
    var course: String? { get set }
    var tags: [String] { get set }
    var diet: DietDocument? { get set }
    var images: [String]? { get set }
    var videoURL: String? { get set }
    var sourceURL: String? { get set }
    var nutrition: NutritionDocument? { get set }
    /// Absent in lists, as are the steps.
    var ingredients: [IngredientDocument]? { get set }
    var steps: [StepDocument]? { get set }
    /// The original number of servings, for a scaled recipe.
    var scaledFrom: UInt32? { get set }
    /// The units of a recipe whose quantities were converted: `metric` or `us`.
    var units: String? { get set }
}

extension RecipeSaying {
    mutating func say(_ message: ProtoRecipeContent, _ extent: RecipeExtent, _ notation: IngredientNotation) {
        title = message.title
        description = message.description_p.unlessEmpty
        servings = message.hasServings ? message.servings : nil
        prepMinutes = message.hasPrepMinutes ? message.prepMinutes : nil
        cookMinutes = message.hasCookMinutes ? message.cookMinutes : nil
        totalMinutes = message.hasTotalMinutes ? message.totalMinutes : nil
        difficulty = message.difficulty.name
        cuisine = message.cuisine.unlessEmpty
        course = message.course.unlessEmpty
        tags = message.tags
        diet = message.hasDiet ? DietDocument(message.diet) : nil
        images = message.images.isEmpty ? nil : message.images
        videoURL = message.videoURL.unlessEmpty
        sourceURL = message.sourceURL.unlessEmpty
        nutrition = message.hasNutrition ? NutritionDocument(message.nutrition) : nil
        guard extent == .whole else { return }
        let ingredients = message.ingredients.map { IngredientDocument(notation.read($0)) }
        let uses = StepUses(ingredients.map(\.name))
        self.ingredients = ingredients
        steps = message.steps.map { StepDocument($0, uses) }
    }

    /// The recipe for another number of servings. Every known quantity is scaled in proportion, ranges at both ends.
    /// Original lines and times do not change.
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

    /// The recipe in the units of `system`. Volumes become volumes, and masses become masses; unknown units stay.
    package func converted(to system: MeasuringSystem) -> Self {
        var converted = self
        converted.units = system.rawValue
        converted.changeQuantities { $0.converted(to: system) }
        return converted
    }

    /// Whether quantities were calculated, so that they differ from the author's.
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

extension ExternalRecipeDocument: RecipeSaying {
    package var reference: String { "external:\(externalID)" }

    package init(_ origin: Origin, _ content: ProtoRecipeContent, _ extent: RecipeExtent) {
        self.init(externalID: origin.externalID)
        say(content, extent, IngredientNotation(externalID: externalID, version: 1))
    }
}
