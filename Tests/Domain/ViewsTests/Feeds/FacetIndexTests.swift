import Events
import Foundation
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import TestSupport
import Testing
import Views

@Suite("Feed filters and the index that they narrow by")
struct FacetIndexTests {
    private func recipes(
        _ queries: Queries, _ sort: FeedSort, limit: Int = 0, _ change: (inout FeedRequest) -> Void
    ) throws -> [String] {
        try items(queries, limit: limit) { request in
            request.sort = sort
            change(&request)
        }
    }

    /// More recipes with the tag `spicy` than the index ever gathers, and a few with `brunch`.
    @Test("rare and frequent tags list recipes in the same order") func fewAndManyMatchesComeInTheSameOrder() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let bo = kitchen.register("bo")
        var rare: [Position] = []
        for number in 0..<1_100 {
            let isRare = number % 200 == 7
            let recipe = kitchen.post("Dish \(number)", by: ada, at: 1_100_000_000 + Int64(number * 7 % 50)) {
                content in
                content.tags = isRare ? ["spicy", "brunch"] : ["spicy"]
            }
            if isRare { rare.append(recipe) }
            if number % 3 == 0 { kitchen.add(.recipeLiked, by: bo, on: recipe, owner: ada) }
        }
        let queries = kitchen.queries
        let names = Set(rare.map { "r\($0)" })
        for sort in FeedSort.open {
            let all = try recipes(queries, sort) { _ in }
            #expect(try recipes(queries, sort) { $0.tags = ["spicy"] } == all, "\(sort)")
            let few = all.filter(names.contains)
            #expect(few.count == rare.count)
            #expect(try recipes(queries, sort, limit: 2) { $0.tags = ["spicy", "brunch"] } == few, "\(sort)")
            #expect(try recipes(queries, sort) { $0.tags = ["spicy", "none"] } == [])
        }
        func collection(_ name: String) throws -> [String] {
            try queries.collection(name, page: Page(limit: 0), viewer: nil).recipes.map(\.id)
        }
        let hot = try recipes(queries, .hot) { _ in }
        #expect(try collection("Spicy Dinners") == hot)
        #expect(try collection("Cozy Breakfasts") == hot.filter(names.contains))
    }

    @Test("long words with the same beginning are told apart") func longWordsThatBeginAlikeAreToldApart() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let beginning = "from the garden of my grandmother"
        let summer = kitchen.post("Tart", by: ada) { $0.tags = ["\(beginning) in summer"] }
        let winter = kitchen.post("Stew", by: ada) { $0.tags = ["\(beginning) in winter"] }
        let queries = kitchen.queries
        #expect(try recipes(queries, .hot) { $0.tags = ["\(beginning) in summer"] } == ["r\(summer)"])
        #expect(try recipes(queries, .hot) { $0.tags = ["\(beginning) in winter"] } == ["r\(winter)"])
        #expect(try recipes(queries, .hot) { $0.tags = [beginning] } == [])
    }

    /// «é» as one character or as two, in either place.
    @Test("a word is found in any Unicode composition") func wordsAreFoundHoweverTheyAreComposed() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let (composed, decomposed) = ("Entre\u{301}e".precomposedStringWithCanonicalMapping, "Entre\u{301}e")
        let dishes = [composed, decomposed].map { word in
            kitchen.post("Dish", by: ada) { content in
                content.tags = [word]
                content.ingredients = [.with { $0.original = "1 \(word)" }]
            }
        }
        let names = dishes.map { "r\($0)" }
        for word in [composed, decomposed] {
            #expect(try recipes(kitchen.queries, .oldest) { $0.tags = [word] } == names)
            #expect(try recipes(kitchen.queries, .oldest) { $0.withIngredients = [word] } == names)
            #expect(try recipes(kitchen.queries, .oldest) { $0.withoutIngredients = [word] } == [])
        }
    }

    @Test("tags are listed whole, however long their beginnings are alike") func wordsAreListedWhole() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let beginning = "from the garden of my grandmother"
        _ = kitchen.post("A", by: ada) { $0.tags = ["\(beginning) in summer", "\(beginning) in winter", "soup"] }
        _ = kitchen.post("B", by: ada) { $0.tags = ["\(beginning) in summer", "soup"] }
        let tags = try #require(kitchen.queries.counts(of: .tags, page: Page(limit: 0), viewer: nil).tags)
        #expect(tags.map(\.name) == ["\(beginning) in summer", "soup", "\(beginning) in winter"])
        #expect(tags.map(\.recipes) == [2, 2, 1])
        let cuisines = try kitchen.queries.counts(of: .cuisines, page: Page(limit: 0), viewer: nil).cuisines
        #expect(cuisines?.isEmpty == true)
    }

    @Test("numbers are found on both sides of their limit") func numbersAreFoundOnBothSidesOfTheirLimit() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        var dishes: [Position] = []
        for number: UInt32 in [1, 255, 256, 257] {
            dishes.append(
                kitchen.post("Dish", by: ada) { content in
                    content.totalMinutes = number
                    content.servings = number
                })
        }
        _ = kitchen.post("A plain dish", by: ada)
        let queries = kitchen.queries
        let names = dishes.map { "r\($0)" }
        #expect(try recipes(queries, .oldest) { $0.maxMinutes = 256 } == Array(names[...2]))
        #expect(try recipes(queries, .oldest) { $0.maxMinutes = 0 } == [])
        #expect(try recipes(queries, .oldest) { $0.maxMinutes = .max } == names)
        #expect(try recipes(queries, .oldest) { $0.minServings = 256 } == Array(names[2...]))
        #expect(try recipes(queries, .oldest) { $0.minServings = .max } == [])
    }

    @Test("an edited, hidden or restored recipe is found by its present content")
    func whatIsEditedHiddenOrRestoredIsFoundAsItStands() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let bo = kitchen.register("bo")
        let soup = kitchen.post("Soup", by: ada) { $0.cuisine = "Thai" }
        kitchen.add(.recipeReposted, by: bo, on: soup, owner: ada)
        func found(_ cuisine: String) throws -> Int {
            try recipes(kitchen.queries, .newest) { $0.cuisine = cuisine }.count
        }
        #expect(try found("thai") == 2)
        let edited = ProtoRecipeContent.with { content in
            content.title = "Soup"
            content.cuisine = "Lao"
        }
        kitchen.add(.recipeEdited, by: ada, on: soup, owner: ada, payload: .recipe(edited))
        #expect(try (found("thai"), found("lao")) == (0, 2))
        kitchen.add(.recipeDeleted, by: ada, on: soup, owner: ada)
        #expect(try found("lao") == 0)
        kitchen.add(.recipeRestored, by: ada, on: soup, owner: ada)
        #expect(try found("lao") == 2)
        kitchen.add(.memberDeleted, by: ada, on: ada, owner: ada)
        #expect(try found("lao") == 0)
    }
}
