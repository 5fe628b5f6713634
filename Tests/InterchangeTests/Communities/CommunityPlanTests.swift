import Events
import Layout
import Testing

@testable import Interchange

@Suite struct CommunityPlanTests {
    private func member(_ id: String, _ username: String? = nil, name: String? = nil, at time: Int64? = nil)
        -> FoundMember
    {
        FoundMember(
            place: id, id: id, username: username, name: name, occurredAt: time.map { Timestamp(seconds: $0) })
    }

    private func recipe(_ id: String, by author: String, at time: Int64? = nil) -> AuthoredRecipe {
        AuthoredRecipe(
            author: author,
            found: FoundRecipe(
                place: id, content: ProtoRecipeContent(title: id, steps: ["Cook."]), source: "app", id: id,
                occurredAt: time.map { Timestamp(seconds: $0) }))
    }

    @Test func nothingHappensBeforeWhatItHangsOn() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        found.members = [member("u1", "cy", at: 1_000), member("u2", "di")]
        found.recipes = [recipe("late", by: "u1", at: 2_000), recipe("early", by: "u1", at: 500)]
        found.comments = [
            FoundComment(
                place: "answer", id: "c2", author: "u1", recipe: "late", parent: "c1", text: "Yes",
                occurredAt: Timestamp(seconds: 2_000)),
            FoundComment(
                place: "question", id: "c1", author: "u2", recipe: "late", text: "So?",
                occurredAt: Timestamp(seconds: 3_000)),
        ]
        found.marks = [
            FoundMark(
                place: "like", id: "like/1", kind: .recipeLiked, actor: "u2", subject: .recipe("late"),
                occurredAt: Timestamp(seconds: 700))
        ]
        let (report, lines) = try kitchen.run(found)
        #expect(report.appended == 7 && report.refused.isEmpty)
        #expect(
            try kitchen.told(after: 2) == [
                "3 1970-01-01T00:08:20Z member.registered: m3 on 3", "4 1970-01-01T00:08:20Z recipe.posted: m3 on 4",
                "5 1970-01-01T00:11:40Z member.registered: m5 on 5", "6 1970-01-01T00:33:20Z recipe.posted: m3 on 6",
                "7 1970-01-01T00:33:20Z recipe.liked: m5 on 6", "8 1970-01-01T00:50:00Z comment.posted: m5 on 6",
                "9 1970-01-01T00:50:00Z comment.posted: m3 on 6 of 8",
            ])
        #expect(lines.count == 3 && lines.allSatisfy { $0.contains(": changed: time: ") })
        #expect(try kitchen.run(found).report.unchanged == 7)
        // A later export without the first recipe is the same people.
        found.recipes.removeLast()
        let later = try kitchen.run(found)
        #expect(later.report.appended == 0 && later.report.refused.isEmpty)
    }

    @Test func usernamesAreFittedAndStay() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        let long = String(repeating: "x", count: 40)
        found.members = [
            member("1", "bo"), member("2", "BO"), member("3", "@bo"), member("4", "é à"), member("5", "x"),
            member("6", nil, name: "Cy Di"), member("7", long), member("8", long), member("9", "bo@example.org"),
            member("10", "ﬁg"), member("11", "👩‍🍳👩‍🍳"),
        ]
        let (report, _) = try kitchen.run(found)
        #expect(report.refused.isEmpty)
        let names = Dictionary(uniqueKeysWithValues: (report.members ?? []).map { ($0.from, $0.username) })
        #expect(
            names == [
                "1": "bo", "2": "BO-2", "3": "bo-3", "4": "é_à", "5": "cook-5", "6": "Cy_Di",
                "7": String(repeating: "x", count: 30), "8": String(repeating: "x", count: 28) + "-2", "9": "bo-4",
                "10": "fig", "11": "cook-11",
            ])
        // In another order, and with others before them, everybody keeps the name that they were given.
        found.members = [member("0", "bo")] + found.members.reversed()
        let again = try kitchen.run(found)
        #expect(again.report.unchanged == 11 && again.report.members?.first { $0.appended }?.username == "bo-5")
    }

    @Test func theBannedComeWithAllTheyDid() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        found.members = [member("u1", "cy", at: 100)]
        found.members[0].isBanned = true
        found.recipes = [recipe("r", by: "u1")]
        let (report, _) = try kitchen.run(found)
        #expect(report.appendedByKind == ["member.registered": 1, "recipe.posted": 1, "member.banned": 1])
        #expect(try kitchen.run(found).report.unchanged == 3)
    }

    @Test func commentsThatAnswerEachOtherInACircleAreComments() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        found.members = [member("u1", "cy")]
        found.recipes = [recipe("r", by: "u1"), recipe("s", by: "u1")]
        func comment(_ id: String, of parent: String?, on recipe: String = "r") -> FoundComment {
            FoundComment(place: id, id: id, author: "u1", recipe: recipe, parent: parent, text: "Hm")
        }
        found.comments = [
            comment("a", of: "b"), comment("b", of: "a"), comment("c", of: "c"), comment("d", of: "a", on: "s"),
        ]
        let (report, lines) = try kitchen.run(found)
        #expect(report.appendedByKind["comment.posted"] == 4)
        #expect(lines.count { $0.contains("changed: reply: ") } == 3)
        // A chain as long as somebody likes.
        found.comments = (0..<20_000).map { comment("n\($0)", of: $0 == 0 ? nil : "n\($0 - 1)") }.reversed()
        let plan = try CommunityPlan(
            found, names: CommunityNames(isTaken: { _ in false }, registered: { _ in nil }))
        let ids = plan.items.compactMap(\.command?.origin?.id).filter { $0.hasPrefix("comment/") }
        #expect(ids == (0..<20_000).map { "comment/n\($0)" })
    }
}
