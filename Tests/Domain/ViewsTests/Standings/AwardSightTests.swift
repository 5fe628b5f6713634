import Events
import LarderAPI
import Layout
import Operations
import Projections
import Testing
import Views

/// What a member's awards say to whom.
@Suite struct AwardSightTests {
    private var story = Story()
    private let ada: MemberID
    private let bo: MemberID
    private let cy: MemberID
    private let mo: MemberID
    private let soup: Position
    private let stew: Position

    /// ada has bookmarked two of bo's recipes on one day, and a moderator has removed one of ada's.
    init() {
        ada = story.register("ada")
        bo = story.register("bo")
        cy = story.register("cy")
        mo = story.register("mo")
        story.tell(
            .memberRoleChanged, by: .operator, subject: mo.position, owner: mo, value: Role.moderator.rawValue)
        soup = story.post(by: bo)
        stew = story.post(by: bo)
        let pie = story.post(by: ada)
        story.tell(.recipeBookmarked, by: ada, subject: soup, owner: bo, at: "2026-01-07T09:00:00Z")
        story.tell(.recipeBookmarked, by: ada, subject: stew, owner: bo, at: "2026-01-07T10:00:00Z")
        story.tell(.recipeDeleted, by: mo, subject: pie, owner: ada, at: "2026-01-08T08:00:00Z")
        story.tell(.recipeLiked, by: cy, subject: soup, owner: bo, at: "2026-01-08T09:00:00Z")
    }

    private func awards(of member: MemberID, for viewer: MemberID?, isOperator: Bool = false) throws -> [AwardEntry] {
        try story.queries().awardHistory(
            of: .member(member), page: Page(limit: 0), viewer: viewer, viewerIsOperator: isOperator
        ).awards
    }

    @Test("only the member, admins and the operator see each bookmark; other viewers see the sum of a day")
    mutating func bookmarks() throws {
        story.tell(.memberRoleChanged, by: .operator, subject: cy.position, owner: cy, value: Role.admin.rawValue)
        for (viewer, isOperator) in [(ada, false), (cy, false), (nil, true)] as [(MemberID?, Bool)] {
            let seen = try awards(of: ada, for: viewer, isOperator: isOperator)
            let bookmarks = seen.filter { $0.kind == "recipe.bookmarked" }
            #expect(bookmarks.map(\.subject) == ["r\(soup)", "r\(stew)"] && bookmarks.allSatisfy { $0.id != nil })
        }
        for viewer in [nil, bo, mo] {
            let seen = try awards(of: ada, for: viewer)
            let sum = try #require(seen.last)
            #expect(seen.count { $0.kind == "recipe.bookmarked" } == 1 && sum.kind == "recipe.bookmarked")
            #expect(sum.id == nil && sum.subject == nil && sum.actor == nil)
            #expect(sum.at == "2026-01-07T00:00:00Z" && sum.week == "2026-W02" && sum.change == 2 && sum.points == 2)
        }
    }

    @Test("days without bookmarks in the end have no sum, and caps hold for a sum")
    mutating func sums() throws {
        for recipe in [soup, stew] {
            story.tell(
                .recipeUnbookmarked, by: ada, subject: recipe, owner: bo, at: "2026-02-01T00:00:00Z",
                creditedAt: "2026-01-07T09:00:00Z")
        }
        #expect(try !awards(of: ada, for: bo).contains { $0.kind.contains("ookmarked") })
        for _ in 0..<3 {
            story.tell(.recipeBookmarked, by: ada, subject: soup, owner: bo, at: "2026-02-02T00:00:00Z")
        }
        var rules = Rules.standard
        rules.awards = AwardRules([.bookmarks: 4], dailyCaps: [.bookmarks: 2])
        story.tell(.rulesChanged, by: .operator, payload: .rules(rules.message))
        let seen = try awards(of: ada, for: bo)
        #expect(seen.map(\.change) == [3] && seen.map(\.points) == [8])
        #expect(story.queries().standing(of: ada).xp == 8)
    }

    @Test("only moderators, admins and the operator see which moderator removed a recipe")
    func moderators() throws {
        func remover(for viewer: MemberID?, isOperator: Bool = false) throws -> String? {
            let seen = try awards(of: ada, for: viewer, isOperator: isOperator)
            return try #require(seen.first { $0.kind == "recipe.deleted" }).actor?.username
        }
        #expect(try remover(for: mo) == "mo")
        #expect(try remover(for: nil, isOperator: true) == "mo")
        for viewer in [nil, ada, bo] { #expect(try remover(for: viewer) == nil) }
    }

    @Test("to a viewer whom the member has blocked there are no awards, points or streak")
    mutating func blocked() throws {
        story.tell(.memberBlocked, by: ada, subject: bo.position, owner: bo)
        let queries = story.queries()
        for operation in [API.experience, API.awards] as [any AnyOperation] {
            let binding = try #require(Questions.binding(of: operation))
            let question = try binding.read(OneMember(name: "@ada"))
            #expect(throws: Refusal.self) { _ = try question.answer(Viewer(member: bo), queries) }
            #expect(throws: Never.self) { _ = try question.answer(Viewer(member: cy), queries) }
            #expect(throws: Never.self) { _ = try question.answer(Viewer(member: nil), queries) }
        }
    }

    @Test("an award does not name a member who has blocked the viewer")
    mutating func blockedActors() throws {
        story.tell(.memberBlocked, by: cy, subject: ada.position, owner: ada)
        let like = try #require(try awards(of: bo, for: ada).last)
        #expect(like.kind == "recipe.liked" && like.actor == nil && like.points == 2)
        #expect(try awards(of: bo, for: mo).last?.actor?.username == "cy")
        story.comment(on: soup, of: bo, by: cy, at: "2026-01-09T08:00:00Z")
        story.tell(.memberBlocked, by: bo, subject: mo.position, owner: mo)
        let comment = try #require(try awards(of: cy, for: mo).last { $0.kind == "comment.posted" })
        #expect(comment.subject == nil)
    }
}

/// A request about one member.
private struct OneMember: InputSource {
    let name: String

    func path(_ name: String) -> String? { name == "member" ? self.name : nil }
    func query(_ name: String) -> [String] { [] }
}
