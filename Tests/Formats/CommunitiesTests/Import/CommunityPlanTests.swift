import CloudEvents
import Community
import EventLog
import Events
import FormatsSupport
import Layout
import TestSupport
import Testing

@testable import Communities
@testable import Recipes

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

    @Test("a time in the future refuses its own item, and nothing of its member") func futureTimes() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        let (past, future): (Int64, Int64) = (1_000_000, 4_000_000_000)
        found.members = [member("u1", "cy"), member("u2", "di", at: future), member("u3", "cy"), member("u4", "ed")]
        found.recipes = [
            recipe("soup", by: "u1", at: past), recipe("pie", by: "u1", at: future), recipe("tart", by: "u2", at: past),
            recipe("cake", by: "u4", at: future),
        ]
        let (report, lines) = try kitchen.run(found)
        #expect(report.refused.values.reduce(0, +) == 1, "\(lines)")
        #expect(lines.contains { $0.contains("pie") && $0.contains("in the future") }, "\(lines)")
        #expect(lines.contains { $0.contains("u2") && $0.contains("time: dropped") }, "\(lines)")
        let kinds = try kitchen.told(after: 2).map { $0.split(separator: " ")[2] }
        #expect(kinds.count { $0 == "member.registered:" } == 4 && kinds.count { $0 == "recipe.posted:" } == 3)
        #expect(try kitchen.run(found).report.appended == 0)
    }

    @Test("nothing is imported before what it depends on, whatever the times say")
    func nothingHappensBeforeWhatItHangsOn() throws {
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

    @Test("usernames are fitted and made unique, and a second run keeps them") func usernamesAreFittedAndStay() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        let long = String(repeating: "x", count: 40)
        found.members = [
            member("1", "bo"), member("2", "BO"), member("3", "@bo"), member("4", "é à"), member("5", "x"),
            member("6", nil, name: "Cy Di"), member("7", long), member("8", long), member("9", "bo@example.org"),
            member("10", "ﬁg"), member("11", "👩‍🍳👩‍🍳"), member("12", "bo" + String(repeating: "\u{35B}", count: 40)),
        ]
        let (report, _) = try kitchen.run(found)
        #expect(report.refused.isEmpty)
        let names = Dictionary(uniqueKeysWithValues: (report.members ?? []).map { ($0.from, $0.username) })
        #expect(
            names == [
                "1": "bo", "2": "BO-2", "3": "bo-3", "4": "é_à", "5": "cook-5", "6": "Cy_Di",
                "7": String(repeating: "x", count: 30), "8": String(repeating: "x", count: 28) + "-2", "9": "bo-4",
                "10": "fig", "11": "cook-11", "12": "bo" + String(repeating: "\u{35B}", count: 28),
            ])
        // In another order, and with others before them, everybody keeps the name that they were given.
        found.members = [member("0", "bo")] + found.members.reversed()
        let again = try kitchen.run(found)
        #expect(again.report.unchanged == 12 && again.report.members?.first { $0.appended }?.username == "bo-5")
    }

    @Test("a banned member is imported with their recipes and then banned") func theBannedComeWithAllTheyDid() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        found.members = [member("u1", "cy", at: 100)]
        found.members[0].isBanned = true
        found.recipes = [recipe("r", by: "u1")]
        let (report, _) = try kitchen.run(found)
        #expect(report.appendedByKind == ["member.registered": 1, "recipe.posted": 1, "member.banned": 1])
        #expect(try kitchen.run(found).report.unchanged == 3)
    }

    @Test("comments that answer each other in a circle become top-level comments")
    func commentsThatAnswerEachOtherInACircleAreComments() throws {
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
        // A long chain.
        found.comments = (0..<20_000).map { comment("n\($0)", of: $0 == 0 ? nil : "n\($0 - 1)") }.reversed()
        let plan = try CommunityPlan(
            found, names: CommunityNames(isTaken: { _ in false }, registered: { _ in nil }),
            now: EventLog.systemClock())
        let ids = plan.items.compactMap(\.command?.origin?.id).filter { $0.hasPrefix("comment/") }
        #expect(ids == (0..<20_000).map { "comment/n\($0)" })
    }

    /// A community of any kind: names that clash, times in no order, what hangs on nothing.
    private func dicedCommunity(seed: UInt64) -> FoundCommunity {
        var random = SeededGenerator(seed: seed)
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        func time() -> Timestamp? { chance(70) ? Timestamp(seconds: .random(in: 0..<1_000, using: &random)) : nil }
        func id(_ letter: String) -> String { "\(letter)\(Int.random(in: 0..<9, using: &random))" }
        var found = FoundCommunity(source: "app")
        for number in 0..<8 {
            found.members.append(
                FoundMember(
                    place: "m\(number)", id: "u\(number)",
                    username: chance(80) ? ["bo", "B O", "ada", "", "é"].randomElement(using: &random) : nil,
                    name: chance(50) ? "Ada" : nil, isBanned: chance(20), occurredAt: time()))
        }
        for number in 0..<8 {
            let content = ProtoRecipeContent(title: chance(80) ? "Soup" : "", steps: chance(90) ? ["Boil."] : [])
            found.recipes.append(
                AuthoredRecipe(
                    author: chance(90) ? id("u") : nil,
                    found: FoundRecipe(
                        place: "r\(number)", content: content, source: "app", id: "r\(number)", occurredAt: time())))
            found.comments.append(
                FoundComment(
                    place: "c\(number)", id: "c\(number)", author: id("u"), recipe: id("r"),
                    parent: chance(60) ? id("c") : nil,
                    text: chance(90) ? "Hm" : " ", occurredAt: time()))
        }
        let kinds: [EventKind] = [.recipeLiked, .recipeBookmarked, .recipeUpvoted, .recipeDownvoted, .recipeReposted]
        for number in 0..<30 {
            let subject: FoundMark.Subject =
                chance(30) ? .member(id("u")) : chance(20) ? .comment(id("c")) : .recipe(id("r"))
            let kind: EventKind =
                switch subject {
                case .member: .memberFollowed
                case .comment: .commentLiked
                case .recipe: kinds.randomElement(using: &random) ?? .recipeLiked
                }
            found.marks.append(
                FoundMark(
                    place: "k\(number)", id: "k\(number)", kind: kind, actor: id("u"), subject: subject,
                    occurredAt: time()))
        }
        return found
    }

    @Test("importing a random community twice appends nothing the second time", arguments: 0..<12 as Range<UInt64>)
    func importingTwiceAppendsNothing(seed: UInt64) throws {
        let kitchen = try Kitchen()
        let found = dicedCommunity(seed: seed)
        let rehearsed = try kitchen.run(found, stranger: "ada", isRehearsal: true)
        #expect(try kitchen.events == 2)
        let first = try kitchen.run(found, stranger: "ada")
        #expect(rehearsed.lines == first.lines && rehearsed.report.refused == first.report.refused)
        #expect(rehearsed.report.appendedByKind == first.report.appendedByKind && first.report.appended > 8)
        #expect(first.report.read == found.count + found.members.count { $0.isBanned })
        let head = try kitchen.events
        var again = dicedCommunity(seed: seed)
        // In whatever order the files are read.
        again.members.reverse()
        again.marks.reverse()
        let second = try kitchen.run(again, stranger: "ada")
        #expect(
            second.report.appended == 0 && second.report.unchanged == first.report.appended + first.report.unchanged)
        // A member banned by now is refused for that.
        #expect(second.report.refused.values.reduce(0, +) == first.report.refused.values.reduce(0, +))
        #expect(try kitchen.events == head)
    }

    @Test("of two recipes with one id only the first is imported") func ofTwoRecipesWithOneIDTheFirstCounts() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        found.members = [member("u1", "cy", at: 100)]
        var other = recipe("r1", by: "u1", at: 50)
        other.found.content.title = "Another"
        other.found.place = "other"
        found.recipes = [recipe("r1", by: "u1", at: 200), other, recipe("r1", by: "u1", at: 200)]
        let (report, lines) = try kitchen.run(found)
        #expect(report.appended == 2 && report.unchanged == 1 && report.refused == ["invalid": 1])
        #expect(lines.contains("other: invalid: another recipe has the id «r1»"), "\(lines)")
        #expect(try kitchen.recipe(report.recipes?.first?.id)?.title == "r1")
    }

    /// Each is given the next number, without trying those of all before again.
    @Test("ten thousand members may share one name, and the next is refused")
    func tenThousandMayHaveOneNameAndNoMore() throws {
        var found = FoundCommunity(source: "app")
        found.members = (0..<10_002).map { member("u\($0)", $0 % 2 == 0 ? "bo" : "Bo", at: Int64($0)) }
        let names = CommunityNames(isTaken: { $0 == "bo-7" }, registered: { _ in nil })
        let plan = try CommunityPlan(found, names: names, now: EventLog.systemClock())
        let given = plan.items.compactMap(\.command).compactMap { command -> String? in
            guard case .registration(let registration) = command.payload else { return nil }
            return Username.folded(registration.username)
        }
        #expect(given.prefix(8) == ["bo", "bo-2", "bo-3", "bo-4", "bo-5", "bo-6", "bo-8", "bo-9"])
        #expect(given.count == 9_999 && Set(given).count == 9_999)
        #expect(plan.items.count == 10_002)
    }

    @Test("an interrupted import goes on without repeating anything") func whatWasInterruptedGoesOn() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        for number in 0..<150 {
            found.members.append(member("u\(number)", "bo", at: Int64(number)))
            found.recipes.append(recipe("r\(number)", by: "u\(number)"))
        }
        let plan = try kitchen.plan(found)
        var batches = 0
        let begin = kitchen.community.beginning(isRehearsal: false)
        #expect(throws: Refusal.self) {
            try CommunityImport().run(
                plan,
                begin: { batch in
                    batches += 1
                    guard batches == 1 else { throw Refusal(.unavailable, "the disk is full") }
                    return try begin(batch)
                })
        }
        let (report, _) = try kitchen.run(found)
        let head = try kitchen.events
        #expect(report.refused.isEmpty && report.appended + report.unchanged == 300 && head == 302)
        #expect(Set(report.members?.map(\.username) ?? []).count == 150)
        #expect(try kitchen.run(found).report.unchanged == 300)
    }

    @Test("profile fields are fitted to their limits, and each change is reported")
    func whatMembersSayOfThemselvesIsFittedAndTold() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        var cook = member("u1", "cy", name: String(repeating: "n", count: 120), at: 100)
        (cook.email, cook.phone) = ("not an address", String(repeating: "5", count: 41))
        (cook.bio, cook.avatar) = (String(repeating: "b", count: 2_001) + "\u{0}", "/9j/4AAQ")
        found.members = [cook]
        let (report, lines) = try kitchen.run(found)
        let posted = try #require(try kitchen.registration(report.members?.first?.id))
        #expect(posted.name.count == 100 && posted.bio.count == 2_000)
        #expect(!posted.hasEmail && !posted.hasPhone && !posted.hasAvatar)
        #expect(lines.count == 6 && lines.allSatisfy { $0.hasPrefix("u1: changed: ") })
        #expect(!lines.contains { $0.contains("not an address") })
    }

    @Test("a lookalike or invisible name is fitted, and an e-mail of another member is imported and reported")
    func unfitNamesAndSharedEmails() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        found.members = [
            member("u1", "\u{430}dmin", name: "Ada\u{202E}\nKing", at: 100),
            member("u2", "ad\u{200D}a", name: "\u{200B}", at: 200),
            member("u3", "moderator", at: 300),
        ]
        found.members[0].email = "ada@example.org"
        found.members[2].email = "ADA@example.org"
        let (report, lines) = try kitchen.run(found)
        #expect(report.refused.isEmpty && report.sharedEmails == 1, "\(lines)")
        let members = try (report.members ?? []).map { try #require(try kitchen.registration($0.id)) }
        #expect(members.map(\.username) == ["cook-u1", "ada-2", "moderator"])
        #expect(members.map(\.name) == ["Ada King", "ada-2", "moderator"] && members[2].email == "ADA@example.org")
        #expect(
            lines.contains { $0.hasPrefix("u1: changed: name: ") }
                && lines.contains { $0.hasPrefix("u3: changed: email: ") })
        #expect(try kitchen.run(found).report.unchanged == 3)
    }

    @Test("an export with more entries than the maximum is refused") func moreThanCanBeHeldIsRefused() throws {
        let many =
            Array("[".utf8) + Array(repeatElement(Array("7,".utf8), count: FoundCommunity.countMax + 1).joined())
            + Array("7]".utf8)
        var parse = ParseExport(source: "app")
        try parse.add(many, name: "_User", place: "p")
        #expect(parse.community().refused.map(\.reason) == [.tooLong])
        let long = [UInt8](repeating: 0x20, count: ParseExport.bytesMax + 1)
        try parse.add(long, name: "_User", place: "p")
        #expect(parse.community().refused.map(\.reason) == [.tooLong, .tooLong])
        var found = FoundCommunity(source: "app")
        found.members = Array(repeating: FoundMember(place: "", id: ""), count: FoundCommunity.countMax + 1)
        #expect(throws: Refusal.self) { try found.checkCount() }
    }
}
