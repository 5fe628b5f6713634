import ArgumentParser
import Events
import Operations
import Views

/// Which recipes count: what feeds and searches can be narrowed down by.
struct RecipeFilters: ParsableArguments {
    @Option(help: "easy, intermediate or hard.") var difficulty: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("At most so long.", valueName: "n")) var maxMinutes: UInt64?
    @Option(parsing: .unconditional, help: ArgumentHelp("For at least so many.", valueName: "n"))
    var minServings: UInt64?
    @Option(name: .customLong("tag"), help: "Repeatable: all of them.") var tags: [String] = []
    @Option(help: "Of this cuisine.") var cuisine: String?
    @Option(help: "Of this course, such as main or dessert.") var course: String?
    @Option(name: .customLong("diet"), help: "vegetarian, vegan, glutenFree or sugarFree. Repeatable.")
    var diets: [String] = []
    @Option(name: .customLong("with-ingredient"), help: "Repeatable: all of them.") var wanted: [String] = []
    @Option(name: .customLong("without-ingredient"), help: "Repeatable: none of them.") var unwanted: [String] = []
    @Option(help: ArgumentHelp("By this member.", valueName: "@x")) var author: String?
    @Flag(help: "What you have bookmarked.") var bookmarked = false
    @Option(help: ArgumentHelp("What this member likes.", valueName: "@x")) var likedBy: String?
    @Option(help: ArgumentHelp("From then on.", valueName: "time")) var since: String?
    @Option(help: ArgumentHelp("Before then.", valueName: "time")) var until: String?

    var words: FilterWords {
        var words = FilterWords()
        words.difficulty = difficulty
        words.maxMinutes = maxMinutes
        words.minServings = minServings
        words.tags = tags
        words.cuisine = cuisine
        words.course = course
        words.diets = diets
        words.withIngredients = wanted
        words.withoutIngredients = unwanted
        words.author = author
        words.isBookmarked = bookmarked
        words.likedBy = likedBy
        words.since = since
        words.until = until
        return words
    }

    /// Says so, and where a tag or cuisine is one that no recipe has, which may have been meant.
    func nothing(_ asked: any Asked) throws -> String {
        func nearest(_ wanted: String, _ word: String, _ names: [String]) -> String? {
            guard !names.contains(wanted.lowercased()) else { return nil }
            let question = NearestNames(to: wanted, among: names).question
            return "Nothing there: no recipe has the \(word) «\(wanted)»\(question)"
        }
        if !tags.isEmpty {
            let known = try asked.ask(.words(of: .tags))
            if let unknown = tags.lazy.compactMap({ nearest($0, "tag", known) }).first { return unknown }
        }
        if let cuisine, let unknown = nearest(cuisine, "cuisine", try asked.ask(.words(of: .cuisines))) {
            return unknown
        }
        return "Nothing there."
    }
}
