/// Recipes of other services, which the service asks on behalf of its clients.
extension API {
    public static let externalRecipes: Operation<ExternalSearchInput, ExternalRecipesAnswer> = Operation(
        "externalRecipes", .get, "/external",
        "Recipes of another service by their words. Each is marked with the recipe here, if it was posted.")
    public static let externalRecipe: Operation<ExternalRecipeInput, ExternalRecipeDocument> = Operation(
        "externalRecipe", .get, "/external/{source}/{id}", "A recipe of another service, whole. Nothing is posted.")
    public static let postExternalRecipe: Operation<ExternalRecipeInput, SubmitAnswer> = Operation(
        "postExternalRecipe", .post, "/external/{source}/{id}/post",
        "Post a recipe of another service here, with its credit. A recipe that was posted before is not posted again.",
        access: .member, OperationTraits(scope: .act, rate: .posts))

    public static let externalPicture: Operation<ExternalPictureInput, Download> = Operation(
        "externalPicture", .get, "/external/{source}/{id}/picture",
        "The picture of a recipe of another service, re-encoded.")

    static let externalOperations: [any AnyOperation] = [
        externalRecipes, externalRecipe, postExternalRecipe, externalPicture,
    ]
}

/// A search at another service.
public struct ExternalSearchInput: PagedInput {
    /// `themealdb` or `edamam`, as far as the service offers it.
    public var source: String = ""
    public var text: String = ""
    public var page = PageRequest()

    public init() {}

    public init(source: String, text: String, page: PageRequest = PageRequest()) {
        self.source = source
        self.text = text
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("source", &source, orElse: "say which service to search: source=themealdb")
        try coder.query("q", &text, orElse: "say what to search for: q=soup")
        try page.code(&coder)
    }
}

/// A recipe of another service.
public struct ExternalRecipeInput: OperationInput {
    /// `themealdb` or `edamam`, as far as the service offers it.
    public var source: String = ""
    /// The recipe's id at that service.
    public var id: String = ""

    public init() {}

    public init(source: String, id: String) {
        self.source = source
        self.id = id
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("source", &source)
        try coder.path("id", &id)
    }
}

/// The picture of a recipe of another service.
public struct ExternalPictureInput: OperationInput {
    /// `themealdb` or `edamam`, as far as the service offers it.
    public var source: String = ""
    /// The recipe's id at that service.
    public var id: String = ""
    /// The size of the longest side; `nil`: the original's.
    public var size: ImageInput.Size?

    public init() {}

    public init(source: String, id: String, size: ImageInput.Size? = nil) {
        self.source = source
        self.id = id
        self.size = size
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("source", &source)
        try coder.path("id", &id)
        try coder.query("size", &size)
    }
}

/// Recipes that a search at another service has found.
public struct ExternalRecipesAnswer: Codable, Sendable {
    /// The position at which posted recipes were looked up; 0 without a community.
    public var position: UInt64
    public var source: String
    public var query: String
    /// Without ingredients and steps. A page may have fewer recipes than its limit, and `next` all the same.
    public var recipes: [ExternalRecipeDocument]
    /// The number of found items that cannot be shown or posted; absent for 0, and on the command line, which reports each.
    public var dropped: Int?
    public var attribution: Attribution
    public var next: String?

    public init(
        position: UInt64, source: String, query: String, recipes: [ExternalRecipeDocument], dropped: Int? = nil,
        attribution: Attribution, next: String? = nil
    ) {
        self.position = position
        self.source = source
        self.query = query
        self.recipes = recipes
        self.dropped = dropped
        self.attribution = attribution
        self.next = next
    }
}

/// The credit that a service's terms ask for wherever its recipes are shown.
public struct Attribution: Codable, Hashable, Sendable {
    /// The service's name for people.
    public var name: String
    /// The page to which the credit links.
    public var url: String
    /// The words of the credit.
    public var text: String

    public init(name: String, url: String, text: String) {
        self.name = name
        self.url = url
        self.text = text
    }
}

/// A recipe on another service, before a member has posted it here.
public struct ExternalRecipeDocument: Codable, Sendable {
    /// The log's position when `adoptedAs` was looked up; absent in lists.
    public var position: UInt64?
    /// Its name after `external:`, such as `themealdb:52772`.
    public var externalID: String
    /// The id under which it was posted here; absent: it was not, or the viewer may not see it.
    public var adoptedAs: String?
    public var title = ""
    public var description: String?
    public var servings: UInt32?
    public var prepMinutes: UInt32?
    public var cookMinutes: UInt32?
    public var totalMinutes: UInt32?
    public var difficulty: String?
    public var cuisine: String?
    public var course: String?
    public var tags: [String] = []
    public var diet: DietDocument?
    public var images: [String]?
    public var videoURL: String?
    /// The page that is credited for the recipe.
    public var sourceURL: String?
    public var nutrition: NutritionDocument?
    public var ingredients: [IngredientDocument]?
    public var steps: [StepDocument]?
    public var scaledFrom: UInt32?
    public var units: String?
    /// Absent in lists.
    public var attribution: Attribution?

    public init(externalID: String) { self.externalID = externalID }
}
