package import Events
package import LarderAPI
import Layout
package import Views

extension FeedRequest {
    /// Refuses with `usage` a name or time that is none.
    package init(_ filter: RecipeFilter) throws(Refusal) {
        self.init()
        difficulty = filter.difficulty.map { Difficulty($0) }
        (maxMinutes, minServings) = (filter.maxMinutes, filter.minServings)
        (tags, cuisine, course) = (filter.tags, filter.cuisine, filter.course)
        diets = filter.diets.map { Diet($0) }
        (withIngredients, withoutIngredients) = (filter.withIngredients, filter.withoutIngredients)
        author = try filter.author.map { text throws(Refusal) in try MemberName.reference(text, field: "author") }
        isBookmarked = filter.isBookmarked
        likedBy = try filter.likedBy.map { text throws(Refusal) in try MemberName.reference(text, field: "liked-by") }
        since = try filter.since.map { text throws(Refusal) in try Times.instant(text, field: "since") }
        until = try filter.until.map { text throws(Refusal) in try Times.instant(text, field: "until") }
    }

    package init(_ input: FeedInput) throws(Refusal) {
        try self.init(input.filter)
        mode = FeedMode(input.mode ?? .everyone)
        sort = input.sort.map { FeedSort($0) }
    }
}

// The words of the API are those of the views, case by case.

extension Difficulty {
    init(_ difficulty: RecipeFilter.Difficulty) {
        switch difficulty {
        case .easy: self = .easy
        case .intermediate: self = .intermediate
        case .hard: self = .hard
        }
    }
}

extension Diet {
    init(_ diet: RecipeFilter.Diet) {
        switch diet {
        case .vegetarian: self = .vegetarian
        case .vegan: self = .vegan
        case .glutenFree: self = .glutenFree
        case .sugarFree: self = .sugarFree
        }
    }
}

extension FeedMode {
    init(_ mode: FeedInput.Mode) {
        switch mode {
        case .everyone: self = .everyone
        case .following: self = .following
        case .forYou: self = .forYou
        }
    }
}

extension FeedSort {
    init(_ sort: FeedInput.Sort) {
        switch sort {
        case .newest: self = .newest
        case .oldest: self = .oldest
        case .liked: self = .liked
        case .top: self = .top
        case .hot: self = .hot
        case .best: self = .best
        case .rated: self = .rated
        case .discussed: self = .discussed
        }
    }
}
