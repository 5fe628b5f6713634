import Events
package import LarderAPI
import Views

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
}
