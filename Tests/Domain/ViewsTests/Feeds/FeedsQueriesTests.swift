import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import TestSupport
import Testing
import Views

@Suite("Feeds")
struct FeedsQueriesTests {
    @Test("ties in a feed are ordered by time, then id") func ordersTiesByTimeThenID() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let first = kitchen.post("A", by: ada, at: 1_100_000_000)
        let second = kitchen.post("B", by: ada, at: 1_100_000_000)
        let older = kitchen.post("C", by: ada, at: 1_000_000_000)
        kitchen.add(.recipeLiked, by: ada, on: older, owner: ada)
        let names = { (positions: [Position]) in positions.map { "r\($0)" } }
        #expect(try items(kitchen.queries) == names([second, first, older]))
        #expect(try items(kitchen.queries) { $0.sort = .oldest } == names([older, first, second]))
        #expect(try items(kitchen.queries) { $0.sort = .liked } == names([older, second, first]))
        kitchen.add(.recipeUnliked, by: ada, on: older, owner: ada)
        #expect(try items(kitchen.queries) { $0.sort = .liked } == names([second, first, older]))
    }

    @Test("feeds leave out deleted, banned and blocked members") func leavesOutTheDeletedBannedAndBlocked() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        let bo = kitchen.register("bo")
        let soup = kitchen.post("Soup", by: ada)
        let stew = kitchen.post("Stew", by: bo)
        let repost = kitchen.add(
            .recipeReposted, by: bo, on: soup, owner: ada, payload: .quote(.with { $0.quote = "!" }))
        #expect(try items(kitchen.queries) == ["p\(repost)", "r\(stew)", "r\(soup)"])
        kitchen.add(.recipeDeleted, by: ada, on: soup, owner: ada)
        #expect(try items(kitchen.queries) == ["r\(stew)"])
        kitchen.add(.recipeRestored, by: ada, on: soup, owner: ada)
        kitchen.add(.memberBlocked, by: ada, on: bo, owner: bo)
        #expect(try items(kitchen.queries, viewer: ada) == ["r\(soup)"])
        #expect(try items(kitchen.queries, viewer: bo) == ["r\(stew)"])
        kitchen.add(.memberBanned, on: bo, owner: bo)
        #expect(try items(kitchen.queries) == ["r\(soup)"])
        kitchen.add(.memberUnbanned, on: bo, owner: bo)
        kitchen.add(.memberDeleted, by: ada, on: ada, owner: ada)
        #expect(try items(kitchen.queries) == ["r\(stew)"])
    }

    @Test("filters of a feed are combined") func filtersAreCombined() throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada", cuisines: ["Thai"], diets: ["vegan"])
        let bo = kitchen.register("bo")
        let soup = kitchen.post("Soup", by: ada) { content in
            content.totalMinutes = 30
            content.difficulty = .easy
            content.tags = ["quick", "soup"]
            content.ingredients = [.with { $0.original = "2 cups Olive Oil" }]
        }
        let stew = kitchen.post("Stew", by: bo) { content in
            content.tags = ["quick"]
            content.cuisine = "Thai"
            content.diet.vegan = .yes
            content.servings = 4
            content.ingredients = [
                .with {
                    $0.original = "salt"
                    $0.name = "Salt"
                }
            ]
        }
        kitchen.add(.recipeBookmarked, by: ada, on: stew, owner: bo)
        kitchen.add(.recipeLiked, by: bo, on: soup, owner: ada)
        kitchen.add(.memberFollowed, by: ada, on: bo, owner: bo)
        let queries = kitchen.queries
        let (r1, r2) = (["r\(soup)"], ["r\(stew)"])
        #expect(try items(queries) { $0.tags = ["Quick"] } == r2 + r1)
        #expect(try items(queries) { $0.tags = ["quick", "soup"] } == r1)
        #expect(try items(queries) { $0.maxMinutes = 30 } == r1)
        #expect(try items(queries) { $0.maxMinutes = 29 } == [])
        #expect(try items(queries) { $0.difficulty = .easy } == r1)
        #expect(try items(queries) { $0.minServings = 4 } == r2)
        #expect(try items(queries) { $0.cuisine = "thai" } == r2)
        #expect(try items(queries) { $0.diets = [.vegan] } == r2)
        #expect(try items(queries) { $0.withIngredients = ["olive"] } == r1)
        #expect(try items(queries) { $0.withoutIngredients = ["SALT"] } == r1)
        #expect(try items(queries) { $0.author = .username("bo") } == r2)
        #expect(try items(queries) { $0.likedBy = .username("bo") } == r1)
        #expect(try items(queries, viewer: ada) { $0.isBookmarked = true } == r2)
        #expect(try items(queries, viewer: ada) { $0.mode = .following } == r2)
        #expect(try items(queries, viewer: ada) { $0.mode = .forYou } == r2 + r1)
        #expect(throws: Refusal.self) { try items(queries) { $0.isBookmarked = true } }
        #expect(throws: Refusal.self) { try items(queries) { $0.mode = .following } }
    }

    @Test("pages of a feed join to the whole in every order", arguments: 1...12)
    func pagesJoinToTheWholeInEveryOrder(seed: Int) throws {
        let history = HistoryGenerator.history(seed: UInt64(seed), count: 260)
        let queries = Kitchen.queries(history)
        let viewer = try #require(history.first { $0.kind == .memberRegistered }).position
        for sort in FeedSort.open {
            for mode in [FeedMode.everyone, .following] {
                let change = { (request: inout FeedRequest) in
                    request.sort = sort
                    request.mode = mode
                }
                let whole = try items(queries, viewer: viewer, change)
                #expect(Set(whole).count == whole.count)
                #expect(try items(queries, limit: 2, viewer: viewer, change) == whole)
            }
            // An index selects the same recipes as a scan of all.
            for member in history where member.kind == .memberRegistered {
                guard (try? queries.member(.member(MemberID(member.position)))) != nil else { continue }
                let all = try queries.feed(.init(sort), page: Page(limit: 0), viewer: nil)
                let expected = all.items.filter { $0.recipe.author.id == "m\(member.position)" }
                let author = try items(queries, limit: 3) { request in
                    request.sort = sort
                    request.author = .member(MemberID(member.position))
                }
                #expect(author == expected.map { $0.repost?.id ?? $0.recipe.id })
            }
        }
    }

    @Test("a cursor is valid in its own feed only") func aCursorGoesOnInItsOwnFeedOnly() throws {
        let queries = Kitchen.queries(HistoryGenerator.history(seed: 3, count: 260))
        let next = try #require(try queries.feed(.init(.newest), page: Page(limit: 1), viewer: nil).next)
        _ = try queries.feed(.init(.newest), page: Page(limit: 9, after: next), viewer: nil)
        var tagged = FeedRequest(.newest)
        tagged.tags = ["vegan"]
        for request in [FeedRequest(.oldest), .init(.hot), tagged] {
            let refusal = #expect(throws: Refusal.self) {
                try queries.feed(request, page: Page(limit: 1, after: next), viewer: nil)
            }
            #expect(refusal?.code == .invalid)
        }
    }

    /// The orders, compared with the numbers that the items show.
    @Test("the shown numbers fall along each order", arguments: 1...12)
    func numbersFallAlongTheirOrder(seed: Int) throws {
        let queries = Kitchen.queries(HistoryGenerator.history(seed: UInt64(seed), count: 260))
        func numbers(_ sort: FeedSort, _ number: (RecipeDocument) -> Int64) throws -> [Int64] {
            try queries.feed(.init(sort), page: Page(limit: 0), viewer: nil).items.map { number($0.recipe) }
        }
        for values in [
            try numbers(.liked, \.likes), try numbers(.top, \.score), try numbers(.discussed, \.comments),
        ] {
            #expect(!values.isEmpty)
            #expect(values == values.sorted(by: >))
        }
    }
}

extension FeedRequest {
    fileprivate init(_ sort: FeedSort) {
        self.init()
        self.sort = sort
    }
}

/// All items of a feed, in pages of that length, as `r12` and `p30`.
func items(
    _ queries: Queries, limit: Int = 0, viewer: Position? = nil, _ change: (inout FeedRequest) -> Void = { _ in }
) throws -> [String] {
    var request = FeedRequest()
    change(&request)
    var names: [String] = []
    var page = Page(limit: limit)
    repeat {
        let answer = try queries.feed(request, page: page, viewer: viewer.map { MemberID($0) })
        names += answer.items.map { $0.repost?.id ?? $0.recipe.id }
        page.after = answer.next
    } while page.after != nil
    return names
}
