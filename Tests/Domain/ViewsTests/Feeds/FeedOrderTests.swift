import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

/// Every sort and every mode of «Feeds».
@Suite struct FeedOrderTests {
    private static let start: Int64 = 1_200_000_000

    /// Four recipes A to D, each 20,000 seconds after the one before, which every order sorts differently; P reposts B,
    /// last of all.
    private static func kitchen() -> (kitchen: Kitchen, viewer: Position) {
        var kitchen = Kitchen()
        let author = kitchen.register("ada")
        let cooks = (0..<14).map { kitchen.register("cook\($0)") }
        func opine(
            _ recipe: Position, likes: Int, up: Int, down: Int, stars: [UInt8], comments: Int
        ) {
            for member in cooks.prefix(likes) { kitchen.add(.recipeLiked, by: member, on: recipe, owner: author) }
            for member in cooks.prefix(up) { kitchen.add(.recipeUpvoted, by: member, on: recipe, owner: author) }
            for member in cooks.dropFirst(up).prefix(down) {
                kitchen.add(.recipeDownvoted, by: member, on: recipe, owner: author)
            }
            for (member, stars) in zip(cooks, stars) {
                kitchen.add(.recipeRated, by: member, on: recipe, owner: author, value: stars)
            }
            for member in cooks.prefix(comments) { _ = kitchen.comment("Fine", by: member, on: recipe) }
        }
        let recipes = ["A", "B", "C", "D"].enumerated().map { index, title in
            kitchen.post(title, by: author, at: start + 20_000 * Int64(index))
        }
        opine(recipes[0], likes: 1, up: 5, down: 0, stars: [5, 5, 5, 5, 5], comments: 0)
        opine(recipes[1], likes: 3, up: 9, down: 4, stars: [4], comments: 2)
        opine(recipes[2], likes: 0, up: 1, down: 0, stars: [5], comments: 4)
        opine(recipes[3], likes: 3, up: 0, down: 2, stars: [1], comments: 2)
        kitchen.add(.recipeReposted, by: cooks[0], on: recipes[1], owner: author, at: start + 100_000)
        return (kitchen, cooks[0])
    }

    private static func titles(_ answer: FeedAnswer) -> String {
        answer.items.map { $0.repost == nil ? $0.recipe.title : "P" }.joined()
    }

    private static func titles(
        _ kitchen: Kitchen, viewer: Position? = nil, _ change: (inout FeedRequest) -> Void
    ) throws -> String {
        var request = FeedRequest()
        change(&request)
        return titles(
            try kitchen.queries.feed(request, page: Page(limit: 0), viewer: viewer.map { MemberID($0) }))
    }

    @Test(
        "sorts: newest and oldest with reposts; by likes, score, hot, Wilson, Bayesian mean and comments recipes only",
        arguments: [
            (.newest, "PDCBA"), (.oldest, "ABCDP"), (.liked, "DBAC"), (.top, "BACD"), (.hot, "BDCA"), (.best, "ABCD"),
            (.rated, "ACBD"), (.discussed, "CDBA"),
        ] as [(FeedSort, String)])
    func sorts(_ sort: FeedSort, _ expected: String) throws {
        #expect(try Self.titles(Self.kitchen().kitchen) { $0.sort = sort } == expected)
    }

    @Test("without a sort: newest")
    func newestIsTheDefault() throws {
        #expect(try Self.titles(Self.kitchen().kitchen) { _ in } == "PDCBA")
    }

    @Test("ties: newer first, then higher id, in every order", arguments: FeedSort.open)
    func ties(_ sort: FeedSort) throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada")
        for title in ["A", "B"] { _ = kitchen.post(title, by: ada, at: Self.start) }
        _ = kitchen.post("C", by: ada, at: Self.start - 1)
        #expect(try Self.titles(kitchen) { $0.sort = sort } == (sort == .oldest ? "CAB" : "BAC"))
    }

    @Test("reported: for moderators, recipes with reports alone, those with most reports first")
    func reported() throws {
        var (kitchen, viewer) = Self.kitchen()
        let mod = kitchen.register("mod")
        kitchen.add(.memberRoleChanged, by: Position(1), on: mod, owner: mod, value: Role.moderator.rawValue)
        func report(_ title: String, by count: Int) throws {
            let item = try kitchen.queries.feed(FeedRequest(), page: Page(limit: 0), viewer: nil).items
                .first { $0.recipe.title == title && $0.repost == nil }
            let recipe = try #require(item.flatMap { UInt64($0.recipe.id.dropFirst()) })
            for number in 0..<count {
                kitchen.add(
                    .reportFiled, by: Position(UInt64(number) + 2), on: Position(recipe), owner: Position(1), value: 1)
            }
        }
        func titles(_ viewer: Position?) throws -> String {
            try Self.titles(kitchen, viewer: viewer) { $0.sort = .reported }
        }
        #expect(try titles(mod).isEmpty)
        try report("A", by: 2)
        try report("C", by: 3)
        try report("D", by: 2)
        #expect(try titles(mod) == "CDA")
        for viewer in [nil, viewer] {
            #expect(throws: Refusal.self) { try titles(viewer) }
        }
    }

    @Test("everyone is the default mode; following: recipes and reposts by those whom the viewer follows")
    func following() throws {
        var (kitchen, viewer) = Self.kitchen()
        let follower = kitchen.register("bo")
        func followed() throws -> String {
            try Self.titles(kitchen, viewer: follower) { $0.mode = .following }
        }
        #expect(try followed().isEmpty)
        #expect(try Self.titles(kitchen, viewer: follower) { _ in } == "PDCBA")
        kitchen.add(.memberFollowed, by: follower, on: viewer, owner: viewer)
        #expect(try followed() == "P")
        kitchen.add(.memberFollowed, by: follower, on: Position(1), owner: Position(1))
        #expect(try followed() == "PDCBA")
        #expect(try Self.titles(kitchen, viewer: follower) { ($0.mode, $0.sort) = (.following, .hot) } == "BDCA")
        kitchen.add(.memberUnfollowed, by: follower, on: viewer, owner: viewer)
        #expect(try followed() == "DCBA")
    }

    /// One unit of hot is 45,000 seconds: a suitable recipe precedes recipes that were posted less than that later.
    @Test(
        "for-you: hot key + 1 per matching cuisine or diet",
        arguments: [
            (0, 0, "BA"), (1, 44_999, "AB"), (1, 45_001, "BA"), (2, 89_999, "AB"), (2, 90_001, "BA"),
            (3, 134_999, "AB"), (3, 135_001, "BA"),
        ])
    func forYou(matches: Int, secondsEarlier: Int64, expected: String) throws {
        var kitchen = Kitchen()
        let ada = kitchen.register("ada", cuisines: ["Thai", "Greek"], diets: ["vegan", "gluten-free"])
        let bo = kitchen.register("bo")
        _ = kitchen.post("A", by: bo, at: Self.start - secondsEarlier) { content in
            if matches > 0 { content.cuisine = "thai" }
            if matches > 1 { content.diet.vegan = .yes }
            if matches > 2 { content.diet.glutenFree = .yes }
            content.diet.sugarFree = .yes
        }
        _ = kitchen.post("B", by: bo, at: Self.start) { content in
            content.cuisine = "Italian"
            content.diet.vegan = .no
        }
        #expect(try Self.titles(kitchen, viewer: ada) { $0.mode = .forYou } == expected)
    }

    @Test("for-you takes no other sort, and needs a viewer, as following does")
    func modesAreRefused() throws {
        let (kitchen, viewer) = Self.kitchen()
        for (mode, sort, asks, field) in [
            (.forYou, .hot, viewer, "sort"), (.forYou, nil, nil, "mode"), (.following, nil, nil, "mode"),
        ] as [(FeedMode, FeedSort?, Position?, String)] {
            let refusal = #expect(throws: Refusal.self) {
                try Self.titles(kitchen, viewer: asks) { ($0.mode, $0.sort) = (mode, sort) }
            }
            #expect(refusal?.code == (asks == nil ? .unauthenticated : .invalid) && refusal?.field == field)
        }
    }

    @Test("a repost item names its reposter and quote, and shows the recipe as it is now")
    func repostsShowWhatIsNow() throws {
        var kitchen = Kitchen()
        let (ada, bo) = (kitchen.register("ada"), kitchen.register("bo"))
        let soup = kitchen.post("Soup", by: ada)
        let repost = kitchen.add(
            .recipeReposted, by: bo, on: soup, owner: ada, payload: .quote(.with { $0.quote = "Try it" }))
        kitchen.add(.recipeEdited, by: ada, on: soup, owner: ada, payload: .recipe(.with { $0.title = "Stew" }))
        kitchen.add(.recipeLiked, by: bo, on: soup, owner: ada)
        let item = try #require(try kitchen.queries.feed(FeedRequest(), page: Page(), viewer: nil).items.first)
        #expect(item.kind == "repost" && item.repost?.id == "p\(repost)")
        #expect(item.repost?.by.username == "bo" && item.repost?.quote == "Try it")
        #expect(item.recipe.title == "Stew" && item.recipe.likes == 1 && item.recipe.author.username == "ada")
        #expect(item.recipe.ingredients == nil && item.recipe.steps == nil)
    }

    @Test("an item whose key did not change appears exactly once while new events arrive", arguments: FeedSort.open)
    func pagesWhileEventsArrive(_ sort: FeedSort) throws {
        var (kitchen, viewer) = Self.kitchen()
        var request = FeedRequest()
        request.sort = sort
        let whole = try Self.titles(kitchen) { $0.sort = sort }
        var page = Page(limit: 1)
        var seen = ""
        var round = 0
        repeat {
            let answer = try kitchen.queries.feed(request, page: page, viewer: nil)
            seen += Self.titles(answer)
            page.after = answer.next
            // Newer than all others: first, or last in «oldest».
            let time = sort == .oldest ? Self.start - 1_000_000 : Self.start + 1_000_000
            if round < 3 { _ = kitchen.post("n", by: viewer, at: time + Int64(round)) }
            round += 1
        } while page.after != nil && round < 30
        #expect(seen.filter { $0 != "n" } == whole)
    }
}
