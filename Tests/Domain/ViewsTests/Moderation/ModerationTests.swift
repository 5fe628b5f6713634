import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

@Suite struct ModerationTests {
    var story = Story()
    let ada: MemberID
    let bo: MemberID
    let mo: MemberID
    let soup: Position
    let comment: Position

    init() {
        ada = story.register("ada")
        bo = story.register("bo")
        mo = story.register("mo")
        story.tell(.memberRoleChanged, by: ada, subject: mo.position, owner: mo, value: Role.moderator.rawValue)
        soup = story.post(by: bo)
        comment = story.comment("Buy gold!", on: soup, of: bo, by: bo)
    }

    @discardableResult
    private mutating func report(
        _ target: Position, of owner: MemberID, by reporter: MemberID, _ reason: ProtoReportReason.Value,
        note: String = ""
    ) -> Position {
        var said = ProtoReport()
        if !note.isEmpty { said.note = note }
        return story.tell(
            .reportFiled, by: reporter, subject: target, owner: owner, value: UInt8(reason.rawValue),
            payload: .report(said))
    }

    private mutating func resolve(
        _ report: Position, of reporter: MemberID, _ outcome: ProtoReportOutcome.Value, note: String = ""
    ) -> Position {
        var said = ProtoResolution()
        if !note.isEmpty { said.note = note }
        return story.tell(
            .reportResolved, by: mo, subject: report, owner: reporter, value: UInt8(outcome.rawValue),
            payload: .resolution(said))
    }

    private func reports(_ status: ReportsInput.Status, _ page: Page = Page()) throws -> ReportsAnswer {
        try story.queries().reports(status, page: page)
    }

    private func because(_ text: String) -> Payload { .reason(.with { $0.reason = text }) }

    @Test("the queue shows the oldest pending report first")
    mutating func theQueueShowsTheOldestPendingReportFirst() throws {
        let first = report(comment, of: bo, by: ada, .spam, note: "gold again")
        let second = report(soup, of: bo, by: mo, .copyright)
        let third = report(bo.position, of: bo, by: ada, .offensive)
        var answer = try reports(.pending)
        #expect(answer.pending == 3)
        #expect(answer.reports.map(\.id) == [first, second, third].map { "f\($0)" })
        #expect(answer.reports.map(\.target) == ["c\(comment)", "r\(soup)", "\(bo)"])
        #expect(answer.reports[0].reason == "spam")
        #expect(answer.reports[0].note == "gold again")
        #expect(answer.reports[0].text == "Buy gold!")
        #expect(answer.reports[0].reporter?.username == "ada")
        #expect(answer.reports[0].owner?.username == "bo")
        #expect(answer.reports[0].outcome == nil)

        _ = resolve(second, of: mo, .dismissed, note: "it is his own")
        answer = try reports(.pending)
        #expect(answer.reports.map(\.id) == [first, third].map { "f\($0)" })
        let resolved = try #require(try reports(.resolved).reports.first)
        #expect(resolved.id == "f\(second)")
        #expect(resolved.status == "resolved")
        #expect(resolved.outcome == "dismissed")
        #expect(resolved.resolvedBy?.username == "mo")
        #expect(resolved.resolutionNote == "it is his own")
        #expect(try reports(.resolved).pending == 2)

        let page = try reports(.all, Page(limit: 2))
        #expect(page.reports.map(\.id) == [first, third].map { "f\($0)" })
        let rest = try reports(.all, Page(limit: 2, after: page.next))
        #expect(rest.reports.map(\.id) == ["f\(second)"])
        #expect(rest.next == nil)
    }

    @Test("the moderation log tells each act with its actor, member and reason")
    mutating func theLogTellsWhoDidWhatAndWhy() throws {
        let filed = report(comment, of: bo, by: ada, .spam)
        let resolution = resolve(filed, of: ada, .removed, note: "an advertisement")
        story.tell(
            .commentDeleted, by: mo, subject: comment, owner: bo, cause: resolution,
            payload: because("follows from the report"))
        story.tell(.recipeDeleted, by: bo, subject: soup, owner: bo)
        story.tell(.recipeRestored, by: bo, subject: soup, owner: bo)
        story.tell(.recipeDeleted, by: mo, subject: soup, owner: bo, payload: because("twice posted"))
        story.tell(.recipeRestored, by: mo, subject: soup, owner: bo)
        story.ban(bo, until: 1_900_000_000)
        story.tell(.memberUnbanned, by: mo, subject: bo.position, owner: bo, payload: because("he apologised"))
        let answer = try story.queries().moderationLog(page: Page())
        #expect(
            answer.entries.map(\.kind) == [
                "member.unbanned", "member.banned", "recipe.restored", "recipe.deleted", "comment.deleted",
                "report.resolved", "member.roleChanged",
            ])
        #expect(answer.entries.map { $0.actor?.username } == ["mo", nil, "mo", "mo", "mo", "mo", "ada"])
        #expect(answer.entries.map { $0.member?.username } == ["bo", "bo", "bo", "bo", "bo", "bo", "mo"])
        #expect(answer.entries[0].reason == "he apologised")
        #expect(answer.entries[1].until == "2030-03-17T17:46:40Z")
        #expect(answer.entries[3].subject == "r\(soup)")
        #expect(answer.entries[4].report == "f\(filed)")
        #expect(answer.entries[5].outcome == "removed")
        #expect(answer.entries[5].reason == "an advertisement")
        #expect(answer.entries[6].role == "moderator")
        let first = try story.queries().moderationLog(page: Page(limit: 3))
        let second = try story.queries().moderationLog(page: Page(limit: 30, after: first.next))
        #expect((first.entries + second.entries).map(\.id) == answer.entries.map(\.id))
    }

    @Test("a note on cooking that a moderator deletes is logged with its cook, and one's own is not")
    mutating func aNoteThatAModeratorDeletesIsARemovalFromItsCook() throws {
        var said = ProtoNote()
        said.note = "Buy gold!"
        let (first, second) = (
            story.tell(.recipeCooked, by: ada, subject: soup, owner: bo, payload: .note(said)),
            story.tell(.recipeCooked, by: ada, subject: soup, owner: bo, payload: .note(said))
        )
        story.tell(.recipeCookNoteDeleted, by: ada, subject: soup, owner: ada, cause: first)
        let removal = story.tell(
            .recipeCookNoteDeleted, by: mo, subject: soup, owner: ada, cause: second,
            payload: because("an advertisement"))
        let entries = try story.queries().moderationLog(page: Page()).entries.filter { $0.id > second.value }
        #expect(entries.map(\.id) == [removal.value] && entries.map(\.kind) == ["recipe.cookNoteDeleted"])
        #expect(entries[0].actor?.username == "mo" && entries[0].member?.username == "ada")
        #expect(entries[0].subject == "r\(soup)" && entries[0].reason == "an advertisement")
        // The recipe was not removed: its author restores it later without a line.
        story.tell(.recipeDeleted, by: bo, subject: soup, owner: bo)
        story.tell(.recipeRestored, by: bo, subject: soup, owner: bo)
        #expect(try story.queries().moderationLog(page: Page()).entries.first?.id == removal.value)
    }

    @Test("a repost deleted by a moderator is logged with its member")
    mutating func aRepostThatAModeratorDeletesIsARemovalFromItsMember() throws {
        let repost = story.tell(.recipeReposted, by: ada, subject: soup, owner: bo)
        let own = story.tell(.recipeReposted, by: mo, subject: soup, owner: bo)
        story.tell(.repostDeleted, by: mo, subject: own, owner: bo)
        story.tell(.repostDeleted, by: mo, subject: repost, owner: bo)
        let entries = try story.queries().moderationLog(page: Page()).entries.filter { $0.kind == "repost.deleted" }
        #expect(entries.map(\.subject) == ["p\(repost)"])
        #expect(entries.map { $0.member?.username } == ["ada"])
    }

    @Test("the dashboard counts what is there and visible") mutating func theDashboardCountsWhatIsThere() throws {
        let other = story.post(by: ada)
        story.comment(on: other, of: ada, by: mo)
        let filed = report(comment, of: bo, by: ada, .spam)
        report(soup, of: bo, by: mo, .other)
        _ = resolve(filed, of: ada, .dismissed)
        story.ban(bo)
        var dashboard = story.queries().dashboard()
        #expect(dashboard.members == 3)
        #expect(dashboard.recipes == 2)
        #expect(dashboard.comments == 2)
        #expect(dashboard.reports == 2)
        #expect(dashboard.pendingReports == 1)
        #expect(dashboard.banned == 1)
        story.tell(.recipeDeleted, by: ada, subject: other, owner: ada)
        story.tell(.memberDeleted, by: ada, subject: bo.position, owner: bo)
        dashboard = story.queries().dashboard()
        #expect(dashboard.members == 2)
        #expect(dashboard.recipes == 0)
        #expect(dashboard.comments == 1)
        #expect(dashboard.banned == 0)
    }

    @Test("notes and reasons of a deleted member are forgotten")
    mutating func whatWasSealedForADeletedMemberIsForgotten() throws {
        report(comment, of: bo, by: ada, .spam, note: "gold again")
        story.tell(.recipeDeleted, by: mo, subject: soup, owner: bo, payload: because("twice posted"))
        story.tell(.memberDeleted, by: ada, subject: bo.position, owner: bo)
        #expect(try reports(.all).reports.map(\.note) == [nil])
        #expect(try story.queries().moderationLog(page: Page()).entries.first?.reason == "twice posted")
        story.tell(.memberDeleted, by: ada, subject: mo.position, owner: mo)
        #expect(try story.queries().moderationLog(page: Page()).entries.allSatisfy { $0.reason == nil })
    }

    @Test("the directory searches, filters and keeps e-mail addresses from other members")
    mutating func theDirectorySearchesAndFilters() throws {
        func names(
            _ request: MemberDirectoryRequest, viewer: MemberID? = nil, isOperator: Bool = true
        ) throws -> [String] {
            try story.queries().members(request, page: Page(), viewer: viewer, viewerIsOperator: isOperator).members
                .map(\.username)
        }
        story.ban(bo)
        #expect(try names(.init()) == ["ada", "bo", "mo"])
        #expect(try names(.init(search: "O"), viewer: bo, isOperator: false) == ["bo", "mo"])
        #expect(try names(.init(role: .moderator)) == ["mo"])
        #expect(try names(.init(banned: true)) == ["bo"])
        #expect(try names(.init(banned: false)) == ["ada", "mo"])
        #expect(try names(.init(search: "MO@EX")) == ["mo"])
        #expect(try names(.init(search: "ada@example"), viewer: mo, isOperator: false) == ["ada"])
        #expect(try names(.init(search: "ada@example"), viewer: bo, isOperator: false) == [])
        let seen = try story.queries().members(.init(), page: Page(), viewer: ada, viewerIsOperator: false)
        #expect(seen.members.map(\.email) == ["ada@example.org", nil, nil])
        #expect(seen.members[1].banned)
        #expect(seen.members[1].recipes == 1)
        #expect(seen.members[1].comments == 1)
        #expect(seen.members[1].xp == 11)
    }
}
