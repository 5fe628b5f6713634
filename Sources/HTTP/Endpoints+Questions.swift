import Events
import Ingredients
import Layout
import Notation
import Views

extension QueryParameters {
    static let filters = [
        "difficulty", "maxMinutes", "minServings", "tag", "cuisine", "course", "diet", "withIngredient",
        "withoutIngredient", "author", "bookmarked", "likedBy", "since", "until",
    ]

    /// Which recipes count.
    func filter() throws(Refusal) -> FeedRequest {
        var words = FilterWords()
        words.difficulty = try text("difficulty")
        words.maxMinutes = try number("maxMinutes")
        words.minServings = try number("minServings")
        words.tags = all("tag")
        words.cuisine = try text("cuisine")
        words.course = try text("course")
        words.diets = all("diet")
        words.withIngredients = all("withIngredient")
        words.withoutIngredients = all("withoutIngredient")
        words.author = try text("author")
        words.isBookmarked = try flag("bookmarked") ?? false
        words.likedBy = try text("likedBy")
        words.since = try text("since")
        words.until = try text("until")
        return try words.request()
    }

    func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ type: Value.Type
    ) throws(Refusal) -> Value? {
        try text(name).map { text throws(Refusal) in try Word.choose(text, type, field: name) }
    }
}

/// What is asked of recipes, feeds, boards and collections: by anyone.
extension Endpoint {
    static let questions: [Endpoint] = [
        question("/feed", "feed", ["mode", "sort"] + QueryParameters.filters, isPaged: true) { exchange, queries in
            var request = try exchange.query.filter()
            request.mode = try exchange.query.choice("mode", FeedMode.self) ?? .everyone
            request.sort = try exchange.query.choice("sort", FeedSort.self)
            return try queries.feed(request, page: try exchange.page, viewer: exchange.viewer)
        },
        question("/search", "search", ["q"] + QueryParameters.filters, isPaged: true, load: .heavy) {
            exchange, queries in
            guard let text = try exchange.query.text("q") else {
                throw Refusal(.usage, "say what to search for: q=…", field: "q")
            }
            return try queries.search(
                SearchRequest(text, filter: try exchange.query.filter()), page: try exchange.page,
                viewer: exchange.viewer)
        },
        question("/recipes/{recipe}", "recipe", ["servings", "units", "version"]) { exchange, queries in
            let reference = try exchange.entity("recipe", "r")
            var answer =
                if let version = try exchange.query.number("version") {
                    try queries.recipe(reference, version: version, viewer: exchange.viewer)
                } else {
                    try queries.recipe(reference, viewer: exchange.viewer)
                }
            if let servings = try exchange.query.number("servings") {
                answer.recipe = try answer.recipe.scaled(toServings: UInt32(clamping: servings))
            }
            if let system = try exchange.query.choice("units", MeasuringSystem.self) {
                answer.recipe = answer.recipe.converted(to: system)
            }
            return answer
        },
        question("/recipes/{recipe}/comments", "comments", isPaged: true) { exchange, queries in
            try queries.comments(
                of: try exchange.entity("recipe", "r"), page: try exchange.page, viewer: exchange.viewer)
        },
        question("/recipes/{recipe}/forks", "forks", isPaged: true) { exchange, queries in
            try queries.descent(
                of: try exchange.entity("recipe", "r"), page: try exchange.page, viewer: exchange.viewer)
        },
        question("/recipes/{recipe}/versions", "recipeVersions", isPaged: true) { exchange, queries in
            try queries.versions(of: try exchange.entity("recipe", "r"), page: try exchange.page)
        },
        question("/recipes/{recipe}/difference", "recipeDifference", ["from", "to"]) { exchange, queries in
            guard let from = try exchange.query.number("from"), let to = try exchange.query.number("to") else {
                throw Refusal(.usage, "say which versions: from=1&to=3", field: "from")
            }
            return try queries.difference(of: try exchange.entity("recipe", "r"), from: from, to: to)
        },
        question("/leaderboard", "leaderboard", ["week", "around"], isPaged: true) { exchange, queries in
            let week = try exchange.query.text("week").map { text throws(Refusal) in try Times.week(text) }
            let around = try exchange.query.text("around").map { text throws(Refusal) in
                try queries.member(try MemberName.reference(text, field: "around"))
            }
            return try queries.leaderboard(
                week: week, page: try exchange.page, around: around, viewer: exchange.viewer)
        },
        question("/leaderboard/weeks", "leaderboardWeeks") { _, queries in queries.leaderboardWeeks() },
        question("/tags", "tags", isPaged: true, load: .heavy) { exchange, queries in
            try queries.counts(of: .tags, page: try exchange.page, viewer: exchange.viewer)
        },
        question("/cuisines", "cuisines", isPaged: true, load: .heavy) { exchange, queries in
            try queries.counts(of: .cuisines, page: try exchange.page, viewer: exchange.viewer)
        },
        question("/collections", "collections", load: .heavy) { exchange, queries in
            try queries.discover(showing: collectionShownMax, viewer: exchange.viewer)
        },
        question("/collections/{collection}", "collection", isPaged: true, load: .heavy) { exchange, queries in
            try queries.collection(
                try exchange.pathText("collection"), page: try exchange.page, viewer: exchange.viewer)
        },
        question("/trending", "trending", isPaged: true, load: .heavy) { exchange, queries in
            try queries.trending(page: try exchange.page, viewer: exchange.viewer)
        },
        question("/cookbooks/{cookbook}", "cookbook", isPaged: true) { exchange, queries in
            try queries.cookbook(
                try exchange.entity("cookbook", "b"), page: try exchange.page, viewer: exchange.viewer)
        },
    ]

    /// Recipes that an overview shows of each collection.
    private static let collectionShownMax = 3
}
