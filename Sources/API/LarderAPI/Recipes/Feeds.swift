/// Feeds, reposts and the search.
extension API {
    public static let feed: Operation<FeedInput, FeedAnswer> = question(
        "feed", "/feed", "Recipes and reposts, the newest first or in another order.")
    public static let feedCount: Operation<FeedCountInput, FeedCountAnswer> = question(
        "feedCount", "/feed/count", "How many recipes and reposts a feed has, up to 100.")
    public static let search: Operation<SearchInput, SearchAnswer> = question(
        "search", "/search", "Recipes and members by their words, the best match first.", load: .heavy)
    public static let repostsOf: Operation<MemberListInput, RepostsAnswer> = question(
        "repostsOf", "/members/{member}/reposts", "The recipes that a member reposted.")

    public static let repost: Operation<RepostInput, RepostAnswer> = question(
        "repost", "/reposts/{repost}", "A repost, with the recipe as it is now.")

    static let feedOperations: [any AnyOperation] = [feed, feedCount, search, repostsOf, repost]
}

/// A feed, its order, and the filter of its recipes.
public struct FeedInput: PagedInput {
    /// Whose recipes a feed shows.
    public enum Mode: String, ParameterChoice {
        case everyone, following
        case forYou = "for-you"
    }

    /// The orders of a feed.
    public enum Sort: String, ParameterChoice {
        case newest, oldest, liked, top, hot, best, rated, discussed
        /// Recipes with reports, those with most reports first. For moderators.
        case reported
    }

    /// `nil`: everyone's recipes.
    public var mode: Mode?
    /// `nil`: newest first, or the order that suits the mode.
    public var sort: Sort?
    public var filter: RecipeFilter = RecipeFilter()
    public var page = PageRequest()

    public init() {}

    public init(
        mode: Mode? = nil, sort: Sort? = nil, filter: RecipeFilter = RecipeFilter(), page: PageRequest = PageRequest()
    ) {
        self.mode = mode
        self.sort = sort
        self.filter = filter
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("mode", &mode)
        try coder.query("sort", &sort)
        try filter.code(&coder)
        try page.code(&coder)
    }
}

/// The feed to count: the parameters of `FeedInput` without its page.
public struct FeedCountInput: OperationInput {
    /// The most that is counted.
    public static let countMax = 100

    /// `nil`: everyone's recipes.
    public var mode: FeedInput.Mode?
    /// It changes no count: a client can pass on the parameters of a feed.
    public var sort: FeedInput.Sort?
    public var filter = RecipeFilter()

    public init() {}

    public init(mode: FeedInput.Mode? = nil, sort: FeedInput.Sort? = nil, filter: RecipeFilter = RecipeFilter()) {
        self.mode = mode
        self.sort = sort
        self.filter = filter
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("mode", &mode)
        try coder.query("sort", &sort)
        try filter.code(&coder)
    }
}

/// How many items a feed has.
public struct FeedCountAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    /// At most 100.
    public var count: Int
    /// Whether there are more than `count`.
    public var more: Bool

    public init(position: UInt64, count: Int, more: Bool) {
        self.position = position
        self.count = count
        self.more = more
    }
}

/// One repost.
public struct RepostInput: OperationInput {
    /// `p30`, or `external:source:id`.
    public var repost: String = ""

    public init() {}

    public init(repost: String) {
        self.repost = repost
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("repost", &repost)
    }
}

/// A search, and the filter of its recipes.
public struct SearchInput: PagedInput {
    /// Words, all of which must be there, and phrases in double quotes.
    public var text: String = ""
    public var filter: RecipeFilter = RecipeFilter()
    public var page = PageRequest()

    public init() {}

    public init(text: String, filter: RecipeFilter = RecipeFilter(), page: PageRequest = PageRequest()) {
        self.text = text
        self.filter = filter
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("q", &text, orElse: "say what to search for: q=…")
        try filter.code(&coder)
        try page.code(&coder)
    }
}

/// The conditions on the recipes of a feed or search. All of them must hold.
public struct RecipeFilter: OperationInput, Hashable {
    public enum Difficulty: String, ParameterChoice {
        case easy, intermediate, hard
    }

    public enum Diet: String, ParameterChoice {
        case vegetarian, vegan, glutenFree, sugarFree

        public static var spellings: [(String, Diet)] {
            [
                ("vegetarian", .vegetarian), ("vegan", .vegan), ("glutenFree", .glutenFree),
                ("gluten-free", .glutenFree),
                ("sugarFree", .sugarFree), ("sugar-free", .sugarFree),
            ]
        }
    }

    public var difficulty: Difficulty?
    /// Recipes of unknown duration do not match.
    public var maxMinutes: UInt64?
    /// Recipes of unknown servings do not match.
    public var minServings: UInt64?
    /// A recipe must have all of these tags.
    public var tags: [String] = []
    public var cuisine: String?
    public var course: String?
    /// A recipe must suit all of these diets.
    public var diets: [Diet] = []
    /// Each must be part of the name of an ingredient.
    public var withIngredients: [String] = []
    /// None may be the name of an ingredient.
    public var withoutIngredients: [String] = []
    /// `@name`, `m17` or `external:source:id`.
    public var author: String?
    /// Only recipes that the caller has bookmarked.
    public var isBookmarked: Bool = false
    /// `@name`, `m17` or `external:source:id`.
    public var likedBy: String?
    /// Posted at this day or instant, or later.
    public var since: String?
    /// Posted before this day or instant.
    public var until: String?

    public init() {}

    public init(
        difficulty: Difficulty? = nil, maxMinutes: UInt64? = nil, minServings: UInt64? = nil, tags: [String] = [],
        cuisine: String? = nil, course: String? = nil, diets: [Diet] = [], withIngredients: [String] = [],
        withoutIngredients: [String] = [], author: String? = nil, isBookmarked: Bool = false, likedBy: String? = nil,
        since: String? = nil, until: String? = nil
    ) {
        self.difficulty = difficulty
        self.maxMinutes = maxMinutes
        self.minServings = minServings
        self.tags = tags
        self.cuisine = cuisine
        self.course = course
        self.diets = diets
        self.withIngredients = withIngredients
        self.withoutIngredients = withoutIngredients
        self.author = author
        self.isBookmarked = isBookmarked
        self.likedBy = likedBy
        self.since = since
        self.until = until
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("difficulty", &difficulty)
        try coder.query("maxMinutes", &maxMinutes)
        try coder.query("minServings", &minServings)
        try coder.query("tag", &tags)
        try coder.query("cuisine", &cuisine)
        try coder.query("course", &course)
        try coder.query("diet", &diets)
        try coder.query("withIngredient", &withIngredients)
        try coder.query("withoutIngredient", &withoutIngredients)
        try coder.query("author", &author)
        try coder.query("bookmarked", &isBookmarked)
        try coder.query("likedBy", &likedBy)
        try coder.query("since", &since)
        try coder.query("until", &until)
    }
}

/// A page of a feed.
public struct FeedAnswer: Codable, Sendable {
    public var position: UInt64
    public var items: [FeedItem]
    public var next: String?

    public init(position: UInt64, items: [FeedItem], next: String? = nil) {
        self.position = position
        self.items = items
        self.next = next
    }
}

public struct FeedItem: Codable, Sendable {
    /// `recipe` or `repost`.
    public var kind: String
    /// The present recipe, without ingredients and steps.
    public var recipe: RecipeDocument
    public var repost: RepostDocument?

    public init(kind: String, recipe: RecipeDocument, repost: RepostDocument? = nil) {
        self.kind = kind
        self.recipe = recipe
        self.repost = repost
    }
}

public struct RepostDocument: Codable, Sendable {
    public var id: String
    public var by: MemberCard
    public var quote: String?
    public var at: String

    public init(id: String, by: MemberCard, quote: String? = nil, at: String) {
        self.id = id
        self.by = by
        self.quote = quote
        self.at = at
    }
}

/// One repost.
public struct RepostAnswer: Codable, Sendable {
    public var position: UInt64
    /// The present recipe, without ingredients and steps.
    public var recipe: RecipeDocument
    public var repost: RepostDocument

    public init(position: UInt64, recipe: RecipeDocument, repost: RepostDocument) {
        self.position = position
        self.recipe = recipe
        self.repost = repost
    }
}

/// A page of a member's reposts.
public struct RepostsAnswer: Codable, Sendable {
    public var position: UInt64
    public var items: [FeedItem]
    public var next: String?

    public init(position: UInt64, items: [FeedItem], next: String? = nil) {
        self.position = position
        self.items = items
        self.next = next
    }
}

/// A page of recipes and of members, the best match first.
public struct SearchAnswer: Codable, Sendable {
    public var position: UInt64
    /// The recipes, without ingredients and steps.
    public var recipes: [RecipeDocument]
    public var members: [MemberCard]
    /// Where the words of the search stand in the texts of these recipes and members. Absent without any.
    public var matches: [SearchMatch]?
    /// Searches with the nearest words instead of those that no text has, each of which finds something. Absent if all are known.
    public var didYouMean: [String]?
    /// The cursor of the next page of both lists.
    public var next: String?

    public init(
        position: UInt64, recipes: [RecipeDocument], members: [MemberCard], matches: [SearchMatch]? = nil,
        didYouMean: [String]? = nil, next: String? = nil
    ) {
        self.position = position
        self.recipes = recipes
        self.members = members
        self.matches = matches
        self.didYouMean = didYouMean
        self.next = next
    }
}

/// The places in one text of a recipe or member where words of a search stand.
public struct SearchMatch: Codable, Hashable, Sendable {
    /// The recipe or member.
    public var id: String
    /// `title`, `tags` or `description` of a recipe; `username` or `name` of a member.
    public var field: String
    /// The place in a list, from 0; absent for a single text.
    public var place: Int?
    public var ranges: [TextRange]

    /// A range of whole words. `start` and `end` count UTF-16 code units; `end` is behind the range.
    public struct TextRange: Codable, Hashable, Sendable {
        public var start: Int
        public var end: Int

        public init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }
    }

    public init(id: String, field: String, place: Int? = nil, ranges: [TextRange]) {
        self.id = id
        self.field = field
        self.place = place
        self.ranges = ranges
    }
}
