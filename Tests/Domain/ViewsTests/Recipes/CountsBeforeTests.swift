import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// Counts from the time before Larder stand beside the counted ones, and change none of them.
@Suite struct CountsBeforeTests {
    private var story = Story()
    private let ada: MemberID
    private let bo: MemberID
    private let soup: Position
    private let stew: Position

    /// The soup brings counts along; the stew, of the same time, has one like of a member.
    init() {
        ada = story.register("ada")
        bo = story.register("bo")
        soup = story.post(by: ada)
        stew = story.post(by: ada)
        var said = ProtoCountsCarriedOver()
        said.likes = 12
        said.downvotes = 3
        story.tell(.recipeCountsCarriedOver, by: .operator, subject: soup, owner: ada, payload: .counts(said))
        story.tell(.recipeLiked, by: bo, subject: stew, owner: ada)
        story.tell(.recipeUpvoted, by: bo, subject: stew, owner: ada)
    }

    private func recipe(_ position: Position) throws -> RecipeDocument {
        try story.queries().recipe(.position(position, letter: "r"), viewer: nil).recipe
    }

    @Test("counts from before are named apart, and a count that is unknown is absent") func apart() throws {
        let soup = try recipe(soup)
        #expect(soup.beforeLarder == CountsBeforeLarder(likes: 12, downvotes: 3))
        #expect(soup.likes == 0 && soup.downvotes == 0 && soup.score == 0 && soup.comments == 0)
        #expect(try recipe(stew).beforeLarder == nil && recipe(stew).likes == 1)
    }

    @Test(
        "counts from before change no order of feeds",
        arguments: [FeedSort.liked, .top, .best, .discussed, .rated, .hot])
    func orders(_ sort: FeedSort) throws {
        var request = FeedRequest()
        request.sort = sort
        let items = try story.queries().feed(request, page: Page(), viewer: nil).items
        #expect(items.map(\.recipe.id) == ["r\(stew)", "r\(soup)"])
        #expect(items.map(\.recipe.beforeLarder?.likes) == [nil, 12])
    }

    @Test("counts from before earn no points and fill no member's list") func standings() throws {
        let profile = try story.queries().profile(.member(ada), viewer: nil)
        #expect(profile.likesReceived == 1 && profile.xp == 22 && profile.pointsCarriedOver == nil)
        #expect(try story.queries().leaderboard(week: nil, page: Page()).entries.map(\.likesReceived) == [1])
    }

    @Test("counts from before stay through edits, deletion and restoration") mutating func stay() throws {
        story.tell(.recipeEdited, by: ada, subject: soup, owner: ada, payload: .recipe(ProtoRecipeContent()))
        #expect(try recipe(soup).beforeLarder?.likes == 12)
        story.tell(.recipeDeleted, by: ada, subject: soup, owner: ada)
        story.tell(.recipeRestored, by: ada, subject: soup, owner: ada)
        #expect(try recipe(soup).beforeLarder?.likes == 12)
    }
}
