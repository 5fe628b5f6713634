import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

/// The options that narrow down feeds and searches.
struct RecipeFilters: ParsableArguments {
    @Option(help: "easy, intermediate or hard.", completion: .words(RecipeFilter.Difficulty.self)) var difficulty:
        String?
    @Option(parsing: .unconditional, help: ArgumentHelp("At most this many minutes.", valueName: "n")) var maxMinutes:
        UInt64?
    @Option(parsing: .unconditional, help: ArgumentHelp("At least this many servings.", valueName: "n"))
    var minServings: UInt64?
    @Option(name: .customLong("tag"), help: "Repeatable: all of them.", completion: .tags) var tags: [String] = []
    @Option(help: "Of this cuisine.") var cuisine: String?
    @Option(help: "Of this course, such as main or dessert.") var course: String?
    @Option(
        name: .customLong("diet"), help: "vegetarian, vegan, glutenFree or sugarFree. Repeatable.",
        completion: .words(RecipeFilter.Diet.self))
    var diets: [String] = []
    @Option(name: .customLong("with-ingredient"), help: "Repeatable: all of them.") var wanted: [String] = []
    @Option(name: .customLong("without-ingredient"), help: "Repeatable: none of them.") var unwanted: [String] = []
    @Option(help: ArgumentHelp("By this member.", valueName: "@x"), completion: .members) var author: String?
    @Flag(help: "What you have bookmarked.") var bookmarked = false
    @Option(help: ArgumentHelp("What this member likes.", valueName: "@x"), completion: .members) var likedBy: String?
    @Option(help: ArgumentHelp("From then on.", valueName: "time")) var since: String?
    @Option(help: ArgumentHelp("Before then.", valueName: "time")) var until: String?

    /// The filters in the API's types. Refuses an unknown word and an invalid name or time.
    var filter: RecipeFilter {
        get throws(Refusal) {
            let filter = RecipeFilter(
                difficulty: try difficulty.map { text throws(Refusal) in
                    try Word.choose(text, of: RecipeFilter.Difficulty.self, field: "difficulty")
                }, maxMinutes: maxMinutes, minServings: minServings, tags: tags, cuisine: cuisine, course: course,
                diets: try diets.map { text throws(Refusal) in
                    try Word.choose(text, of: RecipeFilter.Diet.self, field: "diet")
                }, withIngredients: wanted, withoutIngredients: unwanted, author: author, isBookmarked: bookmarked,
                likedBy: likedBy, since: since, until: until)
            _ = try FeedRequest(filter)
            return filter
        }
    }

    /// Reports an empty answer, and names the nearest tag or cuisine if no recipe has the given one.
    func nothing(_ backend: any Backend) throws -> String {
        func nearest(_ wanted: String, _ word: String, _ names: [String]) -> String? {
            guard !names.contains(wanted.lowercased()) else { return nil }
            let question = NearestNames(to: wanted, among: names).question
            return "Nothing there: no recipe has the \(word) «\(wanted)»\(question)"
        }
        let whole = ListInput(page: PageRequest(limit: 0))
        if !tags.isEmpty {
            let known = (try backend.ask(API.tags, whole).tags ?? []).map(\.name).sorted()
            if let unknown = tags.lazy.compactMap({ nearest($0, "tag", known) }).first { return unknown }
        }
        if let cuisine {
            let known = (try backend.ask(API.cuisines, whole).cuisines ?? []).map(\.name).sorted()
            if let unknown = nearest(cuisine, "cuisine", known) { return unknown }
        }
        return "Nothing there."
    }
}
