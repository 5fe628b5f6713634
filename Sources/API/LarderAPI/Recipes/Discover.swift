/// Tags, collections, and recipes that are proposed.
extension API {
    public static let tags: Operation<ListInput, TagsAnswer> = question(
        "tags", "/tags", "All tags, the most frequent first.", load: .heavy)
    public static let cuisines: Operation<ListInput, TagsAnswer> = question(
        "cuisines", "/cuisines", "All cuisines, the most frequent first.", load: .heavy)
    public static let collections: Operation<NoInput, DiscoverAnswer> = question(
        "collections", "/collections", "All collections of recipes, with the first recipes of each.", load: .heavy)
    public static let collection: Operation<CollectionInput, CollectionAnswer> = question(
        "collection", "/collections/{collection}", "The recipes of a collection, the hottest first.", load: .heavy)
    public static let trending: Operation<ListInput, TrendingAnswer> = question(
        "trending", "/trending", "Trending recipes.", load: .heavy)
    public static let becauseYouCooked: Operation<ListInput, CookedAnswer> = question(
        "becauseYouCooked", "/cooked", "For each recipe that you cooked, others that the same members like.",
        access: .member, load: .heavy)

    static let discoverOperations: [any AnyOperation] = [
        tags, cuisines, collections, collection, trending, becauseYouCooked,
    ]
}

/// One collection of the rules.
public struct CollectionInput: PagedInput {
    /// Its name.
    public var collection: String = ""
    public var page = PageRequest()

    public init() {}

    public init(collection: String, page: PageRequest = PageRequest()) {
        self.collection = collection
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("collection", &collection)
        try page.code(&coder)
    }
}

/// A collection of the rules, with its first recipes.
public struct CollectionDocument: Codable, Sendable {
    public var name: String
    public var tags: [String]
    public var maxMinutes: UInt32?
    /// The number of all its recipes.
    public var count: Int
    /// The first recipes, the hottest first.
    public var recipes: [RecipeDocument]

    public init(name: String, tags: [String], maxMinutes: UInt32? = nil, count: Int, recipes: [RecipeDocument]) {
        self.name = name
        self.tags = tags
        self.maxMinutes = maxMinutes
        self.count = count
        self.recipes = recipes
    }
}

public struct DiscoverAnswer: Codable, Sendable {
    public var position: UInt64
    public var collections: [CollectionDocument]

    public init(position: UInt64, collections: [CollectionDocument]) {
        self.position = position
        self.collections = collections
    }
}

/// A page of one collection.
public struct CollectionAnswer: Codable, Sendable {
    public var position: UInt64
    public var name: String
    public var recipes: [RecipeDocument]
    public var next: String?

    public init(position: UInt64, name: String, recipes: [RecipeDocument], next: String? = nil) {
        self.position = position
        self.name = name
        self.recipes = recipes
        self.next = next
    }
}

/// The number of recipes with a tag, or of a cuisine.
public struct TagCount: Codable, Hashable, Sendable {
    public var name: String
    public var recipes: Int

    public init(name: String, recipes: Int) {
        self.name = name
        self.recipes = recipes
    }
}

public struct TagsAnswer: Codable, Sendable {
    public var position: UInt64
    public var tags: [TagCount]?
    public var cuisines: [TagCount]?
    public var next: String?

    public init(position: UInt64, tags: [TagCount]? = nil, cuisines: [TagCount]? = nil, next: String? = nil) {
        self.position = position
        self.tags = tags
        self.cuisines = cuisines
        self.next = next
    }
}

/// A page of trending recipes.
public struct TrendingAnswer: Codable, Sendable {
    public struct Item: Codable, Sendable {
        /// The recipe's score against its age. Higher ranks come first.
        public var rank: Int64
        public var recipe: RecipeDocument

        public init(rank: Int64, recipe: RecipeDocument) {
            self.rank = rank
            self.recipe = recipe
        }
    }

    public var position: UInt64
    /// The instant that ages are counted to.
    public var at: String
    public var items: [Item]
    public var next: String?

    public init(position: UInt64, at: String, items: [Item], next: String? = nil) {
        self.position = position
        self.at = at
        self.items = items
        self.next = next
    }
}

/// A page of recipes that a member cooked, the latest first, each with recipes that the same members like.
public struct CookedAnswer: Codable, Sendable {
    public struct Item: Codable, Sendable {
        public var cooked: RecipeDocument
        /// The last time that the member cooked it.
        public var cookedAt: String
        public var alsoLiked: [AlsoLiked]

        public init(cooked: RecipeDocument, cookedAt: String, alsoLiked: [AlsoLiked]) {
            self.cooked = cooked
            self.cookedAt = cookedAt
            self.alsoLiked = alsoLiked
        }
    }

    public struct AlsoLiked: Codable, Sendable {
        /// The number of members who like both the cooked recipe and this one.
        public var likers: Int64
        public var recipe: RecipeDocument

        public init(likers: Int64, recipe: RecipeDocument) {
            self.likers = likers
            self.recipe = recipe
        }
    }

    public var position: UInt64
    public var items: [Item]
    public var next: String?

    public init(position: UInt64, items: [Item], next: String? = nil) {
        self.position = position
        self.items = items
        self.next = next
    }
}
