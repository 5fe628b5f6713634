import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

@Suite struct LeaderboardTests {
    var story = Story()

    private func board(_ week: String, page: Page = Page(limit: 0), around: MemberID? = nil) throws -> LeaderboardAnswer
    {
        try story.queries().leaderboard(week: Week(week), page: page, around: around)
    }

    /// Posts that many recipes, one on each of the week's first days.
    private mutating func member(_ name: String, days: [Int]) -> MemberID {
        let member = story.register(name, at: "2025-01-01T00:00:00Z")
        for day in days { story.post(by: member, at: "2026-01-\(day < 10 ? "0" : "")\(day)T12:00:00Z") }
        return member
    }

    @Test("ties share a rank, and the next rank counts on") mutating func tiesShareARankAndTheNextIsCountedOn() throws {
        let first = member("first", days: [5, 6, 7])
        let second = member("second", days: [5, 6])
        let third = member("third", days: [5, 7])
        let fourth = member("fourth", days: [5, 5])
        let all = try board("2026-W02")
        #expect(all.entries.map(\.member) == [first, second, third, fourth].map(\.description))
        #expect(all.entries.map(\.rank) == [1, 2, 2, 4])
        #expect(all.entries.map(\.engagement) == [30, 20, 20, 20])
        #expect(all.entries.map(\.activeDays) == [3, 2, 2, 1])
        #expect(all.participants == 4)
        #expect(all.completed == false)
        let page = try board("2026-W02", page: Page(limit: 2))
        #expect(page.entries.map(\.rank) == [1, 2])
        let rest = try board("2026-W02", page: Page(limit: 2, after: page.next))
        #expect(rest.entries.map(\.rank) == [2, 4])
        #expect(rest.next == nil)
        let around = try board("2026-W02", page: Page(limit: 2), around: third)
        #expect(around.entries.map(\.username) == ["second", "third"])
        #expect(around.entries.map(\.rank) == [2, 2])
        #expect(throws: Refusal.self) { try board("2026-W02", around: MemberID(999)) }
        #expect(throws: Refusal.self) { try board("2026-W03", page: Page(after: page.next)) }
    }

    @Test("bans and deletions close the gap in the ranks") mutating func bansAndDeletionsCloseRanks() throws {
        let first = member("first", days: [5, 6, 7])
        let second = member("second", days: [5, 6])
        let third = member("third", days: [5])
        story.ban(first, until: 1_800_000_001)
        story.tell(.memberDeleted, by: third, subject: third.position, owner: third)
        let now = try board("2026-W02")
        #expect(now.entries.map(\.member) == [second.description])
        #expect(now.entries.map(\.rank) == [1])
        #expect(now.participants == 1)
        let later = try story.queries(now: Timestamp(seconds: 1_800_000_001))
            .leaderboard(week: Week("2026-W02"), page: Page(limit: 0))
        #expect(later.entries.map(\.rank) == [1, 2])
        #expect(later.participants == 2)
        story.ban(second)
        #expect(story.queries().leaderboardWeeks().weeks.isEmpty)
        // Acts on a deleted member's content do not bring the member back.
        story.tell(.recipeLiked, by: second, subject: Position(8), owner: third, at: "2026-01-06T00:00:00Z")
        #expect(try board("2026-W02").participants == 0)
        #expect(story.queries().standing(of: third).xp == 12)
    }

    @Test("a week ends with Sunday in UTC") mutating func weeksEndWithSundayInUTC() throws {
        let ada = story.register("ada", at: "2020-01-01T00:00:00Z")
        story.post(by: ada, at: "2026-01-11T23:59:59.999999Z")
        #expect(try board("2026-W02").completed == false)
        story.post(by: ada, at: "2026-01-12T00:00:00Z")
        #expect(try board("2026-W02").completed == true)
        #expect(try board("2026-W02").entries.map(\.engagement) == [10])
        #expect(try board("2026-W03").entries.map(\.engagement) == [10])
        #expect(try board("2026-W03").completed == false)
    }

    @Test(
        "a year begins with the week of its first Thursday",
        arguments: [
            ("2021-01-03T23:59:59Z", "2020-W53"), ("2021-01-04T00:00:00Z", "2021-W01"),
            ("2024-12-30T00:00:00Z", "2025-W01"), ("2023-01-01T12:00:00Z", "2022-W52"),
            ("1969-12-28T23:59:59.999999Z", "1969-W52"), ("1969-12-29T00:00:00Z", "1970-W01"),
        ])
    mutating func yearsTurnWithTheirFirstThursday(time: String, week: String) throws {
        let ada = story.register("ada", at: "1960-01-01T00:00:00Z")
        story.post(by: ada, at: time)
        #expect(story.queries().leaderboardWeeks().weeks.map(\.week) == [week])
        #expect(try story.queries().leaderboard(week: nil, page: Page()).week == week)
    }

    @Test("every event completes the weeks before it, by its time or by that of its recording; notes complete none")
    mutating func everyEventCompletesWeeks() throws {
        let ada = story.register("ada", at: "2020-01-01T00:00:00Z")
        story.post(by: ada, at: "2026-01-11T23:59:59Z")
        story.tell(.commandNoted, by: ada, at: "2026-02-01T00:00:00Z")
        #expect(try board("2026-W02").completed == false)
        let before = story
        for kind in [EventKind.memberLoggedIn, .rulesChanged] {
            story = before
            story.tell(kind, by: ada, at: "2026-01-12T00:00:00Z")
            #expect(try board("2026-W02").completed == true)
        }
        story = before
        story.tell(.memberLoggedIn, by: ada, at: "2020-01-02T00:00:00Z", recordedAt: "2026-01-11T23:59:59.999999Z")
        #expect(try board("2026-W02").completed == false)
        story.tell(.memberLoggedIn, by: ada, at: "2020-01-02T00:00:00Z", recordedAt: "2026-01-12T00:00:00Z")
        #expect(try board("2026-W02").completed == true)
        #expect(story.queries().leaderboardWeeks().weeks.map(\.completed) == [true])
    }

    @Test("an unlike takes its points back in the week of the like")
    mutating func awardsAreTakenBackWhereTheyWereEarned() throws {
        let ada = story.register("ada", at: "2020-01-01T00:00:00Z")
        let bo = story.register("bo", at: "2020-01-01T00:00:00Z")
        let recipe = story.post(by: ada, at: "2020-01-01T00:00:00Z")
        let (first, second) = ("2026-01-05T00:00:00Z", "2026-01-20T00:00:00Z")
        let like = story.tell(.recipeLiked, by: bo, subject: recipe, owner: ada, at: first)
        #expect(try board("2026-W02").entries.map(\.likesReceived) == [1])
        story.tell(.recipeUnliked, by: bo, subject: recipe, owner: ada, cause: like, at: second, creditedAt: first)
        #expect(try board("2026-W02").entries.isEmpty)
        #expect(try board("2026-W04").entries.isEmpty)
        // Logs of earlier versions credit a repeated like to its own time.
        let old = story
        story.tell(.recipeLiked, by: bo, subject: recipe, owner: ada, at: second)
        #expect(try board("2026-W02").entries.isEmpty)
        #expect(try board("2026-W04").entries.map(\.engagement) == [2])
        story = old
        story.tell(.recipeLiked, by: bo, subject: recipe, owner: ada, at: second, creditedAt: first)
        #expect(try board("2026-W02").entries.map(\.engagement) == [2])
        #expect(try board("2026-W04").entries.isEmpty)
    }

    @Test("an entry says whether its points changed after the week was completed, as long as they differ")
    mutating func adjustedEntries() throws {
        let before = "2020-01-01T00:00:00Z"
        let (ada, bo, cy) = (
            story.register("ada", at: before), story.register("bo", at: before), story.register("cy", at: before)
        )
        let soup = story.post(by: ada, at: before)
        let (monday, sunday, later) = ("2026-01-05T00:00:00Z", "2026-01-11T12:00:00Z", "2026-01-20T00:00:00Z")
        func adjusted() throws -> [String: Bool] {
            let entries = try board("2026-W02").entries.map { ($0.username, $0.adjusted == true) }
            return Dictionary(uniqueKeysWithValues: entries)
        }
        let like = story.tell(.recipeLiked, by: bo, subject: soup, owner: ada, at: monday)
        story.comment(on: soup, of: ada, by: ada, at: monday)
        let said = story.comment(on: soup, of: ada, by: bo, at: monday)
        story.comment(on: soup, of: ada, by: bo, at: monday)
        story.comment(on: soup, of: ada, by: cy, at: sunday)
        // A change within the week is none afterwards.
        story.tell(.commentDeleted, by: bo, subject: said, owner: bo, at: sunday, creditedAt: monday)
        #expect(try adjusted() == ["ada": false, "bo": false, "cy": false])
        story.tell(.memberLoggedIn, by: bo, at: later)
        #expect(try adjusted() == ["ada": false, "bo": false, "cy": false])
        story.tell(.recipeUnliked, by: bo, subject: soup, owner: ada, cause: like, at: later, creditedAt: monday)
        #expect(try adjusted() == ["ada": true, "bo": false, "cy": false])
        #expect(try board("2026-W02").entries.last?.adjusted == nil)
        // Done again, the points are those of the end of the week.
        story.tell(.recipeLiked, by: bo, subject: soup, owner: ada, at: later, creditedAt: monday)
        #expect(try adjusted() == ["ada": false, "bo": false, "cy": false])
        // An award of that week that came after awards of a later week.
        story.comment(on: soup, of: ada, by: cy, at: sunday)
        #expect(try adjusted() == ["ada": false, "bo": false, "cy": true])
        // An entry that came to be afterwards.
        let dee = story.register("dee", at: before)
        story.comment(on: soup, of: ada, by: dee, at: sunday)
        #expect(try adjusted()["dee"] == true)
        story.ban(bo, voiding: true, at: later)
        #expect(try adjusted() == ["ada": true, "cy": true, "dee": true])
        story.unban(bo, at: later)
        #expect(try adjusted() == ["ada": false, "bo": false, "cy": true, "dee": true])
    }

    @Test("awards that come in the order of time adjust no entry, however late they are recorded")
    mutating func importsAdjustNothing() throws {
        let ada = story.register("ada", at: "2020-01-01T00:00:00Z")
        let now = "2026-11-24T00:00:00Z"
        for day in ["05", "06", "12", "13"] {
            story.tell(
                .recipePosted, by: ada, owner: ada, at: "2026-01-\(day)T00:00:00Z", recordedAt: now,
                payload: .recipe(ProtoRecipeContent()))
        }
        for week in ["2026-W02", "2026-W03"] {
            #expect(try board(week).completed)
            #expect(try board(week).entries.map(\.adjusted) == [nil])
        }
    }

    @Test("comments earn points for their author, and own likes earn none")
    mutating func commentsCreditTheirAuthorsAndOwnLikesNobody() throws {
        let ada = story.register("ada", at: "2020-01-01T00:00:00Z")
        let bo = story.register("bo", at: "2020-01-01T00:00:00Z")
        let recipe = story.post(by: ada, at: "2020-01-01T00:00:00Z")
        let time = "2026-01-05T00:00:00Z"
        let comment = story.comment(on: recipe, of: ada, by: bo, at: time)
        story.tell(.recipeLiked, by: ada, subject: recipe, owner: ada, at: time)
        story.tell(.recipeBookmarked, by: bo, subject: recipe, owner: ada, at: time)
        var entries = try board("2026-W02").entries
        #expect(entries.map(\.username) == ["bo"])
        #expect(entries.map(\.engagement) == [2])
        #expect(entries.map(\.bookmarks) == [1])
        story.tell(
            .commentDeleted, by: .operator, subject: comment, owner: bo, at: "2026-03-05T00:00:00Z", creditedAt: time)
        entries = try board("2026-W02").entries
        #expect(entries.map(\.comments) == [0])
        story.tell(.recipeUnliked, by: ada, subject: recipe, owner: ada, at: time)
        story.tell(.recipeUnbookmarked, by: bo, subject: recipe, owner: ada, at: time)
        #expect(try board("2026-W02").entries.isEmpty)
        story.tell(
            .commentRestored, by: .operator, subject: comment, owner: bo, at: "2026-03-05T00:00:00Z", creditedAt: time)
        #expect(try board("2026-W02").entries.map(\.comments) == [1])
    }
}
