/// Recipes, and members' lists of them.
extension API {
    public static let recipe: Operation<RecipeInput, RecipeAnswer> = question(
        "recipe", "/recipes/{recipe}", "A recipe's page.")
    public static let recipeContent: Operation<RecipeContentInput, RecipeContentAnswer> = question(
        "recipeContent", "/recipes/{recipe}/content",
        "A recipe's content in the form that actions accept, in the newest version or an earlier one.")
    public static let entity: Operation<EntityInput, EntityAnswer> = Operation(
        "entity", .get, "/entities/{entity}",
        "The type and version of what an id or an external name stands for. Another member's private things are not found."
    )
    public static let exportRecipe: Operation<ExportRecipeInput, Download> = Operation(
        "exportRecipe", .get, "/recipes/{recipe}/export", "A recipe in a format that other programs read.",
        OperationTraits(moments: [.atLeast]))
    public static let recipesOf: Operation<MemberListInput, RecipesAnswer> = question(
        "recipesOf", "/members/{member}/recipes", "The recipes that a member posted.")
    public static let likesOf: Operation<MemberListInput, RecipesAnswer> = question(
        "likesOf", "/members/{member}/likes", "The recipes that a member likes.")
    public static let bookmarks: Operation<ListInput, RecipesAnswer> = question(
        "bookmarks", "/bookmarks", "Your bookmarked recipes.", access: .member)

    public static let cleanBookmarks: Operation<NoInput, CleanBookmarksAnswer> = Operation(
        "cleanBookmarks", .post, "/bookmarks/clean", "Remove your bookmarks of recipes that were deleted.",
        access: .member, OperationTraits(scope: .act, rate: .actions, bodyBytesMax: jsonBytesMax, load: .heavy))
    public static let ratings: Operation<ListInput, RecipesAnswer> = question(
        "ratings", "/ratings", "The recipes that you rated, each with your stars, the newest recipe first.",
        access: .member)
    public static let recipesByID: Operation<RecipesByIDInput, RecipesAnswer> = question(
        "recipesByID", "/recipes", "Several recipes by their ids, in that order, without those that are not found.")
    public static let likers: Operation<RecipeListInput, MemberListAnswer> = question(
        "likers", "/recipes/{recipe}/likers", "The members who like a recipe, the latest like first.", access: .member)

    static let recipeOperations: [any AnyOperation] = [
        recipe, recipesByID, recipeContent, entity, exportRecipe, recipesOf, likesOf, likers, bookmarks, cleanBookmarks,
        ratings,
    ]
}

/// A recipe's page.
public struct RecipeInput: OperationInput {
    public enum Units: String, ParameterChoice {
        case metric, us
        /// Weights, from volumes by the density of the ingredient: about. What cannot be weighed is metric.
        case grams
    }

    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// The number of servings to scale the quantities to.
    public var servings: UInt64?
    /// The units to convert the quantities to.
    public var units: Units?
    /// The version to show; `nil`: the newest.
    public var version: UInt64?

    public init() {}

    public init(recipe: String, servings: UInt64? = nil, units: Units? = nil, version: UInt64? = nil) {
        self.recipe = recipe
        self.servings = servings
        self.units = units
        self.version = version
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.query("servings", &servings)
        try coder.query("units", &units)
        try coder.query("version", &version)
    }
}

/// Several recipes.
public struct RecipesByIDInput: OperationInput {
    /// How many ids a request may have.
    public static let countMax = 100

    /// Each `r12`, or `external:source:id`.
    public var ids: [String] = []

    public init() {}

    public init(ids: [String]) {
        self.ids = ids
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("id", &ids)
    }
}

/// A version of a recipe's content.
public struct RecipeContentInput: OperationInput {
    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// `nil`: the newest.
    public var version: UInt64?

    public init() {}

    public init(recipe: String, version: UInt64? = nil) {
        self.recipe = recipe
        self.version = version
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.query("version", &version)
    }
}

/// An id or an external name.
public struct EntityInput: OperationInput {
    /// `r12`, `c20`, `p30`, `f9`, `i40`, `b41` or `external:source:id`.
    public var entity: String = ""

    public init() {}

    public init(entity: String) {
        self.entity = entity
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("entity", &entity)
    }
}

/// A recipe in a form that other programs read.
public struct ExportRecipeInput: OperationInput {
    public enum Format: String, ParameterChoice {
        case jsonld, cooklang, markdown
    }

    /// `r12`, or `external:source:id`.
    public var recipe: String = ""
    /// `nil`: schema.org's JSON-LD.
    public var format: Format?

    public init() {}

    public init(recipe: String, format: Format? = nil) {
        self.recipe = recipe
        self.format = format
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("recipe", &recipe)
        try coder.query("format", &format)
    }
}

/// A recipe's page.
public struct RecipeAnswer: Codable, Sendable {
    public var position: UInt64
    public var recipe: RecipeDocument

    public init(position: UInt64, recipe: RecipeDocument) { (self.position, self.recipe) = (position, recipe) }

    private enum CodingKeys: String, CodingKey { case position }

    /// The recipe's own fields stand beside the position.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position, forKey: .position)
        try recipe.encode(to: encoder)
    }

    public init(from decoder: any Decoder) throws {
        position = try decoder.container(keyedBy: CodingKeys.self).decode(UInt64.self, forKey: .position)
        recipe = try RecipeDocument(from: decoder)
    }
}

/// A page of recipes, without their ingredients and steps.
public struct RecipesAnswer: Codable, Sendable {
    public var position: UInt64
    public var recipes: [RecipeDocument]
    /// How many bookmarked recipes were deleted since; present for bookmarks alone.
    public var gone: Int?
    public var next: String?

    public init(position: UInt64, recipes: [RecipeDocument], gone: Int? = nil, next: String? = nil) {
        self.position = position
        self.recipes = recipes
        self.gone = gone
        self.next = next
    }
}

/// What became of the bookmarks of deleted recipes.
public struct CleanBookmarksAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    /// The number of bookmarks that were removed.
    public var removed: Int
    /// The number that is left; not 0 if there were more than one request removes.
    public var left: Int

    /// The most bookmarks that one request removes.
    public static let removedMax = 1_000

    public init(position: UInt64, removed: Int, left: Int) {
        self.position = position
        self.removed = removed
        self.left = left
    }
}

/// A recipe's content, in the form that actions accept.
public struct RecipeContentAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    public var id: String
    public var version: UInt64
    public var content: JSON

    public init(position: UInt64, id: String, version: UInt64, content: JSON) {
        self.position = position
        self.id = id
        self.version = version
        self.content = content
    }
}

/// The type and version of an entity.
public struct EntityAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    public var id: String
    public var type: String
    /// 1 when the entity was created, and one more with each change.
    public var version: UInt32

    public init(position: UInt64, id: String, type: String, version: UInt32) {
        self.position = position
        self.id = id
        self.type = type
        self.version = version
    }
}
