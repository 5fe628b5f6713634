import Events
import Ingredients
import LarderAPI
import Operations
import Views

// What is asked of recipes, feeds, boards and collections.

extension Inquiry where Answer == FeedAnswer {
    static func feed(_ words: FilterWords, mode: FeedMode, sort: FeedSort?, page: Page) throws(Refusal) -> Self {
        var request = try words.request()
        request.mode = mode
        request.sort = sort
        let wanted = request
        var parameters = words.parameters
        parameters.append(("mode", mode.rawValue))
        if let sort { parameters.append(("sort", sort.rawValue)) }
        return Self(["feed"], parameters, page: page) {
            try $0.queries.feed(wanted, page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == SearchAnswer {
    static func search(_ text: String, _ words: FilterWords, page: Page) throws(Refusal) -> Self {
        let request = SearchRequest(text, filter: try words.request())
        return Self(["search"], [("q", text)] + words.parameters, page: page) {
            try $0.queries.search(request, page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == RecipeAnswer {
    static func recipe(
        _ recipe: Reference, version: UInt64?, servings: UInt32?, units: MeasuringSystem?
    ) -> Self {
        let parameters: [ServiceParameter?] = [
            version.map { ("version", "\($0)") }, servings.map { ("servings", "\($0)") },
            units.map { ("units", $0.rawValue) },
        ]
        return Self(["recipes", recipe.description], parameters.compactMap(\.self)) { standpoint in
            let (queries, viewer) = (standpoint.queries, try standpoint.viewer)
            var answer =
                if let version {
                    try queries.recipe(recipe, version: version, viewer: viewer)
                } else {
                    try queries.recipe(recipe, viewer: viewer)
                }
            if let servings { answer.recipe = try answer.recipe.scaled(toServings: servings) }
            if let units { answer.recipe = answer.recipe.converted(to: units) }
            return answer
        }
    }
}

extension Inquiry where Answer == CommentsAnswer {
    static func comments(of recipe: Reference, page: Page) -> Self {
        Self(["recipes", recipe.description, "comments"], page: page) {
            try $0.queries.comments(of: recipe, page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == DescentAnswer {
    static func forks(of recipe: Reference, page: Page) -> Self {
        Self(["recipes", recipe.description, "forks"], page: page) {
            try $0.queries.descent(of: recipe, page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == RecipeVersionsAnswer {
    static func versions(of recipe: Reference, page: Page) -> Self {
        Self(["recipes", recipe.description, "versions"], page: page) {
            try $0.queries.versions(of: recipe, page: page)
        }
    }
}

extension Inquiry where Answer == RecipeDifferenceAnswer {
    static func difference(of recipe: Reference, from old: UInt64, to new: UInt64) -> Self {
        Self(["recipes", recipe.description, "difference"], [("from", "\(old)"), ("to", "\(new)")]) {
            try $0.queries.difference(of: recipe, from: old, to: new)
        }
    }
}

extension Inquiry where Answer == LeaderboardAnswer {
    static func leaderboard(week: Week?, around member: Reference?, page: Page) -> Self {
        let parameters: [ServiceParameter] = week.map { [("week", "\($0)")] } ?? []
        return Self { standpoint in
            try standpoint.queries.leaderboard(
                week: week, page: page,
                around: try member.map { reference throws(Refusal) in try standpoint.queries.member(reference) },
                viewer: try standpoint.viewer)
        } fetch: { server in
            guard let member else { return try server.get(["leaderboard"], parameters, page: page) }
            let around = parameters + [("around", member.description)]
            guard page.limit != 0 else {
                // All of it has no middle, but whoever is meant must be there.
                let _: LeaderboardAnswer = try server.get(["leaderboard"], around + [("limit", "1")])
                return try server.get(["leaderboard"], parameters, page: Page(limit: 0))
            }
            guard page.limit <= Server.pageMax else {
                throw Refusal(
                    .usage, "a service shows at most \(Server.pageMax) places around a member: say a smaller --limit",
                    field: "limit")
            }
            return try server.get(["leaderboard"], around + [("limit", "\(page.limit)")])
        } path: { _ in
            let around = member.map { [("around", $0.description)] } ?? []
            let limit = page.limit == 0 ? [] : [("limit", "\(page.limit)")]
            return ServicePath("leaderboard").text(parameters + around + limit)
        }
    }
}

extension Inquiry where Answer == LeaderboardWeeksAnswer {
    static func leaderboardWeeks() -> Self { Self(["leaderboard", "weeks"]) { $0.queries.leaderboardWeeks() } }
}

extension Inquiry where Answer == [String: Int] {
    /// Ranks of the week before by member, of those whom a board shows; of a service no further down than its first places.
    static func ranks(before answer: LeaderboardAnswer) -> Self {
        Self {
            $0.queries.ranksBefore(answer)
        } fetch: { server in
            guard let week = Week(answer.week) else { return [:] }
            let before: LeaderboardAnswer = try server.get(
                ["leaderboard"], [("week", "\(Week(number: week.number - 1))")], page: Page(limit: ranksBeforeMax))
            return Dictionary(before.entries.map { ($0.member, $0.rank) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private static var ranksBeforeMax: Int { 1_000 }
}

extension Inquiry where Answer == TagsAnswer {
    static func tags(_ facet: Facet, page: Page) -> Self {
        Self([facet == .tags ? "tags" : "cuisines"], page: page) {
            try $0.queries.counts(of: facet, page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == [String] {
    /// All tags or cuisines that there are.
    static func words(of facet: Facet) -> Self {
        Self {
            $0.queries.words(of: facet)
        } fetch: { server in
            let answer = try Inquiry<TagsAnswer>.tags(facet, page: Page(limit: 0)).fetch(server)
            return (answer.tags ?? answer.cuisines ?? []).map(\.name).sorted()
        }
    }
}

extension Inquiry where Answer == DiscoverAnswer {
    /// All collections, with the first few recipes of each.
    static func collections() -> Self {
        Self(["collections"]) { try $0.queries.discover(showing: collectionShownMax, viewer: try $0.viewer) }
    }

    private static var collectionShownMax: Int { 3 }
}

extension Inquiry where Answer == CollectionAnswer {
    static func collection(_ name: String, page: Page) -> Self {
        Self(["collections", name], page: page) {
            try $0.queries.collection(name, page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == TrendingAnswer {
    static func trending(page: Page) -> Self {
        Self(["trending"], page: page) { try $0.queries.trending(page: page, viewer: try $0.viewer) }
    }
}

extension Inquiry where Answer == CookedAnswer {
    /// What goes with what whoever asks has cooked.
    static func cooked(page: Page) -> Self {
        Self(["cooked"], page: page) {
            try $0.queries.cooked(by: try $0.member, showing: alsoLikedMax, page: page)
        }
    }

    private static var alsoLikedMax: Int { 5 }
}
