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
            guard queries.member(called: "bo") != nil else { return false }
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
