import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

/// Deleted entities and those of deleted or (in feeds, search, boards, discover) banned members are left out of every
/// list. Members on either side of a block with the viewer are left out of that viewer's lists.
@Suite struct VisibilityTests {
    struct List: CustomTestStringConvertible, Sendable {
        let name: String
        /// Whether a ban hides its members, too.
        var hidesBanned = false
        /// Whether the list contains something of bo's.
        let showsBo: @Sendable (Scene, Queries, MemberID?) throws -> Bool

        var testDescription: String { name }
    }

    /// bo's stew, on which all members have acted, and bo's acts on ada's soup.
    struct Scene {
        var kitchen = Kitchen()
        let ada: MemberID
        let bo: MemberID
        let cy: MemberID
        let soup: Position
        let stew: Position

        init() {
            ada = MemberID(kitchen.register("ada"))
            bo = MemberID(kitchen.register("bo"))
            cy = MemberID(kitchen.register("cy"))
            soup = kitchen.post("Soup", by: ada.position)
            stew = kitchen.post("Stew", by: bo.position) { content in
                content.tags = ["spicy"]
                content.cuisine = "Thai"
            }
            _ = kitchen.comment("From bo", by: bo.position, on: soup)
            for (kind, actor, subject, owner) in [
                (.recipeReposted, bo, soup, ada), (.recipeReposted, cy, stew, bo), (.recipeLiked, cy, stew, bo),
                (.recipeBookmarked, cy, stew, bo), (.memberFollowed, bo, ada.position, ada),
                (.memberFollowed, ada, bo.position, bo), (.recipeLiked, bo, soup, ada),
            ] as [(EventKind, MemberID, Position, MemberID)] {
                kitchen.add(kind, by: actor.position, on: subject, owner: owner.position)
            }
            kitchen.add(
                .recipeCooked, by: bo.position, on: soup, owner: ada.position,
                payload: .note(.with { $0.note = "Cooked by bo" }))
        }
    }

    private static func feed(
        _ queries: Queries, _ viewer: MemberID?, _ change: (inout FeedRequest) -> Void = { _ in }
    ) throws -> [FeedItem] {
        var request = FeedRequest()
        change(&request)
        return try queries.feed(request, page: Page(limit: 0), viewer: viewer).items
    }

    static let lists: [List] = [
        List(name: "feed: recipes", hidesBanned: true) { scene, queries, viewer in
            try feed(queries, viewer) { $0.sort = .hot }.contains { $0.recipe.id == "r\(scene.stew)" }
        },
        List(name: "feed: reposts by the member", hidesBanned: true) { _, queries, viewer in
            try feed(queries, viewer).contains { $0.repost?.by.username == "bo" }
        },
        List(name: "feed: reposts of the member's recipes", hidesBanned: true) { _, queries, viewer in
            try feed(queries, viewer).contains { $0.repost?.by.username == "cy" }
        },
        List(name: "feed: by author", hidesBanned: true) { _, queries, viewer in
            guard let bo = queries.member(called: "bo"), !queries.isClosed(bo, to: viewer) else { return false }
            return try feed(queries, viewer) { $0.author = .username("bo") }.contains { $0.kind == "recipe" }
        },
        List(name: "discover: collections", hidesBanned: true) { _, queries, viewer in
            try queries.discover(showing: 5, viewer: viewer).collections.contains {
                $0.name == "Spicy Dinners" && $0.count == 1
            }
        },
        List(name: "discover: one collection", hidesBanned: true) { _, queries, viewer in
            try !queries.collection("Spicy Dinners", page: Page(), viewer: viewer).recipes.isEmpty
        },
        List(name: "discover: tags", hidesBanned: true) { _, queries, viewer in
            try queries.counts(of: .tags, page: Page(), viewer: viewer).tags?.isEmpty == false
        },
        List(name: "discover: cuisines", hidesBanned: true) { _, queries, viewer in
            try queries.counts(of: .cuisines, page: Page(), viewer: viewer).cuisines?.isEmpty == false
        },
        List(name: "leaderboard", hidesBanned: true) { _, queries, viewer in
            try queries.leaderboard(week: nil, page: Page(), viewer: viewer).entries.contains { $0.username == "bo" }
        },
        List(name: "followers") { scene, queries, viewer in
            try queries.followers(of: .member(scene.ada), viewer: viewer, page: Page()).members
                .contains { $0.username == "bo" }
        },
        List(name: "following") { scene, queries, viewer in
            try queries.following(of: .member(scene.ada), viewer: viewer, page: Page()).members
                .contains { $0.username == "bo" }
        },
        List(name: "comments") { scene, queries, viewer in
            try queries.comments(of: .recipe(RecipeID(scene.soup)), page: Page(), viewer: viewer).comments
                .contains { $0.text == "From bo" }
        },
        List(name: "notes of cooks") { scene, queries, viewer in
            try queries.cookNotes(of: .recipe(RecipeID(scene.soup)), page: Page(), viewer: viewer).notes
                .contains { $0.note == "Cooked by bo" }
        },
        List(name: "notes of cooks on a recipe's page") { scene, queries, viewer in
            let page = try queries.recipe(.recipe(RecipeID(scene.soup)), viewer: viewer).recipe
            return page.cookNotes?.contains { $0.member.username == "bo" } == true
        },
        List(name: "a member's recipes") { scene, queries, viewer in
            try !queries.recipes(.posted, of: scene.bo, page: Page(), viewer: viewer).recipes.isEmpty
        },
        List(name: "a member's liked recipes") { scene, queries, viewer in
            try !queries.recipes(.liked, of: scene.cy, page: Page(), viewer: viewer).recipes.isEmpty
        },
        List(name: "a member's bookmarks") { scene, queries, viewer in
            try !queries.recipes(.bookmarked, of: scene.cy, page: Page(), viewer: viewer).recipes.isEmpty
        },
        List(name: "a member's reposts of another's recipe") { scene, queries, viewer in
            try !queries.reposts(of: scene.bo, page: Page(), viewer: viewer).items.isEmpty
        },
        List(name: "another's reposts of the member's recipe") { scene, queries, viewer in
            try !queries.reposts(of: scene.cy, page: Page(), viewer: viewer).items.isEmpty
        },
        List(name: "members") { _, queries, viewer in
            try queries.members(.init(), page: Page(), viewer: viewer, viewerIsOperator: false).members
                .contains { $0.username == "bo" }
        },
    ]

    private func shows(_ list: List, _ scene: Scene, viewer: MemberID? = nil) throws -> Bool {
        try list.showsBo(scene, scene.kitchen.queries, viewer)
    }

    @Test(
        "members on either side of a block with the viewer are left out of that viewer's lists", arguments: lists)
    func blocked(_ list: List) throws {
        for blocks in [true, false] {
            var scene = Scene()
            let viewer = MemberID(scene.kitchen.register("dee"))
            #expect(try shows(list, scene, viewer: viewer))
            let (one, other) = blocks ? (viewer, scene.bo) : (scene.bo, viewer)
            scene.kitchen.add(.memberBlocked, by: one.position, on: other.position, owner: other.position)
            #expect(try !shows(list, scene, viewer: viewer), "blocks: \(blocks)")
            #expect(try shows(list, scene))
            scene.kitchen.add(.memberUnblocked, by: one.position, on: other.position, owner: other.position)
            #expect(try shows(list, scene, viewer: viewer))
        }
    }

    struct Look: CustomTestStringConvertible, Sendable {
        let name: String
        /// Asks for something of bo's.
        let ask: @Sendable (Scene, Queries, MemberID?) throws -> Void

        var testDescription: String { name }
    }

    static let looks: [Look] = [
        Look(name: "a recipe") { _ = try $1.recipe(.recipe(RecipeID($0.stew)), viewer: $2) },
        Look(name: "a recipe's version") { _ = try $1.recipe(.recipe(RecipeID($0.stew)), version: 1, viewer: $2) },
        Look(name: "a recipe's versions") {
            _ = try $1.versions(of: .recipe(RecipeID($0.stew)), page: Page(), viewer: $2)
        },
        Look(name: "a recipe's differences") {
            _ = try $1.difference(of: .recipe(RecipeID($0.stew)), from: 1, to: 1, viewer: $2)
        },
        Look(name: "a recipe's comments") {
            _ = try $1.comments(of: .recipe(RecipeID($0.stew)), page: Page(), viewer: $2)
        },
        Look(name: "a recipe's notes of cooks") {
            _ = try $1.cookNotes(of: .recipe(RecipeID($0.stew)), page: Page(), viewer: $2)
        },
        Look(name: "a recipe's forks") {
            _ = try $1.descent(of: .recipe(RecipeID($0.stew)), page: Page(), viewer: $2)
        },
        Look(name: "a profile, by name") { _ = try $1.profile(.username("bo"), viewer: $2) },
        Look(name: "a profile, by id") { _ = try $1.profile(.member($0.bo), viewer: $2) },
        Look(name: "points") { _ = try $1.experience(.member($0.bo), page: Page(), viewer: $2) },
        Look(name: "awards") { _ = try $1.awardHistory(of: .member($0.bo), page: Page(), viewer: $2) },
        Look(name: "followers") { _ = try $1.followers(of: .member($0.bo), viewer: $2, page: Page()) },
        Look(name: "following") { _ = try $1.following(of: .member($0.bo), viewer: $2, page: Page()) },
        Look(name: "feed of the author") { _, queries, viewer in
            _ = try feed(queries, viewer) { $0.author = .username("bo") }
        },
        Look(name: "feed of what the member likes") { scene, queries, viewer in
            _ = try feed(queries, viewer) { $0.likedBy = .member(scene.bo) }
        },
    ]

    @Test("to a blocked viewer the blocker's pages are not found, in the words for an unknown name", arguments: looks)
    func closed(_ look: Look) throws {
        func refusal(_ scene: Scene, viewer: MemberID?) -> Refusal? {
            do { try look.ask(scene, scene.kitchen.queries, viewer) } catch { return error as? Refusal }
            return nil
        }
        var scene = Scene()
        let viewer = MemberID(scene.kitchen.register("dee"))
        #expect(refusal(scene, viewer: viewer) == nil)
        var other = scene
        other.kitchen.add(.memberBlocked, by: viewer.position, on: scene.bo.position, owner: scene.bo.position)
        // The blocker still finds what is to be unblocked.
        #expect(refusal(other, viewer: viewer) == nil)
        scene.kitchen.add(.memberBlocked, by: scene.bo.position, on: viewer.position, owner: viewer.position)
        let closed = try #require(refusal(scene, viewer: viewer))
        #expect(closed.code == .notFound && !closed.message.contains("block"))
        #expect(refusal(scene, viewer: nil) == nil && refusal(scene, viewer: scene.cy) == nil)
        // Whether it is deleted is not to be learnt either.
        scene.kitchen.add(.recipeDeleted, by: scene.bo.position, on: scene.stew, owner: scene.bo.position)
        #expect(refusal(scene, viewer: viewer)?.code == .notFound)
    }

    @Test("a name near the blocker's is not proposed to the blocked viewer") func proposals() throws {
        var scene = Scene()
        let viewer = MemberID(scene.kitchen.register("dee"))
        #expect(scene.kitchen.queries.nearestUsernames(to: "boo", for: viewer) == ["bo"])
        scene.kitchen.add(.memberBlocked, by: scene.bo.position, on: viewer.position, owner: viewer.position)
        #expect(scene.kitchen.queries.nearestUsernames(to: "boo", for: viewer) == [])
        #expect(scene.kitchen.queries.nearestUsernames(to: "boo", for: nil) == ["bo"])
    }

    @Test("deleted members' are left out of every list", arguments: lists)
    func deleted(_ list: List) throws {
        var scene = Scene()
        scene.kitchen.add(.memberDeleted, by: scene.bo.position, on: scene.bo.position, owner: scene.bo.position)
        #expect(try !shows(list, scene))
    }

    @Test("banned members' are left out of feeds, boards and discover, and of nothing else", arguments: lists)
    func banned(_ list: List) throws {
        var scene = Scene()
        scene.kitchen.add(.memberBanned, on: scene.bo.position, owner: scene.bo.position)
        #expect(try shows(list, scene) == !list.hidesBanned)
        scene.kitchen.add(.memberUnbanned, on: scene.bo.position, owner: scene.bo.position)
        #expect(try shows(list, scene))
    }

    @Test("ranks and participants are counted without banned members, for every viewer")
    func ranks() throws {
        var scene = Scene()
        let board = try scene.kitchen.queries.leaderboard(week: nil, page: Page())
        #expect(board.entries.map(\.username) == ["bo", "ada", "cy"] && board.participants == 3)
        scene.kitchen.add(.memberBanned, on: scene.bo.position, owner: scene.bo.position)
        let without = try scene.kitchen.queries.leaderboard(week: nil, page: Page())
        #expect(without.entries.map(\.username) == ["ada", "cy"] && without.entries.map(\.rank) == [1, 2])
        #expect(without.participants == 2)
    }
}
