/// Cookbooks.
extension API {
    public static let cookbooksOf: Operation<MemberListInput, CookbooksAnswer> = question(
        "cookbooksOf", "/members/{member}/cookbooks", "A member's cookbooks.")
    public static let cookbook: Operation<CookbookInput, CookbookAnswer> = question(
        "cookbook", "/cookbooks/{cookbook}", "A cookbook's recipes in their order.")

    static let cookbookOperations: [any AnyOperation] = [cookbooksOf, cookbook]
}

/// A cookbook in its order.
public struct CookbookInput: PagedInput {
    /// `b41`, or `external:source:id`.
    public var cookbook: String = ""
    public var page = PageRequest()

    public init() {}

    public init(cookbook: String, page: PageRequest = PageRequest()) {
        self.cookbook = cookbook
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("cookbook", &cookbook)
        try page.code(&coder)
    }
}

/// A cookbook as lists show it.
public struct CookbookCard: Codable, Sendable {
    public var id: String
    public var name: String
    /// `private` or `public`.
    public var visibility: String
    /// The number of recipes, deleted ones included.
    public var recipes: Int

    public init(id: String, name: String, visibility: String, recipes: Int) {
        self.id = id
        self.name = name
        self.visibility = visibility
        self.recipes = recipes
    }
}

public struct CookbooksAnswer: Codable, Sendable {
    public var position: UInt64
    public var cookbooks: [CookbookCard]
    public var next: String?

    public init(position: UInt64, cookbooks: [CookbookCard], next: String? = nil) {
        self.position = position
        self.cookbooks = cookbooks
        self.next = next
    }
}

/// A recipe at its place in a cookbook.
public struct CookbookEntry: Codable, Sendable {
    /// From 1.
    public var place: Int
    public var id: String
    /// Absent, like the author, if the viewer may not see the recipe, or if it was deleted.
    public var title: String?
    public var author: MemberCard?
    /// The recipe without ingredients and steps; absent where the title is.
    public var recipe: RecipeDocument?

    public init(
        place: Int, id: String, title: String? = nil, author: MemberCard? = nil, recipe: RecipeDocument? = nil
    ) {
        self.recipe = recipe
        self.place = place
        self.id = id
        self.title = title
        self.author = author
    }
}

public struct CookbookAnswer: Codable, Sendable {
    public var position: UInt64
    public var id: String
    public var name: String
    public var visibility: String
    public var owner: MemberCard?
    public var recipes: [CookbookEntry]
    public var next: String?

    public init(
        position: UInt64, id: String, name: String, visibility: String, owner: MemberCard? = nil,
        recipes: [CookbookEntry], next: String? = nil
    ) {
        self.position = position
        self.id = id
        self.name = name
        self.visibility = visibility
        self.owner = owner
        self.recipes = recipes
        self.next = next
    }
}
