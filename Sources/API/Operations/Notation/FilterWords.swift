package import Events
package import Views

/// Which recipes count, as people and programs write it: what feeds and searches can be narrowed down by.
package struct FilterWords: Sendable {
    package var difficulty: String?
    package var maxMinutes: UInt64?
    package var minServings: UInt64?
    package var tags: [String] = []
    package var cuisine: String?
    package var course: String?
    package var diets: [String] = []
    package var withIngredients: [String] = []
    package var withoutIngredients: [String] = []
    package var author: String?
    package var isBookmarked = false
    package var likedBy: String?
    package var since: String?
    package var until: String?

    package init() {}

    /// As the query of a URL says it; what is not asked for is left out.
    package var parameters: [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) {
            if let value { parameters.append((name, value)) }
        }
        add("difficulty", difficulty)
        add("maxMinutes", maxMinutes.map { "\($0)" })
        add("minServings", minServings.map { "\($0)" })
        for tag in tags { add("tag", tag) }
        add("cuisine", cuisine)
        add("course", course)
        for diet in diets { add("diet", diet) }
        for ingredient in withIngredients { add("withIngredient", ingredient) }
        for ingredient in withoutIngredients { add("withoutIngredient", ingredient) }
        add("author", author)
        add("bookmarked", isBookmarked ? "true" : nil)
        add("likedBy", likedBy)
        add("since", since)
        add("until", until)
        return parameters
    }

    /// Refuses with `usage` and the field what is none of the words that are allowed there.
    package func request() throws(Refusal) -> FeedRequest {
        var request = FeedRequest()
        request.difficulty = try difficulty.map { text throws(Refusal) in
            try Word.choose(text, Difficulty.self, field: "difficulty")
        }
        request.maxMinutes = maxMinutes
        request.minServings = minServings
        request.tags = tags
        request.cuisine = cuisine
        request.course = course
        request.diets = try diets.map { text throws(Refusal) in
            try Word.choose(
                text,
                [
                    "vegetarian": .vegetarian, "vegan": .vegan, "glutenFree": .glutenFree, "gluten-free": .glutenFree,
                    "sugarFree": .sugarFree, "sugar-free": .sugarFree,
                ], field: "diet")
        }
        request.withIngredients = withIngredients
        request.withoutIngredients = withoutIngredients
        request.author = try author.map { text throws(Refusal) in try MemberName.reference(text, field: "author") }
        request.isBookmarked = isBookmarked
        request.likedBy = try likedBy.map { text throws(Refusal) in try MemberName.reference(text, field: "liked-by") }
        request.since = try since.map { text throws(Refusal) in try Times.instant(text, field: "since") }
        request.until = try until.map { text throws(Refusal) in try Times.instant(text, field: "until") }
        return request
    }
}
