import Events

/// The part of a request that one recipe's facets answer, folded for comparison.
struct FeedFilter {
    let difficulty: UInt8?
    let maxMinutes: UInt64?
    let minServings: UInt64?
    let tags: [String]
    let anyTags: [String]
    let cuisine: String?
    let course: String?
    let diets: UInt8
    let withIngredients: [String]
    let withoutIngredients: [String]
    /// Whether every recipe matches: then nobody need look.
    let isOpen: Bool

    init(_ request: FeedRequest) {
        difficulty = request.difficulty?.number
        maxMinutes = request.maxMinutes
        minServings = request.minServings
        tags = request.tags.map { $0.lowercased() }
        anyTags = request.anyTags.map { $0.lowercased() }
        cuisine = request.cuisine?.lowercased()
        course = request.course?.lowercased()
        diets = request.diets.reduce(0) { $0 | $1.bit }
        withIngredients = request.withIngredients.map { $0.lowercased() }
        withoutIngredients = request.withoutIngredients.map { $0.lowercased() }
        isOpen =
            difficulty == nil && maxMinutes == nil && minServings == nil && tags.isEmpty && anyTags.isEmpty
            && cuisine == nil
            && course == nil && diets == 0 && withIngredients.isEmpty && withoutIngredients.isEmpty
    }

    /// What the recipes that match must be in: in one of the ranges of each list. Ingredients narrow nothing.
    var ranges: [[FacetKeys.Range]] {
        var ranges = tags.map { [FacetKeys.tag($0)] }
        if !anyTags.isEmpty { ranges.append(anyTags.map(FacetKeys.tag)) }
        ranges += Diet.allCases.filter { diets & $0.bit != 0 }.map { [FacetKeys.diet($0.bit)] }
        if let cuisine { ranges.append([FacetKeys.cuisine(cuisine)]) }
        if let course { ranges.append([FacetKeys.course(course)]) }
        if let difficulty { ranges.append([FacetKeys.difficulty(difficulty)]) }
        if let maxMinutes { ranges.append([FacetKeys.minutes(atMost: maxMinutes)]) }
        if let minServings { ranges.append([FacetKeys.servings(atLeast: minServings)]) }
        return ranges
    }

    func matches(_ facets: FacetsRow) -> Bool {
        if let difficulty, facets.difficulty != difficulty { return false }
        if let maxMinutes, facets.totalMinutes == 0 || facets.totalMinutes > maxMinutes { return false }
        if let minServings, facets.servings == 0 || facets.servings < minServings { return false }
        if let cuisine, facets.cuisine != cuisine { return false }
        if let course, facets.course != course { return false }
        guard facets.diets & diets == diets else { return false }
        guard tags.allSatisfy(facets.tags.contains) else { return false }
        guard anyTags.isEmpty || anyTags.contains(where: facets.tags.contains) else { return false }
        guard withIngredients.allSatisfy({ wanted in facets.ingredients.contains { $0.contains(wanted) } }) else {
            return false
        }
        return !withoutIngredients.contains(where: facets.ingredients.contains)
    }
}
