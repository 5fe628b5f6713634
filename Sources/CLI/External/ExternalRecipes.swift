import Answers
import EventLog
import Events
import LarderAPI
import Layout
import Operations
import Recipes
import Views

extension Refusal {
    static let unexplainedExternal = Refusal(
        .usage, "a recipe of another service comes from no event here: there is nothing to explain")
}

extension Invocation {
    /// Refuses options that a search at an outside service cannot use, and an unknown --as.
    func checkExternal() throws {
        guard moment == nil, options.atLeast == nil else {
            throw Refusal(
                .usage, "a recipe of another service is shown as it is now: leave out --as-of and --at-least",
                field: "external")
        }
        guard service == nil, actor != nil else { return }
        // $LARDER_AS alone does not say that there is a community.
        if try options.actor != nil || EventLog.exists(in: dataDirectory) { try query { _ = try viewer($0) } }
    }

    /// A search from its beginning, or from the cursor of --after.
    func search(_ service: any RecipeService, _ text: String) throws(Refusal) -> ServiceSearch {
        try ServiceSearch(service, words: text, limit: options.limit, after: options.after)
    }

    /// Recipes of an outside service, each with its recipe here if it was posted. Posts nothing and needs no community.
    func documents(
        _ recipes: [NamedRecipe], _ extent: RecipeExtent
    ) throws -> (documents: [ExternalRecipeDocument], position: UInt64) {
        do {
            return try query { queries in
                (
                    try queries.documents(of: recipes, extent, viewer: try viewer(queries)), queries.logPosition.value
                )
            }
        } catch let refusal as Refusal where refusal.code == .notFound {
            // A search works without a community, too.
            return (recipes.map { ExternalRecipeDocument($0.origin, $0.content, extent) }, 0)
        }
    }
}
