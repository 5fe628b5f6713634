import Events
package import Layout

/// The filters of a request that a recipe's facets decide, folded for comparison.
package struct FeedFilter {
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
    /// Whether every recipe matches, so that the facets need not be read.
    let isOpen: Bool

    package init(_ request: FeedRequest) {
        difficulty = request.difficulty?.number
        maxMinutes = request.maxMinutes
        minServings = request.minServings
        tags = request.tags.map(FacetsRow.folded)
        anyTags = request.anyTags.map(FacetsRow.folded)
        cuisine = request.cuisine.map(FacetsRow.folded)
        course = request.course.map(FacetsRow.folded)
        diets = request.diets.reduce(0) { $0 | $1.bit }
        withIngredients = request.withIngredients.map(FacetsRow.folded)
        withoutIngredients = request.withoutIngredients.map(FacetsRow.folded)
        isOpen =
            difficulty == nil && maxMinutes == nil && minServings == nil && tags.isEmpty && anyTags.isEmpty
            && cuisine == nil
            && course == nil && diets == 0 && withIngredients.isEmpty && withoutIngredients.isEmpty
    }

    /// For each list, a matching recipe lies in at least one of its ranges. Ingredient filters have no ranges.
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

    package func matches(_ facets: StoredFacets) throws(MalformedRow) -> Bool {
        if let difficulty, facets.difficulty != difficulty { return false }
        if let maxMinutes, facets.totalMinutes == 0 || facets.totalMinutes > maxMinutes { return false }
        if let minServings, facets.servings == 0 || facets.servings < minServings { return false }
        if let cuisine, !facets.cuisine.equals(cuisine) { return false }
        if let course, !facets.course.equals(course) { return false }
        guard facets.diets & diets == diets else { return false }
        for tag in tags where try !facets.hasTag({ $0.equals(tag) }) { return false }
        if !anyTags.isEmpty, try !facets.hasTag({ tag in anyTags.contains { tag.equals($0) } }) {
            return false
        }
        for wanted in withIngredients where try !facets.hasIngredient({ $0.contains(wanted) }) { return false }
        for unwanted in withoutIngredients where try facets.hasIngredient({ $0.equals(unwanted) }) {
            return false
        }
        return true
    }
}

extension RawSpan {
    /// Whether these bytes equal the text's UTF-8.
    fileprivate func equals(_ text: String) -> Bool {
        unsafe withUnsafeBytes { unsafe $0.elementsEqual(text.utf8) }
    }

    /// Whether these bytes contain the text's UTF-8.
    fileprivate func contains(_ text: String) -> Bool {
        let wanted = text.utf8.count
        guard let first = text.utf8.first else { return true }
        guard byteCount >= wanted else { return false }
        return unsafe withUnsafeBytes { bytes in
            for start in 0...bytes.count - wanted where unsafe bytes[start] == first {
                if unsafe bytes[start..<start + wanted].elementsEqual(text.utf8) { return true }
            }
            return false
        }
    }
}
