package import Events
package import Ingredients
package import LarderAPI
import Layout
package import Views

/// What a recipe says, whoever has it and wherever it is.
package protocol RecipeSaying {
    /// What it is called by.
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
    /// Of a scaled recipe: how many its author wrote it for.
    var scaledFrom: UInt32? { get set }
    /// Of one whose quantities were converted: into whose units, `metric` or `us`.
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
        ingredients = message.ingredients.map { IngredientDocument(notation.read($0)) }
        steps = message.steps.map(StepDocument.init)
    }

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

/// A recipe that is elsewhere, as people and programs see it before anybody has posted it here.
package struct ExternalRecipeDocument: RecipeSaying, Codable, Sendable {
    /// Where it stands alone: at which position it was looked up what was posted here.
    package var position: UInt64?
    /// What it would be known by: `themealdb:52772`.
    package var externalID: String
    package var reference: String { "external:\(externalID)" }
    /// As what it was posted here; nil: it was not.
    package var adoptedAs: String?
    package var title = ""
    package var description: String?
    package var servings: UInt32?
    package var prepMinutes: UInt32?
    package var cookMinutes: UInt32?
    package var totalMinutes: UInt32?
    package var difficulty: String?
    package var cuisine: String?
    package var course: String?
    package var tags: [String] = []
    package var diet: DietDocument?
    package var images: [String]?
    package var videoURL: String?
    package var sourceURL: String?
    package var nutrition: NutritionDocument?
    package var ingredients: [IngredientDocument]?
    package var steps: [StepDocument]?
    package var scaledFrom: UInt32?
    package var units: String?

    package init(_ origin: Origin, _ content: ProtoRecipeContent, _ extent: RecipeExtent) {
        externalID = origin.externalID
        say(content, extent, IngredientNotation(externalID: externalID, version: 1))
    }
}
