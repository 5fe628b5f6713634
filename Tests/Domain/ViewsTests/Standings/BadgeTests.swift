import Events
import Layout
import Testing
import Views

/// Every badge at its threshold, with the standard thresholds and with others.
@Suite struct BadgeTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let rule: String
        let badge: Badge
        let has: Bool
        /// Likes, or comments, in the first week and in the second.
        let likes: [Int]
        let comments: [Int]

        var testDescription: String { rule }

        init(_ rule: String, _ badge: Badge, _ has: Bool, likes: [Int] = [], comments: [Int] = []) {
            self.rule = rule
            self.badge = badge
            self.has = has
            self.likes = likes
            self.comments = comments
        }
    }

    static let standard = [
        Row("Trending Chef: 12 likes received in some week", .trendingChef, true, likes: [12]),
        Row("Trending Chef: not 11", .trendingChef, false, likes: [11]),
        Row("Trending Chef: not 11 in each of two weeks", .trendingChef, false, likes: [11, 11]),
        Row("Trending Chef: in a later week as well", .trendingChef, true, likes: [1, 12]),
        Row("Community Helper: 8 comments in some week", .communityHelper, true, comments: [8]),
        Row("Community Helper: not 7", .communityHelper, false, comments: [7]),
        Row("Community Helper: not 7 in each of two weeks", .communityHelper, false, comments: [7, 7]),
        Row("Loved Chef: 30 likes received in all", .lovedChef, true, likes: [15, 15]),
        Row("Loved Chef: not 29", .lovedChef, false, likes: [15, 14]),
        Row("Recipe Creator: a recipe that was not removed", .recipeCreator, true),
    ]

    static let changed = [
        Row("trendingLikes: 3", .trendingChef, true, likes: [3]),
        Row("trendingLikes: not 2", .trendingChef, false, likes: [2, 2]),
        Row("helpfulComments: 2", .communityHelper, true, comments: [2]),
        Row("helpfulComments: not 1", .communityHelper, false, comments: [1, 1]),
        Row("lovedLikes: 5", .lovedChef, true, likes: [2, 3]),
        Row("lovedLikes: not 4", .lovedChef, false, likes: [2, 2]),
    ]

    private func badges(_ row: Row, _ rules: Rules?) -> [String] {
        var story = Story()
        let ada = story.register("ada", at: "2020-01-01T00:00:00Z")
        let soup = story.post(by: ada, at: "2020-01-01T00:00:00Z")
        for (week, count) in row.likes.enumerated() {
            for number in 0..<count {
                let fan = story.register("fan\(week)x\(number)", at: "2020-01-01T00:00:00Z")
                story.tell(
                    .recipeLiked, by: fan, subject: soup, owner: ada, at: "2026-01-\(week == 0 ? "05" : "12")T00:00:00Z"
                )
            }
        }
        for (week, count) in row.comments.enumerated() {
            for _ in 0..<count {
                story.comment(on: soup, of: ada, by: ada, at: "2026-01-\(week == 0 ? "05" : "12")T00:00:00Z")
            }
        }
        if let rules { story.tell(.rulesChanged, by: .operator, payload: .rules(rules.message)) }
        return story.queries().standing(of: ada).badges
    }

    @Test("badges, at their standard thresholds", arguments: standard)
    func standardThresholds(_ row: Row) {
        #expect(badges(row, nil).contains(row.badge.rawValue) == row.has)
    }

    @Test("badge thresholds are rules", arguments: changed)
    func changedThresholds(_ row: Row) {
        var rules = Rules.standard
        rules.badges = .init(trendingLikes: 3, helpfulComments: 2, lovedLikes: 5, topPercent: 10)
        #expect(badges(row, rules).contains(row.badge.rawValue) == row.has)
    }

    @Test("badges are a function of the record as it stands: what is taken back no longer counts for them")
    func takenBack() {
        var story = Story()
        let ada = story.register("ada")
        let soup = story.post(by: ada)
        let comments = (0..<8).map { _ in story.comment(on: soup, of: ada, by: ada) }
        #expect(story.queries().standing(of: ada).badges.contains("Community Helper"))
        story.tell(.commentDeleted, by: ada, subject: comments[3], owner: ada)
        #expect(!story.queries().standing(of: ada).badges.contains("Community Helper"))
    }

    /// That many members with one recipe each: the board is in the order of their ids, and all share rank 1.
    private func community(of count: Int) -> (story: Story, members: [MemberID]) {
        var story = Story()
        let members = (0..<count).map { story.register("cook\($0)", at: "2020-01-01T00:00:00Z") }
        for member in members { story.post(by: member, at: "2026-01-05T00:00:00Z") }
        return (story, members)
    }

    private func topCount(_ story: Story, _ members: [MemberID]) -> Int {
        let have = members.map { story.queries().standing(of: $0).badges.contains("Top Contributor") }
        #expect(have == have.sorted { $0 && !$1 }, "by place")
        return have.count { $0 }
    }

    @Test(
        "Top Contributor: the first ceil(10 %) of a completed week's board of five or more, by place and not by rank",
        arguments: [(1, 0), (4, 0), (5, 1), (9, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
    func topContributors(participants: Int, places: Int) {
        var (story, members) = community(of: participants)
        #expect(topCount(story, members) == 0)
        story.tell(.memberLoggedIn, by: members[0], at: "2026-01-12T00:00:00Z")
        #expect(topCount(story, members) == places)
    }

    @Test("topPercent is a rule", arguments: [(1, 1), (50, 5), (51, 6), (100, 10)])
    func topPercent(percent: Int, places: Int) {
        var (story, members) = community(of: 10)
        story.tell(.memberLoggedIn, by: members[0], at: "2026-01-12T00:00:00Z")
        var rules = Rules.standard
        rules.badges.topPercent = percent
        story.tell(.rulesChanged, by: .operator, payload: .rules(rules.message))
        #expect(topCount(story, members) == places)
    }

    @Test("topContributorMinParticipants is a rule; without it, it is 5", arguments: [(1, 1), (6, 1), (7, 0)])
    func topContributorMinParticipants(fewest: UInt32, places: Int) {
        var (story, members) = community(of: 6)
        story.tell(.memberLoggedIn, by: members[0], at: "2026-01-12T00:00:00Z")
        var rules = Rules.standard.message
        rules.badges.topContributorMinParticipants = fewest
        story.tell(.rulesChanged, by: .operator, payload: .rules(rules))
        #expect(topCount(story, members) == places)
        // Rules that earlier versions stored say nothing about it.
        rules.badges.clearTopContributorMinParticipants()
        story.tell(.rulesChanged, by: .operator, payload: .rules(rules))
        #expect(topCount(story, members) == 1)
        // Banned and deleted members do not participate.
        story.ban(members[5])
        #expect(topCount(story, members) == 1)
        story.tell(.memberDeleted, by: members[4], subject: members[4].position, owner: members[4])
        #expect(topCount(story, members) == 0)
    }

    @Test(
        "levels: Beginner Cook 0, Home Chef 50, Pro Chef 150, Master Chef 400, at or above",
        arguments: [
            (0, "Beginner Cook", 50), (49, "Beginner Cook", 50), (50, "Home Chef", 150), (149, "Home Chef", 150),
            (150, "Pro Chef", 400), (399, "Pro Chef", 400), (400, "Master Chef", nil), (401, "Master Chef", nil),
        ] as [(Int, String, Int64?)])
    func levels(xp: Int, name: String, next: Int64?) {
        var story = Story()
        let ada = story.register("ada")
        let soup = story.post(by: story.register("bo"))
        for _ in 0..<xp / 10 { story.post(by: ada) }
        for _ in 0..<xp % 10 { story.comment(on: soup, of: ada, by: ada) }
        let standing = story.queries().standing(of: ada)
        #expect(standing.xp == Int64(xp) && standing.level == name && standing.nextLevelAt == next)
    }
}
