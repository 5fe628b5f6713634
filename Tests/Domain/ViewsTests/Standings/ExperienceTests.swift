import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

@Suite struct ExperienceTests {
    @Test("a member's weeks add up to their whole XP") func weeksAddUpToTheWhole() throws {
        var story = Story()
        let ada = story.register("ada")
        let recipe = story.post(by: ada, at: "2026-01-05T08:00:00Z")
        story.comment(on: recipe, of: ada, by: ada, at: "2025-12-30T08:00:00Z")
        let answer = try story.queries().experience(.username("ada"), page: Page(), viewer: nil)
        #expect(answer.weeks.map(\.week) == ["2026-W02", "2026-W01"])
        #expect(answer.weeks.map(\.engagement) == [10, 1])
        #expect(answer.xp == 11)
        let first = try story.queries().experience(.username("ada"), page: Page(limit: 1), viewer: nil)
        let rest = try story.queries().experience(
            .username("ada"), page: Page(limit: 1, after: first.next), viewer: nil)
        #expect((first.weeks + rest.weeks).map(\.week) == ["2026-W02", "2026-W01"])
        #expect(throws: Refusal.self) { try story.queries().experience(.username("bo"), page: Page(), viewer: nil) }
    }

    @Test("a streak ends with the latest board or the week before it")
    func streakEndsWithTheLatestBoardOrTheWeekBeforeIt() throws {
        var story = Story()
        let (ada, bo) = (story.register("ada"), story.register("bo"))
        func streak(_ name: String) throws -> [String] {
            let viewer = Viewer(member: nil)
            let answer = try Questions.ask(API.streak, MemberInput(member: name), as: viewer, story.queries())
            return ["\(answer.weeks)", "\(answer.longest)", answer.since ?? "-"]
        }
        #expect(try streak("@ada") == ["0", "0", "-"])
        // Two weeks, a gap of one, and three weeks over the end of a year.
        for day in ["2025-11-24", "2025-12-01", "2025-12-15", "2025-12-22", "2025-12-29"] {
            _ = story.post(by: ada, at: "\(day)T08:00:00Z")
        }
        #expect(try streak("@ada") == ["3", "3", "2025-W51"])
        let soup = story.post(by: bo, at: "2026-01-05T08:00:00Z")
        #expect(try streak("@ada") == ["3", "3", "2025-W51"], "the latest week has just begun")
        #expect(try streak("@bo") == ["1", "1", "2026-W02"])
        story.comment(on: soup, of: bo, by: bo, at: "2026-01-12T08:00:00Z")
        #expect(try streak("@ada") == ["0", "3", "-"])
        #expect(try streak("@bo") == ["2", "2", "2026-W02"])
        #expect(throws: Refusal.self) { try streak("@cy") }
    }
}
