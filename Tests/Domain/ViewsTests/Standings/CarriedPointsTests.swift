import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// Points from the time before Larder: in the XP and the level, in no week, on no board.
@Suite struct CarriedPointsTests {
    private var story = Story()
    private let ada: MemberID
    private let bo: MemberID
    private let event: Position
    private static let all = Page(limit: 0)

    /// ada brings 395 points along, and earns 10 here.
    init() {
        ada = story.register("ada")
        bo = story.register("bo")
        var said = ProtoPointsCarriedOver()
        said.points = 395
        event = story.tell(
            .memberPointsCarriedOver, by: .operator, subject: ada.position, owner: ada, at: "2020-03-02T08:00:00Z",
            payload: .points(said))
        story.post(by: ada)
    }

    @Test("points carried over count in the XP and the level, and the profile names them")
    func experience() throws {
        let queries = story.queries()
        let profile = try queries.profile(.member(ada), viewer: nil)
        #expect(profile.xp == 405 && profile.pointsCarriedOver == 395)
        #expect(profile.level == "Master Chef" && profile.nextLevelAt == nil)
        let experience = try queries.experience(.member(ada), page: Self.all, viewer: bo)
        #expect(experience.xp == 405 && experience.pointsCarriedOver == 395 && experience.level == "Master Chef")
        let other = try queries.profile(.member(bo), viewer: nil)
        #expect(other.xp == 0 && other.pointsCarriedOver == nil)
        let listed = try queries.members(.init(), page: Self.all, viewer: nil, viewerIsOperator: false).members
        #expect(listed.map(\.xp) == [405, 0])
    }

    @Test("points carried over are in no week, on no board and in no streak")
    func weeks() throws {
        let queries = story.queries()
        let weeks = try queries.experience(.member(ada), page: Self.all, viewer: nil).weeks
        #expect(weeks.map { "\($0.week) \($0.engagement)" } == ["2026-W02 10"])
        #expect(queries.leaderboardWeeks().weeks.map(\.week) == ["2026-W02"])
        #expect(try queries.leaderboard(week: Week("2020-W10"), page: Self.all).entries.isEmpty)
        #expect(try queries.leaderboard(week: Week("2026-W02"), page: Self.all).entries.map(\.engagement) == [10])
        #expect(profileBadges(queries) == ["Recipe Creator"])
        // What folds boards from headers alone knows nothing of them either.
        let fold = BoardFold(rules: Rules.standard.awards, weeks: nil)
        for record in story.records { fold.fold(record.header) }
        #expect(fold.weeksFolded.map(\.description) == ["2026-W02"])
    }

    private func profileBadges(_ queries: Queries) -> [String] { queries.standing(of: ada).badges }

    @Test("the awards list points carried over with their event and without a week, and add up to the XP")
    func awards() throws {
        let answer = try story.queries().awardHistory(of: .member(ada), page: Self.all, viewer: nil)
        #expect(answer.awards.map(\.kind) == ["member.pointsCarriedOver", "recipe.posted"])
        #expect(answer.awards.map(\.points) == [395, 10] && answer.xp == 405)
        let first = try #require(answer.awards.first)
        #expect(first.id == event.value && first.week == nil && first.actor == nil && first.change == 1)
        #expect(first.subject == "\(ada)" && first.at == "2020-03-02T08:00:00Z")
        let page = try story.queries().awardHistory(of: .member(ada), page: Page(limit: 1), viewer: nil)
        let next = try story.queries().awardHistory(
            of: .member(ada), page: Page(limit: 1, after: page.next), viewer: nil)
        #expect((page.awards + next.awards).map(\.id) == answer.awards.map(\.id))
    }

    @Test("neither a ban that voids marks nor other rules touch points carried over")
    mutating func bansAndRules() throws {
        story.ban(ada, voiding: true)
        #expect(story.queries().standing(of: ada).xp == 405)
        story.unban(ada)
        var rules = Rules.standard
        rules.awards = AwardRules([.comments: 1])
        story.tell(.rulesChanged, by: .operator, payload: .rules(rules.message))
        let standing = story.queries().standing(of: ada)
        #expect(standing.xp == 395 && standing.carriedOver == 395 && standing.level == "Pro Chef")
    }

    @Test("points carried over go with the account, and without its key they are unknown")
    mutating func erasure() throws {
        story.tell(.memberDeleted, by: .operator, subject: ada.position, owner: ada)
        #expect(story.queries().carriedPoints(of: ada) == 0)
        #expect(story.queries().standing(of: ada).xp == 10)
        let erased = story.records.map { record in
            record.header.keyHolder == ada && record.header.flags.contains(.sealed)
                ? Record(header: record.header, body: .erased) : record
        }
        #expect(erased[Int(event.value) - 1].isErased)
        let before = Queries(Array(erased.dropLast()), now: Timestamp(seconds: 1_800_000_000))
        #expect(before.carriedPoints(of: ada) == 0)
    }

    @Test("as of an event before it, no points are carried over") func before() throws {
        let early = Queries(Array(story.records.prefix(Int(event.value) - 1)), now: Timestamp(seconds: 1_800_000_000))
        #expect(early.standing(of: ada).xp == 0)
    }
}
