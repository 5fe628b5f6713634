import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

/// Every filter of «Feeds», at its limits.
@Suite struct FeedFilterTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let rule: String
        let expected: [String]
        let change: @Sendable (inout FeedRequest) -> Void

        var testDescription: String { rule }

        init(_ rule: String, _ expected: String..., change: @escaping @Sendable (inout FeedRequest) -> Void) {
            self.rule = rule
            self.expected = expected
            self.change = change
        }
    }

    private let kitchen: Kitchen
    private let viewer: MemberID

    private static func time(_ hour: Int64) -> Timestamp { Timestamp(seconds: 1_100_000_000 + 3_600 * hour) }

    /// The first recipe has all properties, the second has others, the third has none.
    init() {
        var kitchen = Kitchen()
        let (ada, bo) = (kitchen.register("ada"), kitchen.register("bo"))
        let soup = kitchen.post("soup", by: ada, at: 1_100_000_000) { content in
            content.difficulty = .easy
            content.totalMinutes = 30
            content.servings = 4
            content.tags = ["quick", "soup"]
            content.cuisine = "Thai"
            content.course = "Starter"
            content.diet.vegan = .yes
            content.diet.glutenFree = .yes
            content.ingredients = [
                .with { $0.original = "2 cups Olive Oil" },
                .with { ($0.original, $0.name) = ("1 tsp of it", "Salt") },
            ]
        }
        let stew = kitchen.post("stew", by: bo, at: 1_100_003_600) { content in
            content.difficulty = .hard
            content.totalMinutes = 31
            content.servings = 5
            content.tags = ["quick"]
            content.cuisine = "Greek"
            content.course = "Main"
            content.diet.vegan = .no
            content.ingredients = [.with { ($0.original, $0.name) = ("1 pinch", "Sea salt") }]
        }
        _ = kitchen.post("egg", by: bo, at: 1_100_007_200) { content in
            content.ingredients = [.with { $0.original = "1 egg" }]
        }
        kitchen.add(.recipeBookmarked, by: ada, on: stew, owner: bo)
        kitchen.add(.recipeBookmarked, by: bo, on: soup, owner: ada)
        kitchen.add(.recipeLiked, by: bo, on: soup, owner: ada)
        self.kitchen = kitchen
        viewer = MemberID(ada)
    }

    static let rows: [Row] = [
        Row("no filter: all of them", "soup", "stew", "egg") { _ in },
        Row("difficulty: the same", "soup") { $0.difficulty = .easy },
        Row("difficulty: the unknown is none") { $0.difficulty = .intermediate },
        Row("max-minutes: 30 of 30", "soup") { $0.maxMinutes = 30 },
        Row("max-minutes: 29 of 30") { $0.maxMinutes = 29 },
        Row("max-minutes: the unknown is not short", "soup", "stew") { $0.maxMinutes = 43_200 },
        Row("min-servings: 4 of 4 and 5", "soup", "stew") { $0.minServings = 4 },
        Row("min-servings: 5 of 4", "stew") { $0.minServings = 5 },
        Row("min-servings: the unknown is not many", "soup", "stew") { $0.minServings = 1 },
        Row("tag: any case", "soup", "stew") { $0.tags = ["QUICK"] },
        Row("tag, repeated: all of them", "soup") { $0.tags = ["quick", "soup"] },
        Row("tag: the whole of it") { $0.tags = ["qui"] },
        Row("cuisine: any case", "soup") { $0.cuisine = "tHAI" },
        Row("course: any case", "stew") { $0.course = "main" },
        Row("diet: must be yes, not no or unknown", "soup") { $0.diets = [.vegan] },
        Row("diet, repeated: all of them", "soup") { $0.diets = [.vegan, .glutenFree] },
        Row("diet: the unknown is no yes") { $0.diets = [.vegan, .sugarFree] },
        Row("with-ingredient: contained in some name, any case", "soup", "stew") { $0.withIngredients = ["SALT"] },
        Row("with-ingredient: a line is read", "egg") { $0.withIngredients = ["egg"] },
        Row("with-ingredient: its quantity is no part of its name") { $0.withIngredients = ["1 egg"] },
        Row("without-ingredient: the name that was read", "soup", "stew") { $0.withoutIngredients = ["Egg"] },
        Row("with-ingredient: not in the line that has a name") { $0.withIngredients = ["pinch"] },
        Row("with-ingredient, repeated: each in some", "soup") { $0.withIngredients = ["salt", "olive"] },
        Row("without-ingredient: none may equal, any case", "stew", "egg") { $0.withoutIngredients = ["SALT"] },
        Row("without-ingredient: containing it is not equal", "soup", "stew", "egg") {
            $0.withoutIngredients = ["olive"]
        },
        Row("without-ingredient, repeated: none of them", "stew") { $0.withoutIngredients = ["salt", "egg"] },
        Row("author", "stew", "egg") { $0.author = .username("BO") },
        Row("bookmarked: by the viewer", "stew") { $0.isBookmarked = true },
        Row("liked-by", "soup") { $0.likedBy = .username("bo") },
        Row("liked-by: a member who likes nothing") { $0.likedBy = .username("ada") },
        Row("since: that instant too", "stew", "egg") { $0.since = time(1) },
        Row("since: not before", "egg") { $0.since = Timestamp(microseconds: time(1).microseconds + 1) },
        Row("until: not that instant", "soup") { $0.until = time(1) },
        Row("until: before it", "soup", "stew") { $0.until = Timestamp(microseconds: time(1).microseconds + 1) },
        Row("since and until", "stew") { ($0.since, $0.until) = (time(1), time(2)) },
        Row("combined with «and»", "soup") { ($0.tags, $0.maxMinutes) = (["quick"], 30) },
        Row("combined with «and»: each finds, both do not") { ($0.author, $0.difficulty) = (.username("bo"), .easy) },
    ]

    @Test("filters, combined with «and»", arguments: rows, FeedSort.open)
    func filters(_ row: Row, _ sort: FeedSort) throws {
        var request = FeedRequest()
        request.sort = sort
        row.change(&request)
        let found = try kitchen.queries.feed(request, page: Page(), viewer: viewer).items.map(\.recipe.title)
        #expect(found.sorted() == row.expected.sorted())
    }

    @Test("author and liked-by: an unknown name is not found; bookmarked needs a viewer")
    func namesAreKnown() throws {
        for (code, change) in [
            (.notFound, { $0.author = .username("nobody") }), (.notFound, { $0.likedBy = .username("nobody") }),
            (.unauthenticated, { $0.isBookmarked = true }),
        ] as [(Refusal.Code, (inout FeedRequest) -> Void)] {
            var request = FeedRequest()
            change(&request)
            let refusal = #expect(throws: Refusal.self) {
                try kitchen.queries.feed(request, page: Page(), viewer: nil)
            }
            #expect(refusal?.code == code)
        }
    }
}
