package import Events
package import LarderAPI
package import Layout
import Operations
package import Recipes
package import Views

/// Recipes of a search, each once.
package struct FoundRecipes: Sendable {
    package private(set) var recipes: [NamedRecipe] = []
    private var contents: [Origin: ProtoRecipeContent] = [:]

    package init() {}

    /// Refuses an item that could not be posted, and a recipe that is there twice with two contents.
    package mutating func add(_ item: FoundItem) throws(RefusedItem) {
        switch item {
        case .refused(let refused): throw refused
        case .recipe(let found):
            let recipe = try NamedRecipe(found)
            if let known = contents[recipe.origin] {
                if known == recipe.content { return }
                throw RefusedItem(
                    place: found.place, reason: .invalid,
                    message: "external:\(recipe.origin.externalID) is there twice, and says something else")
            }
            contents[recipe.origin] = recipe.content
            recipes.append(recipe)
        }
    }
}

extension ServiceSearch {
    /// A search from its beginning, or from the cursor `after`. Refuses words and cursors that are none.
    package init(
        _ service: any RecipeService, words text: String, limit: Int, pagesMax: Int = Self.pagesMax, after: String?
    ) throws(Refusal) {
        let words = try type(of: service).words(text)
        guard let after else {
            self.init(service, words: words, limit: limit, pagesMax: pagesMax)
            return
        }
        guard let cursor = ServiceCursor(try Cursor.decode(after), of: service, words) else {
            throw Refusal(
                .invalid, "«\(after)» is a cursor of another search: pass the `next` value of this search",
                field: "after")
        }
        self.init(service, words: words, limit: limit, pagesMax: pagesMax, after: cursor)
    }

    /// The cursor of the rest; `nil`: nothing is left.
    package var next: String? { rest.map { Cursor.encode($0.bytes(of: service, words)) } }
}

extension Attribution {
    package init(_ service: any RecipeService.Type) {
        self.init(name: service.name, url: service.credit.url, text: service.credit.words)
    }
}

extension Queries {
    /// The recipe here that was posted with an origin; `nil`: there is none that the viewer may see.
    package func recipe(adoptedFrom origin: Origin, seenBy viewer: MemberID?) throws(Refusal) -> RecipeID? {
        guard let recipe = try recipe(adoptedFrom: origin) else { return nil }
        return isClosed(author(of: recipe.position), to: viewer) ? nil : recipe
    }

    /// Recipes of another service, each with its recipe here, if the viewer may see one.
    package func documents(
        of recipes: [NamedRecipe], _ extent: RecipeExtent, viewer: MemberID?
    ) throws(Refusal) -> [ExternalRecipeDocument] {
        try recipes.map { recipe throws(Refusal) in
            var document = ExternalRecipeDocument(recipe.origin, recipe.content, extent)
            document.adoptedAs = try self.recipe(adoptedFrom: recipe.origin, seenBy: viewer).map { "\($0)" }
            return document
        }
    }
}
