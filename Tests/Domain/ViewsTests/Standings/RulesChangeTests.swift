import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// «From then on all standings are those of the newest rules up to the position asked for.»
@Suite struct RulesChangeTests {
    var story = Story()

    private mutating func change(_ change: (inout Rules) -> Void) {
        var rules = Rules.standard
        change(&rules)
        story.tell(.rulesChanged, by: .operator, payload: .rules(rules.message))
    }

    @Test("new rules weigh all weeks again") mutating func allWeeksAreWeighedAnew() throws {
        let ada = story.register("ada", at: "2020-01-01T00:00:00Z")
        let bo = story.register("bo", at: "2020-01-01T00:00:00Z")
        let recipe = story.post(by: ada, at: "2026-01-05T00:00:00Z")
        for _ in 0..<3 { _ = story.comment(on: recipe, of: ada, by: bo, at: "2026-01-06T00:00:00Z") }
        func board() throws -> [String] {
            try story.queries().leaderboard(week: Week("2026-W02"), page: Page()).entries
                .map { "\($0.username) \($0.engagement)/\($0.activeDays)" }
        }
        #expect(try board() == ["ada 10/1", "bo 3/1"])
        change { $0.awards = AwardRules([.recipes: 1, .comments: 5], dailyCaps: [.comments: 2]) }
        #expect(try board() == ["bo 10/1", "ada 1/1"])
        #expect(story.queries().standing(of: bo).xp == 10)
        change { $0.awards = AwardRules([.bookmarks: 1]) }
        #expect(try board() == [])
        #expect(story.queries().leaderboardWeeks().weeks.isEmpty)
        change { _ in }
        #expect(try board() == ["ada 10/1", "bo 3/1"])
    }

    @Test("other acts can be worth points") mutating func otherActsCanBeWorthPoints() throws {
        let ada = story.register("ada")
        let bo = story.register("bo")
        let recipe = story.post(by: ada)
        let comment = story.comment(on: recipe, of: ada, by: bo)
        story.tell(.recipeCooked, by: bo, subject: recipe, owner: ada)
        story.tell(.commentLiked, by: ada, subject: comment, owner: bo)
        story.tell(.commentLiked, by: bo, subject: comment, owner: bo)
        story.tell(.memberFollowed, by: bo, subject: ada.position, owner: ada)
        change {
            $0.awards = AwardRules([.cooked: 100, .commentLikesReceived: 10, .followersWon: 1])
        }
        #expect(story.queries().standing(of: ada).xp == 1)
        #expect(story.queries().standing(of: bo).xp == 110)
        story.tell(.commentUnliked, by: ada, subject: comment, owner: bo)
        story.tell(.memberUnfollowed, by: bo, subject: ada.position, owner: ada)
        #expect(story.queries().standing(of: ada).xp == 0)
        #expect(story.queries().standing(of: bo).xp == 100)
    }

    @Test("levels and badges follow the newest rules") mutating func levelsAndBadgesFollowTheNewestRules() throws {
        let ada = story.register("ada")
        let bo = story.register("bo")
        let recipe = story.post(by: ada)
        story.tell(.recipeLiked, by: bo, subject: recipe, owner: ada)
        #expect(story.queries().standing(of: ada).level == "Beginner Cook")
        #expect(!story.queries().standing(of: ada).badges.contains("Loved Chef"))
        change {
            $0.levels = [.init("Guest", from: 0), .init("Regular", from: 12)]
            $0.badges.lovedLikes = 1
        }
        #expect(story.queries().standing(of: ada).level == "Regular")
        #expect(story.queries().standing(of: ada).nextLevelAt == nil)
        #expect(story.queries().standing(of: ada).badges.contains("Loved Chef"))
    }

    @Test("the order by rating follows the newest prior") mutating func theRatedOrderFollowsTheNewPrior() throws {
        let ada = story.register("ada")
        let bo = story.register("bo")
        let (often, once) = (story.post(by: ada), story.post(by: ada))
        for member in [ada, bo] { story.tell(.recipeRated, by: member, subject: often, owner: ada, value: 4) }
        story.tell(.recipeRated, by: bo, subject: once, owner: ada, value: 5)
        func order() throws -> [String] {
            var request = FeedRequest()
            request.sort = .rated
            return try story.queries().feed(request, page: Page(), viewer: nil).items.map(\.recipe.id)
        }
        #expect(try order() == ["r\(once)", "r\(often)"])
        change { $0.rating = RatingPrior(stars: 1, weight: 100) }
        #expect(try order() == ["r\(often)", "r\(once)"])
        change { $0.rating = RatingPrior(stars: 1, weight: 0) }
        #expect(try order() == ["r\(once)", "r\(often)"])
    }
}
