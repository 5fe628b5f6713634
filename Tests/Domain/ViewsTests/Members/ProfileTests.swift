import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

/// «Members»: the profile, field by field, and a member's lists.
@Suite struct ProfileTests {
    var story = Story()
    let ada: MemberID
    let bo: MemberID
    let cy: MemberID

    init() {
        ada = story.register("ada", at: "2026-01-02T03:04:05.678Z")
        bo = story.register("bo")
        cy = story.register("cy")
    }

    private func profile(_ member: MemberID, viewer: MemberID? = nil) throws -> ProfileAnswer {
        try story.queries().profile(.member(member), viewer: viewer)
    }

    @Test("joinedAt = the registration's occurredAt; a new member has nothing yet")
    func beginnings() throws {
        let profile = try profile(ada)
        #expect(profile.id == ada.description && profile.username == "ada" && profile.name == "ADA")
        #expect(profile.joinedAt == "2026-01-02T03:04:05.678Z" && profile.role == "member" && !profile.banned)
        #expect([profile.recipes, profile.followers, profile.following, profile.likesReceived] == [0, 0, 0, 0])
        #expect([profile.comments, profile.bookmarks, profile.xp] == [0, 0, 0])
        #expect(profile.level == "Beginner Cook" && profile.nextLevelAt == 50 && profile.badges.isEmpty)
    }

    @Test("recipes counts the living")
    mutating func recipes() throws {
        let soup = story.post(by: ada)
        story.post(by: ada)
        #expect(try profile(ada).recipes == 2)
        story.tell(.recipeDeleted, by: ada, subject: soup, owner: ada)
        #expect(try profile(ada).recipes == 1)
        story.tell(.recipeRestored, by: ada, subject: soup, owner: ada)
        #expect(try profile(ada).recipes == 2)
    }

    @Test("likesReceived, comments and bookmarks are net, over all weeks, own likes excluded")
    mutating func counts() throws {
        let soup = story.post(by: ada)
        for (member, day) in [(ada, "05"), (bo, "05"), (cy, "12")] {
            story.tell(.recipeLiked, by: member, subject: soup, owner: ada, at: "2026-01-\(day)T08:00:00Z")
        }
        let comments = ["05", "12"].map {
            story.comment(on: soup, of: ada, by: ada, at: "2026-01-\($0)T08:00:00Z")
        }
        story.tell(.recipeBookmarked, by: ada, subject: soup, owner: ada)
        var profile = try profile(ada)
        #expect([profile.likesReceived, profile.comments, profile.bookmarks] == [2, 2, 1])
        #expect(profile.xp == 10 + 2 * 2 + 2 + 1)
        let recipe = try story.queries().recipe(.position(soup, letter: "r"), viewer: nil).recipe
        #expect(recipe.likes == 3)
        story.tell(.recipeUnliked, by: cy, subject: soup, owner: ada, creditedAt: "2026-01-12T08:00:00Z")
        story.tell(.commentDeleted, by: ada, subject: comments[1], owner: ada, creditedAt: "2026-01-12T08:00:00Z")
        story.tell(.recipeUnbookmarked, by: ada, subject: soup, owner: ada)
        profile = try self.profile(ada)
        #expect([profile.likesReceived, profile.comments, profile.bookmarks] == [1, 1, 0])
        #expect(profile.xp == 10 + 2 + 1)
    }

    @Test("for a viewer: follows, followsViewer, blocked; for a guest and oneself none of them")
    mutating func viewers() throws {
        story.tell(.memberFollowed, by: bo, subject: ada.position, owner: ada)
        story.tell(.memberFollowed, by: ada, subject: cy.position, owner: cy)
        let bos = try profile(ada, viewer: bo)
        #expect(bos.follows == true && bos.followsViewer == false && bos.blocked == false)
        let cys = try profile(ada, viewer: cy)
        #expect(cys.follows == false && cys.followsViewer == true)
        story.tell(.memberBlocked, by: cy, subject: ada.position, owner: ada)
        #expect(try profile(ada, viewer: cy).blocked == true)
        for viewer in [nil, ada] {
            let profile = try profile(ada, viewer: viewer)
            #expect(profile.follows == nil && profile.followsViewer == nil && profile.blocked == nil)
        }
    }

    @Test(
        "e-mail and phone are shown to the member and to moderators only", arguments: [Role.member, .moderator, .admin])
    mutating func contact(role: Role) throws {
        var said = ProtoMemberProfileChanged()
        said.phone = "+49 30 1234"
        story.tell(.memberProfileChanged, by: ada, subject: ada.position, owner: ada, payload: .profileChange(said))
        story.tell(.memberRoleChanged, by: .operator, subject: bo.position, owner: bo, value: role.rawValue)
        let sees = role != .member
        let seen = try profile(ada, viewer: bo)
        #expect((seen.email != nil) == sees && (seen.phone != nil) == sees)
        let own = try profile(ada, viewer: ada)
        #expect(own.email == "ada@example.org" && own.phone == "+49 30 1234")
        let guest = try profile(ada)
        #expect(guest.email == nil && guest.phone == nil)
    }

    @Test("followers and following: lists and counts, newest first; a deleted member's follows leave both")
    mutating func follows() throws {
        story.tell(.memberFollowed, by: bo, subject: ada.position, owner: ada, at: "2026-01-06T00:00:00Z")
        story.tell(.memberFollowed, by: cy, subject: ada.position, owner: ada, at: "2026-01-05T00:00:00Z")
        story.tell(.memberFollowed, by: ada, subject: bo.position, owner: bo, at: "2026-01-05T00:00:00Z")
        story.tell(.memberFollowed, by: ada, subject: cy.position, owner: cy, at: "2026-01-06T00:00:00Z")
        func names() throws -> [[String]] {
            let queries = story.queries()
            return [
                try queries.followers(of: .member(ada), viewer: nil, page: Page()).members.map(\.username),
                try queries.following(of: .member(ada), viewer: nil, page: Page()).members.map(\.username),
            ]
        }
        #expect(try names() == [["bo", "cy"], ["cy", "bo"]])
        #expect(try profile(ada).followers == 2 && profile(ada).following == 2)
        story.tell(.memberDeleted, by: cy, subject: cy.position, owner: cy)
        #expect(try names() == [["bo"], ["bo"]])
        #expect(try profile(ada).followers == 1 && profile(ada).following == 1)
    }

    @Test("their recipes, reposts, liked and bookmarked: newest first, the deleted left out")
    mutating func lists() throws {
        let recipes = (0..<3).map { story.post(by: bo, at: "2026-01-0\(7 - $0)T00:00:00Z") }
        var reposts: [Position] = []
        for (index, recipe) in recipes.enumerated() {
            let time = "2026-01-1\(index)T00:00:00Z"
            story.tell(.recipeLiked, by: ada, subject: recipe, owner: bo, at: time)
            story.tell(.recipeBookmarked, by: ada, subject: recipe, owner: bo, at: time)
            reposts.append(story.tell(.recipeReposted, by: ada, subject: recipe, owner: bo, at: time))
        }
        func ids(_ list: RecipeList, _ member: MemberID) throws -> [String] {
            try story.queries().recipes(list, of: member, page: Page(), viewer: nil).recipes.map(\.id)
        }
        func repostIDs() throws -> [String?] {
            try story.queries().reposts(of: ada, page: Page(), viewer: nil).items.map { $0.repost?.id }
        }
        let names = recipes.map { "r\($0)" }
        #expect(try ids(.posted, bo) == names)
        #expect(try ids(.liked, ada) == names.reversed())
        #expect(try ids(.bookmarked, ada) == names.reversed())
        #expect(try repostIDs() == reposts.reversed().map { "p\($0)" })
        story.tell(.repostDeleted, by: ada, subject: reposts[2], owner: bo)
        story.tell(.recipeDeleted, by: bo, subject: recipes[1], owner: bo)
        #expect(try ids(.posted, bo) == [names[0], names[2]])
        #expect(try ids(.liked, ada) == [names[2], names[0]])
        #expect(try ids(.bookmarked, ada) == [names[2], names[0]])
        #expect(try repostIDs() == ["p\(reposts[0])"])
    }
}
