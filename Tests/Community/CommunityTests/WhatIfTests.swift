import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// «The views as if these members' actions had never happened.»
@Suite struct WhatIfTests {
    private struct Step {
        var isLeft: Bool
        var command: Command
    }

    private static let time = Timestamp(seconds: 1_767_600_000)
    private static func thing(_ id: String) -> Reference { .external(source: "app", id: id) }

    /// A week in which `mal`, a moderator, takes part in everything; `isLeft`: the events that remain without mal.
    private static let week: [Step] = {
        var steps: [Step] = []
        func add(_ isLeft: Bool, _ command: Command) {
            var command = command
            command.occurredAt = time
            command.origin = command.origin ?? .app("step\(steps.count)")
            steps.append(Step(isLeft: isLeft, command: command))
        }
        func act(_ isLeft: Bool, _ kind: EventKind, _ actor: String, _ id: String) {
            add(isLeft, Commands.act(kind, actor, on: thing(id)))
        }
        func comment(_ isLeft: Bool, _ id: String, by actor: String, on recipe: String, answering parent: String? = nil)
        {
            var text = ProtoText()
            text.text = id
            add(
                isLeft,
                Command(
                    .commentPosted, actor: .username(actor), subject: thing(recipe), cause: parent.map { thing($0) },
                    origin: .app(id), payload: .text(text)))
        }
        func post(_ isLeft: Bool, _ id: String, by actor: String, forking original: String? = nil) {
            var command = Commands.post(id, by: actor, origin: .app(id))
            command.cause = original.map { thing($0) }
            add(isLeft, command)
        }
        for name in ["ada", "bo", "cy", "mal"] { add(name != "mal", Commands.join(name, origin: .app(name))) }
        for (name, role) in [("mal", Role.moderator), ("ada", .moderator)] {
            add(
                name != "mal",
                Command(.memberRoleChanged, actor: .username("root"), subject: .username(name), value: role.rawValue))
        }
        post(true, "soup", by: "ada")
        post(true, "stew", by: "bo")
        post(false, "spam", by: "mal")
        act(true, .recipeLiked, "bo", "soup")
        act(false, .recipeLiked, "mal", "soup")
        act(false, .recipeLiked, "bo", "spam")
        act(false, .recipeBookmarked, "cy", "spam")
        post(false, "spam2", by: "cy", forking: "spam")
        act(false, .recipeLiked, "ada", "spam2")
        post(true, "soup2", by: "cy", forking: "soup")
        comment(true, "fine", by: "bo", on: "soup")
        comment(false, "buy", by: "mal", on: "soup", answering: "fine")
        comment(false, "no", by: "ada", on: "soup", answering: "buy")
        comment(true, "so", by: "cy", on: "soup", answering: "fine")
        comment(false, "nice", by: "cy", on: "spam")
        act(true, .commentDeleted, "cy", "so")
        // Mal's deletions never happened, and recipes that only mal restored stay deleted.
        act(false, .recipeDeleted, "mal", "stew")
        act(false, .recipeRestored, "ada", "stew")
        act(true, .recipeDeleted, "ada", "soup2")
        act(false, .recipeRestored, "mal", "soup2")
        act(false, .commentDeleted, "mal", "fine")
        // With mal's removal ada's deletion changes no points, and without it the deletion alone takes them back.
        post(true, "pie", by: "ada")
        act(false, .recipeDeleted, "mal", "pie")
        act(true, .recipeDeleted, "ada", "pie")
        act(false, .recipeRestored, "root", "pie")
        add(false, Commands.act(.memberBanned, "mal", on: .username("bo")))
        add(true, Commands.act(.memberBanned, "ada", on: .username("cy")))
        add(false, Commands.act(.memberUnbanned, "mal", on: .username("cy")))
        return steps
    }()

    private static func kitchen(_ steps: [Step]) throws -> Kitchen {
        let kitchen = try Kitchen()
        _ = try kitchen.community.register(Commands.join("root"))
        for step in steps { #expect(try kitchen.submit(step.command).changed, "\(step.command.kind.name)") }
        return kitchen
    }

    private static func board(_ kitchen: Kitchen) throws -> [String: Int64] {
        try kitchen.community.query { queries in
            let entries = try queries.leaderboard(week: time.week, page: Page(limit: 0)).entries
            return Dictionary(uniqueKeysWithValues: entries.map { ($0.username, $0.engagement) })
        }
    }

    @Test("boards without a member equal those of a community without them")
    func theBoardsAreThoseOfACommunityWithoutThem() throws {
        let kitchen = try Self.kitchen(Self.week)
        let without = try Self.kitchen(Self.week.filter(\.isLeft))
        let (head, before) = (try kitchen.head(), try kitchen.community.viewsStatus())
        let report = try kitchen.community.rebuildStandings(
            weeks: nil, without: [.username("mal")], dryRun: false, listing: true)
        var board = try Self.board(kitchen)
        for change in try #require(report.changes) { board[change.username] = change.to.map { Int64($0.engagement) } }
        #expect(board == (try Self.board(without)))
        #expect(board["bo"] == 11 && board["cy"] == nil && board["ada"] == 12)
        #expect(report.omitted == Self.week.count { !$0.isLeft })
        // Neither the log nor the views change.
        #expect(try kitchen.head() == head)
        #expect(try kitchen.community.viewsStatus().views == before.views)
        #expect(try kitchen.community.viewsStatus().generation == before.generation)
    }

    @Test("other rules and a left-out member are combined") func rulesAndMembersGoTogether() throws {
        let kitchen = try Self.kitchen(Self.week)
        let rules = try kitchen.community.query { queries in
            var message = queries.rules.message
            for index in message.awards.indices where message.awards[index].kind == "recipe.posted" {
                message.awards[index].points = 3
            }
            return try Community.rules(message)
        }
        let report = try kitchen.community.rebuildStandings(
            weeks: nil, rules: rules, without: [.username("mal"), .username("ada")], dryRun: true, listing: true)
        let changes = try #require(report.changes)
        #expect(changes.first { $0.username == "ada" }?.to == nil)
        // Only the stew, because there was no soup to comment on. No moderator is left who would have banned cy.
        #expect(changes.first { $0.username == "bo" }?.to?.engagement == 3)
    }

    @Test("a voiding ban makes the boards those without a member of marks alone, and the unbanning undoes it")
    func voidingApplies() throws {
        let kitchen = try Kitchen()
        _ = try kitchen.community.register(Commands.join("root"))
        for name in ["ada", "bo", "fan"] { try kitchen.join(name) }
        var recipes: [Reference] = []
        for (index, author) in ["ada", "bo", "ada"].enumerated() {
            var post = Commands.post("Recipe \(index)", by: author)
            post.occurredAt = Self.time
            recipes.append(.position(try kitchen.submit(post).position, letter: "r"))
        }
        for (index, recipe) in recipes.enumerated() {
            let time = Timestamp(microseconds: Self.time.microseconds + Int64(index) * 86_400_000_000 * 5)
            for kind in [EventKind.recipeLiked, .recipeBookmarked, .recipeUpvoted] {
                try kitchen.submit(Commands.act(kind, "fan", on: recipe, at: time))
            }
        }
        try kitchen.submit(Commands.act(.memberFollowed, "fan", on: .username("bo"), at: Self.time))
        func boards() throws -> [String: [String: Int64]] {
            try kitchen.community.query { queries in
                var boards: [String: [String: Int64]] = [:]
                for week in queries.leaderboardWeeks().weeks {
                    for entry in try queries.leaderboard(week: Week(week.week), page: Page(limit: 0)).entries {
                        boards[week.week, default: [:]][entry.username] = entry.engagement
                    }
                }
                return boards
            }
        }
        let before = try boards()
        let report = try kitchen.community.rebuildStandings(
            weeks: nil, without: [.username("fan")], dryRun: true, listing: true)
        var expected = before
        for change in try #require(report.changes) {
            expected[change.week]?[change.username] = change.to.map { Int64($0.engagement) }
        }
        expected = expected.filter { !$0.value.isEmpty }
        #expect(expected != before)
        let void = Command(.memberBanned, actor: nil, subject: .username("fan"), value: EventHeader.voiding)
        #expect(try kitchen.submit(void).changed)
        #expect(try boards() == expected)
        // The recount from headers, and a rebuild of the views, agree.
        #expect(try kitchen.community.rebuildStandings(weeks: nil, dryRun: true, listing: false).changed == 0)
        #expect(try kitchen.community.viewsVerify().matches)
        #expect(try kitchen.submit(void).changed == false)
        try kitchen.submit(Command(.memberUnbanned, actor: nil, subject: .username("fan")))
        #expect(try boards() == before)
        #expect(try kitchen.community.rebuildStandings(weeks: nil, dryRun: true, listing: false).changed == 0)
        #expect(try kitchen.community.viewsVerify().matches)
    }

    @Test("leaving out an unknown member is refused as not found") func whoeverIsNoMemberIsNotFound() throws {
        let kitchen = try Self.kitchen(Self.week)
        for reference in [Self.thing("soup"), .username("nobody"), .position(Position(1), letter: "m")] {
            let refusal = #expect(throws: Refusal.self) {
                _ = try kitchen.community.rebuildStandings(
                    weeks: nil, without: [reference], dryRun: true, listing: true)
            }
            #expect(refusal?.code == .notFound)
        }
    }
}
