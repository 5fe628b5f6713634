import Events
import Layout
import Testing
import Views

@Suite struct StandingTests {
    var story = Story()

    @Test(
        "levels begin at their thresholds and name the next one",
        arguments: [
            (-5, "Beginner Cook", 50), (0, "Beginner Cook", 50), (49, "Beginner Cook", 50), (50, "Home Chef", 150),
            (149, "Home Chef", 150), (150, "Pro Chef", 400), (400, "Master Chef", nil),
        ] as [(Int64, String, Int64?)])
    func levels(xp: Int64, name: String, next: Int64?) {
        let level = Rules.standard.level(xp: xp)
        #expect(level.name == name)
        #expect(level.nextAt == next)
    }

    @Test(
        "top places are a tenth of the participants, rounded up, and none among fewer than five",
        arguments: [(1, 0), (4, 0), (5, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
    func topPlacesAreATenthRoundedUp(participants: Int, places: Int) {
        #expect(Rules.standard.topPlaces(participants: participants) == places)
    }

    @Test("only a removal by a moderator takes the creator's badge")
    mutating func onlyAModeratorsRemovalTakesTheCreatorsBadge() {
        let ada = story.register("ada")
        let recipe = story.post(by: ada)
        func badges() -> [String] { story.queries().standing(of: ada).badges }
        #expect(badges() == ["Recipe Creator"])
        story.tell(.recipeDeleted, by: ada, subject: recipe, owner: ada)
        #expect(badges() == ["Recipe Creator"])
        #expect(story.queries().standing(of: ada).xp == 0)
        story.tell(.recipeRestored, by: ada, subject: recipe, owner: ada)
        story.tell(.recipeDeleted, by: .operator, subject: recipe, owner: ada)
        #expect(badges() == [])
        story.tell(.recipeRestored, by: .operator, subject: recipe, owner: ada)
        #expect(badges() == ["Recipe Creator"])
        #expect(story.queries().standing(of: ada).xp == 10)
    }

    @Test("twelve likes in one week give the trending badge, thirty in all the loved badge")
    mutating func manyLikesInOneWeekTrendAndManyInAllAreLoved() {
        let ada = story.register("ada")
        let fans = (0..<30).map { story.register("fan\($0)") }
        let recipe = story.post(by: ada)
        for (index, fan) in fans.enumerated() {
            if index == 11 { #expect(!story.queries().standing(of: ada).badges.contains("Trending Chef")) }
            if index == 29 { #expect(!story.queries().standing(of: ada).badges.contains("Loved Chef")) }
            // Twelve in the first week, the others in the next two.
            let day = index < 12 ? "05" : index < 23 ? "12" : "19"
            story.tell(.recipeLiked, by: fan, subject: recipe, owner: ada, at: "2026-01-\(day)T08:00:00Z")
        }
        let standing = story.queries().standing(of: ada)
        #expect(standing.badges == ["Loved Chef", "Recipe Creator", "Trending Chef"])
        #expect(standing.likesReceived == 30)
        #expect(standing.xp == 70)
        #expect(standing.level == "Home Chef")
        #expect(standing.nextLevelAt == 150)
    }

    @Test("eight comments in one week give the helper's badge") mutating func eightCommentsInOneWeekHelp() {
        let ada = story.register("ada")
        let recipe = story.post(by: ada)
        for _ in 0..<7 { story.comment(on: recipe, of: ada, by: ada) }
        #expect(!story.queries().standing(of: ada).badges.contains("Community Helper"))
        story.comment(on: recipe, of: ada, by: ada)
        #expect(story.queries().standing(of: ada).badges.contains("Community Helper"))
    }

    @Test("the top contributor's badge follows the place and not a shared rank")
    mutating func topContributorsStandFirstByPlace() {
        let ada = story.register("ada")
        let bo = story.register("bo")
        story.post(by: ada)
        story.post(by: bo)
        for name in ["cy", "dee", "eli", "fay"] { story.post(by: story.register(name)) }
        #expect(!story.queries().standing(of: ada).badges.contains("Top Contributor"))
        story.tell(.memberLoggedIn, by: bo, at: "2026-01-12T00:00:00Z")
        #expect(story.queries().standing(of: ada).badges.contains("Top Contributor"))
        // The same rank, but the second place.
        #expect(!story.queries().standing(of: bo).badges.contains("Top Contributor"))
        story.ban(ada)
        #expect(!story.queries().standing(of: ada).badges.contains("Top Contributor"))
        #expect(story.queries().standing(of: bo).badges.contains("Top Contributor"))
    }
}
