/// Which part of a list is asked for.
public struct PageRequest: Hashable, Sendable {
    /// How many entries; a service gives 1 to 100, and 20 unless told.
    public var limit: UInt64?
    /// The `next` of the page before; `nil`: the beginning.
    public var after: String?

    public init(limit: UInt64? = nil, after: String? = nil) { (self.limit, self.after) = (limit, after) }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("limit", &limit)
        try coder.query("after", &after)
    }
}

/// The input of an operation that answers page by page.
public protocol PagedInput: OperationInput {
    var page: PageRequest { get set }
}

/// A list that takes nothing but its page.
public struct ListInput: PagedInput {
    public var page = PageRequest()

    public init() {}

    public init(page: PageRequest = PageRequest()) {
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try page.code(&coder)
    }
}

/// Which feed, in which order, and what of it.
public struct FeedInput: PagedInput {
    /// Whose recipes a feed shows.
    public enum Mode: String, ParameterChoice {
        case everyone, following
        case forYou = "for-you"
    }

    /// The orders of a feed.
    public enum Sort: String, ParameterChoice {
        case newest, oldest, liked, top, hot, best, rated, discussed
    }

    /// Whose recipes; unless said, everyone's.
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

/// What is searched for, and in which recipes.
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

/// Which recipes count in a feed or search: all conditions must hold.
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
    /// All of them.
    public var tags: [String] = []
    public var cuisine: String?
    public var course: String?
    /// All of them.
    public var diets: [Diet] = []
    /// Each must be part of the name of an ingredient.
    public var withIngredients: [String] = []
    /// None may be the name of an ingredient.
    public var withoutIngredients: [String] = []
    /// `@name`, `m17` or `external:source:id`.
    public var author: String?
    /// By the caller.
    public var isBookmarked: Bool = false
    /// `@name`, `m17` or `external:source:id`.
    public var likedBy: String?
    /// From this day or instant on.
    public var since: String?
    /// Before this day or instant.
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

/// The board of a week.
public struct LeaderboardInput: PagedInput {
    /// As 2008-W07; `nil`: the latest.
    public var week: String?
    /// The page with this member in its middle.
    public var around: String?
    public var page = PageRequest()

    public init() {}

    public init(week: String? = nil, around: String? = nil, page: PageRequest = PageRequest()) {
        self.week = week
        self.around = around
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("week", &week)
        try coder.query("around", &around)
        try page.code(&coder)
    }
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

/// The moderators' queue.
public struct ReportsInput: PagedInput {
    public enum Status: String, ParameterChoice {
        case pending, resolved, all
    }

    /// Unless said, pending reports.
    public var status: Status?
    public var page = PageRequest()

    public init() {}

    public init(status: Status? = nil, page: PageRequest = PageRequest()) {
        self.status = status
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("status", &status)
        try page.code(&coder)
    }
}
