import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// «Leaderboard»: the week, the neighbours, and the list of weeks.
@Suite struct BoardQueryTests {
    private var story = Story()
    /// In the order of the board: 5 points, 4, 3, 2 and 1.
    private var members: [MemberID] = []

    init() {
        let before = "2019-12-30T00:00:00Z"
        members = (0..<5).map { story.register("cook\($0)", at: before) }
        let soup = story.post(by: story.register("author", at: before), at: before)
        for (index, member) in members.enumerated() {
            for _ in 0..<5 - index { story.comment(on: soup, of: member, by: member, at: "2026-01-05T00:00:00Z") }
        }
    }

    private func usernames(around member: MemberID, limit: Int) throws -> [String] {
        try story.queries().leaderboard(week: Week("2026-W02"), page: Page(limit: limit), around: member).entries
            .map(\.username)
    }

    @Test("--around shows a member's place with neighbours, at both ends of the board, too")
    func neighbours() throws {
        #expect(try usernames(around: members[2], limit: 3) == ["cook1", "cook2", "cook3"])
        #expect(try usernames(around: members[2], limit: 1) == ["cook2"])
        #expect(try usernames(around: members[0], limit: 3).contains("cook0"))
        #expect(try usernames(around: members[0], limit: 3).contains("cook1"))
        #expect(try usernames(around: members[4], limit: 3).suffix(2) == ["cook3", "cook4"])
        #expect(try usernames(around: members[4], limit: 0).count == 5)
        let refusal = #expect(throws: Refusal.self) { try usernames(around: MemberID(60), limit: 3) }
        #expect(refusal?.code == .notFound)
    }

    @Test("--around for a member without points answers the end of the board, and the member without a rank")
    mutating func aroundWithoutPoints() throws {
        let author = MemberID(6)
        func answer(_ member: MemberID, _ limit: Int, week: String = "2026-W02") throws -> LeaderboardAnswer {
            try story.queries().leaderboard(week: Week(week), page: Page(limit: limit), around: member)
        }
        for (limit, neighbours) in [(0, 5), (1, 0), (2, 1), (3, 1), (20, 5)] {
            let found = try answer(author, limit)
            #expect(found.participants == 5 && found.next == nil)
            #expect(found.entries.dropLast().map(\.rank) == Array((6 - neighbours)..<6))
            let line = try #require(found.entries.last)
            #expect(line.rank == nil && line.engagement == 0 && line.username == "author" && line.activeDays == 0)
        }
        // A week without any board.
        #expect(try answer(author, 3, week: "2026-W30").entries.map(\.engagement) == [0])
        // A banned member has points, and no rank.
        story.ban(members[0])
        let banned = try answer(members[0], 3)
        #expect(banned.entries.map(\.rank) == [4, nil] && banned.entries.map(\.engagement) == [1, 5])
        // A blocked viewer is shown the board alone.
        story.tell(.memberBlocked, by: author, subject: members[1].position, owner: members[1])
        let page = try story.queries().leaderboard(
            week: Week("2026-W02"), page: Page(limit: 3), around: author, viewer: members[1])
        #expect(page.entries.map(\.username) == ["cook4"])
        let data = try JSONEncoder().encode(try answer(author, 1))
        #expect(!String(decoding: data, as: UTF8.self).contains("rank"))
    }

    @Test("a member gets their own line with the board, on the page or not, and a guest gets none")
    mutating func ownLine() throws {
        func answer(_ viewer: MemberID?, _ page: Page = Page(limit: 1)) throws -> LeaderboardAnswer {
            try story.queries().leaderboard(week: Week("2026-W02"), page: page, viewer: viewer)
        }
        #expect(try answer(nil).viewer == nil)
        let page = try answer(members[3])
        #expect(page.entries.map(\.username) == ["cook0"] && page.viewer?.rank == 4 && page.viewer?.engagement == 2)
        #expect(page.viewer?.gap == 1 && page.viewer?.moved == nil && page.entries[0].gap == nil)
        #expect(try answer(members[3], Page(limit: 0)).entries[3] == page.viewer)
        // Without points there is a line without a rank.
        let author = try #require(try answer(MemberID(6)).viewer)
        #expect(author.rank == nil && author.engagement == 0 && author.gap == nil && author.username == "author")
        // A member whom a block hides counts in the rank, and is not the one to catch up with.
        story.tell(.memberBlocked, by: members[2], subject: members[3].position, owner: members[3])
        let blocked = try #require(try answer(members[3]).viewer)
        #expect(blocked.rank == 4 && blocked.gap == 2)
        story.ban(members[3])
        let banned = try #require(try answer(members[3]).viewer)
        #expect(banned.rank == nil && banned.engagement == 2)
    }

    @Test("a line says how far its member has moved since the week before, and nothing for a member who is new")
    mutating func moved() throws {
        let soup = Position(7)
        for (index, member) in members.dropFirst().enumerated() {
            for _ in 0...index { story.comment(on: soup, of: member, by: member, at: "2026-01-12T00:00:00Z") }
        }
        _ = story.post(by: MemberID(6), at: "2026-01-12T00:00:00Z")
        let entries = try story.queries().leaderboard(week: Week("2026-W03"), page: Page(limit: 0)).entries
        #expect(entries.map(\.username) == ["author", "cook4", "cook3", "cook2", "cook1"])
        #expect(entries.map(\.moved) == [nil, 3, 1, -1, -3])
        #expect(entries.map(\.gap) == [nil, 6, 1, 1, 1])
    }

    @Test("awards can be those of one week or one kind, with the member's line on the board of that week")
    mutating func someAwards() throws {
        let cook = members[4]
        let soup = story.post(by: cook, at: "2026-01-12T00:00:00Z")
        let like = story.tell(.recipeLiked, by: members[0], subject: soup, owner: cook, at: "2026-01-13T00:00:00Z")
        let queries = story.queries()
        func answer(_ week: String?, _ kind: AwardKind?, _ page: Page = Page()) throws -> AwardHistoryAnswer {
            let filter = AwardFilter(week: week.flatMap { Week($0) }, kind: kind)
            return try queries.awardHistory(of: .member(cook), filter, page: page, viewer: cook)
        }
        #expect(try answer("2026-W03", nil).awards.map(\.id) == [soup.value, like.value])
        #expect(try answer("2026-W03", .likesReceived).awards.map(\.id) == [like.value])
        #expect(try answer(nil, .comments).awards.map(\.week) == ["2026-W02"])
        #expect(try answer("2026-W04", nil).awards.isEmpty)
        let first = try answer("2026-W03", nil, Page(limit: 1))
        #expect(first.awards.count == 1 && first.xp == 13)
        let next = try #require(first.next)
        #expect(try answer("2026-W03", nil, Page(limit: 1, after: next)).awards.map(\.id) == [like.value])
        #expect(try answer(nil, .comments).standing == nil)
        let standing = try #require(try answer("2026-W02", .comments).standing)
        #expect(standing.rank == 5 && standing.engagement == 1 && standing.gap == 1)
        #expect(try answer("2026-W04", nil).standing?.rank == nil)
    }

    @Test("without a week: the week of the latest counted award, not that of the latest event")
    mutating func latestWeek() throws {
        func week() throws -> String { try story.queries().leaderboard(week: nil, page: Page()).week }
        #expect(try week() == "2026-W02")
        story.tell(.memberLoggedIn, by: members[0], at: "2026-03-01T00:00:00Z")
        #expect(try week() == "2026-W02")
        let late = story.post(by: members[0], at: "2026-02-02T00:00:00Z")
        #expect(try week() == "2026-W06")
        story.tell(
            .recipeDeleted, by: members[0], subject: late, owner: members[0], at: "2026-02-03T00:00:00Z",
            creditedAt: "2026-02-02T00:00:00Z")
        #expect(try week() == "2026-W02")
    }

    @Test("weeks: in order, only those with participants, each with their number and whether it is completed")
    mutating func weeks() throws {
        #expect(story.queries().leaderboardWeeks().weeks.map(\.week) == ["2020-W01", "2026-W02"])
        #expect(story.queries().leaderboardWeeks().weeks.map(\.participants) == [1, 5])
        #expect(story.queries().leaderboardWeeks().weeks.map(\.completed) == [true, false])
        story.ban(members[0])
        story.tell(.memberDeleted, by: members[1], subject: members[1].position, owner: members[1])
        #expect(story.queries().leaderboardWeeks().weeks.map(\.participants) == [1, 3])
        for member in members.dropFirst(2) { story.ban(member) }
        #expect(story.queries().leaderboardWeeks().weeks.map(\.week) == ["2020-W01"])
    }

    @Test("ranks are 1-2-2-4: engagement, then activeDays, then member id, and a page goes on counting")
    mutating func ranks() throws {
        let (soup, author) = (Position(7), members[0])
        // cook2 and cook3 get as many points as cook1, cook3 on two days.
        for (member, time) in [(2, "05"), (3, "05"), (3, "06")] {
            story.comment(on: soup, of: author, by: members[member], at: "2026-01-\(time)T12:00:00Z")
        }
        var lines: [String] = []
        var page = Page(limit: 2)
        repeat {
            let answer = try story.queries().leaderboard(week: Week("2026-W02"), page: page)
            #expect(answer.participants == 5)
            lines += answer.entries.map { "\($0.rank ?? 0) \($0.username) \($0.engagement)/\($0.activeDays)" }
            page.after = answer.next
        } while page.after != nil
        #expect(lines == ["1 cook0 5/1", "2 cook3 4/2", "3 cook1 4/1", "3 cook2 4/1", "5 cook4 1/1"])
    }

    @Test("xp @bob --history lists every award with its event, also those taken back")
    mutating func history() throws {
        let cook = members[4]
        let soup = story.post(by: cook, at: "2026-01-12T00:00:00Z")
        let like = story.tell(.recipeLiked, by: members[0], subject: soup, owner: cook, at: "2026-01-13T00:00:00Z")
        let unlike = story.tell(
            .recipeUnliked, by: members[0], subject: soup, owner: cook, cause: like, at: "2026-01-20T00:00:00Z",
            creditedAt: "2026-01-13T00:00:00Z")
        let answer = try story.queries().awardHistory(of: .member(cook), page: Page(), viewer: cook)
        #expect(answer.awards.suffix(3).map(\.id) == [soup.value, like.value, unlike.value])
        #expect(answer.awards.map(\.points) == [1, 10, 2, -2] && answer.xp == 11)
        #expect(answer.awards.map(\.week) == ["2026-W02", "2026-W03", "2026-W03", "2026-W03"])
    }
}
