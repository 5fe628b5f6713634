import EventLog
import Events
import Layout
import Operations
import Recipes
import Views

/// The JSON answer of a search at an outside service.
struct ExternalRecipesAnswer: Encodable {
    /// The position at which posted recipes were looked up; 0 without a community.
    var position: UInt64
    var source: String
    var query: String
    var recipes: [ExternalRecipeDocument]
    var next: String?
}

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
        guard actor != nil else { return }
        // $LARDER_AS alone does not say that there is a community.
        if try options.actor != nil || EventLog.exists(in: dataDirectory) { try query { _ = try viewer($0) } }
    }

    /// A search from its beginning, or from the cursor of --after.
    func search(_ service: any RecipeService, _ text: String) throws(Refusal) -> ServiceSearch {
        let words = try type(of: service).words(text)
        guard let after = options.after else { return ServiceSearch(service, words: words, limit: options.limit) }
        guard let cursor = ServiceCursor(try Cursor.decode(after), of: service, words) else {
            throw Refusal(
                .invalid, "«\(after)» is a cursor of another search: pass the `next` value of this search",
                field: "after")
        }
        return ServiceSearch(service, words: words, limit: options.limit, after: cursor)
    }

    /// Recipes of an outside service, each with its recipe here if it was posted. Posts nothing and needs no community.
    func documents(
        _ recipes: [NamedRecipe], _ extent: RecipeExtent
    ) throws -> (documents: [ExternalRecipeDocument], position: UInt64) {
        let (adopted, position) = try adopted(recipes.map(\.origin))
        let documents = recipes.map { recipe in
            var document = ExternalRecipeDocument(recipe.origin, recipe.content, extent)
            document.adoptedAs = adopted[recipe.origin].map { "\($0)" }
            return document
        }
        return (documents, position.value)
    }

    private func adopted(_ origins: [Origin]) throws -> ([Origin: RecipeID], Position) {
        do {
            return try query { queries in
                var adopted: [Origin: RecipeID] = [:]
                for origin in origins { adopted[origin] = try queries.recipe(adoptedFrom: origin) }
                return (adopted, queries.logPosition)
            }
        } catch let refusal as Refusal where refusal.code == .notFound {
            // A search works without a community, too.
            return ([:], .none)
        }
    }
}

extension ServiceSearch {
    /// The cursor of the rest, for --after; `nil`: nothing is left.
    var next: String? { rest.map { Cursor.encode($0.bytes(of: service, words)) } }
}
