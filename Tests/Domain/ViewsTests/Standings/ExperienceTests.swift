import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

@Suite struct ExperienceTests {
    @Test func weeksAddUpToTheWhole() throws {
        var story = Story()
        let ada = story.register("ada")
        let recipe = story.post(by: ada, at: "2026-01-05T08:00:00Z")
        story.comment(on: recipe, of: ada, by: ada, at: "2025-12-30T08:00:00Z")
        let answer = try story.queries().experience(.username("ada"), page: Page())
        #expect(answer.weeks.map(\.week) == ["2026-W02", "2026-W01"])
        #expect(answer.weeks.map(\.engagement) == [10, 1])
        #expect(answer.xp == 11)
        let first = try story.queries().experience(.username("ada"), page: Page(limit: 1))
        let rest = try story.queries().experience(.username("ada"), page: Page(limit: 1, after: first.next))
        #expect((first.weeks + rest.weeks).map(\.week) == ["2026-W02", "2026-W01"])
        #expect(throws: Refusal.self) { try story.queries().experience(.username("bo"), page: Page()) }
    }
}
