package import Events
package import LarderAPI
import Layout
package import Views

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
