import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import TestSupport
import Testing
import Transparency
import Views

/// «The events that made an answer what it is.»
@Suite struct ExplanationTests {
    private let kitchen: Kitchen
    private var community: Community { kitchen.community }

    init() throws { kitchen = try Kitchen() }

    // MARK: Questions

    private struct Question {
        var name: String
        var ask: (Queries) throws -> any Encodable
    }

    /// Every kind of question, about the first members and recipes of a `Medley`.
    private static func questions(_ medley: Medley) -> [Question] {
        var questions: [Question] = []
        func ask(_ name: String, _ ask: @escaping (Queries) throws -> any Encodable) {
            questions.append(Question(name: name, ask: ask))
        }
        let (ada, bo) = (medley.members[1], medley.members[2])
        let all = Page(limit: 0)
        for id in medley.recipes.prefix(3) {
            let recipe = Reference.recipe(id)
            ask("\(id)") { try $0.recipe(recipe, viewer: nil) }
            ask("\(id) as bo") { try $0.recipe(recipe, viewer: bo) }
            ask("comments \(id)") { try $0.comments(of: recipe, page: all, viewer: ada) }
            ask("versions \(id)") { try $0.versions(of: recipe, page: all, viewer: nil) }
        }
        for member in medley.members.prefix(4) {
            let reference = Reference.member(member)
            ask("\(member)") { try $0.profile(reference, viewer: nil, viewerIsOperator: true) }
            ask("\(member) as bo") { try $0.profile(reference, viewer: bo) }
            ask("xp \(member)") { try $0.experience(reference, page: all, viewer: nil) }
            ask("followers \(member)") { try $0.followers(of: reference, viewer: nil, page: all) }
            ask("following \(member)") { try $0.following(of: reference, viewer: bo, page: all) }
            ask("notifications \(member)") { try $0.notifications(reference, page: all) }
            ask("around \(member)") {
                try $0.leaderboard(week: nil, page: Page(limit: 1), around: try $0.member(reference))
            }
            for list in [RecipeList.posted, .liked, .bookmarked] {
                ask("\(list) \(member)") {
                    try $0.recipes(list, of: try $0.member(reference), page: all, viewer: bo)
                }
            }
            ask("reposts \(member)") { try $0.reposts(of: try $0.member(reference), page: all, viewer: nil) }
        }
        for mode in FeedMode.allCases {
            var request = FeedRequest()
            request.mode = mode
            ask("feed \(mode)") { try $0.feed(request, page: all, viewer: try $0.member(.member(bo))) }
            ask("top of feed \(mode)") {
                try $0.feed(request, page: Page(limit: 2), viewer: try $0.member(.member(bo)))
            }
        }
        for sort in [FeedSort.oldest, .liked, .top, .hot, .best, .rated, .discussed] {
            var request = FeedRequest()
            request.sort = sort
            ask("feed by \(sort)") { try $0.feed(request, page: Page(limit: 3), viewer: nil) }
        }
        ask("leaderboard") { try $0.leaderboard(week: nil, page: all) }
        ask("weeks") { $0.leaderboardWeeks() }
        ask("discover") { try $0.discover(showing: 2, viewer: nil) }
        ask("tags") { try $0.counts(of: .tags, page: all, viewer: nil) }
        ask("members") { try $0.members(.init(), page: all, viewer: nil, viewerIsOperator: true) }
        ask("reports") { try $0.reports(.all, page: all) }
        ask("dashboard") { $0.dashboard() }
        ask("modlog") { try $0.moderationLog(page: all) }
        return questions
    }

    /// The JSON without the position; `nil` if there is no such entity.
    private static func text(_ question: Question, _ queries: Queries) throws -> String? {
        do {
            let data = try JSONEncoder().encode(AnyAnswer(try question.ask(queries)))
            var fields = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
            fields["position"] = nil
            fields["next"] = nil
            return String(
                decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys), as: UTF8.self)
        } catch let refusal as Refusal where [.notFound, .gone].contains(refusal.code) {
            return nil
        }
    }

    private struct AnyAnswer: Encodable {
        var answer: any Encodable
        init(_ answer: any Encodable) { self.answer = answer }
        func encode(to encoder: any Encoder) throws { try answer.encode(to: encoder) }
    }

    private func reasons(
        _ question: Question, asOf position: Position? = nil, limit: Int = 0, after: String? = nil,
        newestFirst: Bool = false
    ) throws -> Explanation<String?> {
        try community.explain(
            ReasonsRequest(
                moment: position.map { .position($0) }, page: Page(limit: limit, after: after),
                newestFirst: newestFirst, question: question.name)
        ) { try Self.text(question, $0) }
    }

    // MARK: Laws

    /// Compared with the answer at every single position.
    @Test("an explanation names every event that changed the answer and no other", arguments: [1, 2] as [UInt64])
    func everyChangeIsFoundAndNoOther(seed: UInt64) throws {
        let medley = try Medley(seed: seed, kitchen)
        let head = try kitchen.head()
        let questions = Self.questions(medley)
        var answers = questions.map { _ in [String?]() }
        for position in 1...head {
            try community.query(asOf: .position(Position(position))) { queries in
                for (index, question) in questions.enumerated() {
                    answers[index].append(try Self.text(question, queries))
                }
            }
        }
        for (question, answers) in zip(questions, answers) {
            let explanation = try reasons(question)
            #expect(explanation.answer == answers.last, "\(question.name)")
            #expect(explanation.next == nil)
            // The answer before the first event, then every change.
            var value = explanation.answer
            if let first = explanation.reasons.first { value = first.before }
            var found: Set<UInt64> = []
            var reasons = explanation.reasons[...]
            for position in 1...head {
                while let reason = reasons.first, reason.event?.value == position {
                    #expect(reason.before == value && reason.after != value, "\(question.name) at \(position)")
                    #expect(!reason.views.isEmpty, "\(question.name) at \(position)")
                    value = reason.after
                    found.insert(position)
                    reasons.removeFirst()
                }
                #expect(value == answers[Int(position) - 1], "\(question.name) as of \(position)")
            }
            #expect(reasons.isEmpty, "\(question.name): \(reasons)")
            #expect(found.count == explanation.reasons.count, "\(question.name): an event twice")
        }
        #expect(try community.viewsVerify().matches)
    }

    @Test("pages of reasons add up to the whole in both directions") func pagesAddUpInBothDirections() throws {
        let medley = try Medley(seed: 3, kitchen)
        let head = Position(try kitchen.head())
        for question in Self.questions(medley) where !question.name.hasPrefix("feed") {
            for end in [head, Position(head.value * 2 / 3)] {
                let whole = try reasons(question, asOf: end).reasons.map(Line.init)
                for isNewestFirst in [false, true] {
                    var (lines, after): ([Line], String?) = ([], nil)
                    repeat {
                        let page = try reasons(
                            question, asOf: end, limit: 7, after: after, newestFirst: isNewestFirst)
                        #expect(page.reasons.count == 7 || page.next == nil)
                        lines += page.reasons.map(Line.init)
                        after = page.next
                    } while after != nil
                    #expect(lines == (isNewestFirst ? whole.reversed() : whole), "\(question.name) as of \(end)")
                }
            }
        }
    }

    private struct Line: Equatable {
        var event: Position?
        var before: String?
        var after: String?

        init(_ reason: Reason<String?>) {
            (event, before, after) = (reason.event, reason.before, reason.after)
        }
    }

    @Test("a cursor of another explanation is refused") func aCursorOfOtherReasonsIsRefused() throws {
        let medley = try Medley(seed: 4, kitchen)
        let questions = Self.questions(medley)
        let cursor = try #require(try reasons(questions[0], limit: 1).next)
        for (other, isNewestFirst) in [(questions[1], false), (questions[0], true)] {
            #expect { try reasons(other, limit: 1, after: cursor, newestFirst: isNewestFirst) } throws: {
                ($0 as? Refusal)?.code == .invalid
            }
        }
        #expect(throws: Refusal.self) { try reasons(questions[0], asOf: Position(1), after: cursor) }
        #expect(throws: Refusal.self) { try reasons(questions[0], after: "AAAA") }
    }

    // MARK: Cases

    @Test("a like that is undone and repeated counts as three reasons") func whatWasUndoneIsAReasonTwice() throws {
        for name in ["ada", "bo"] { try kitchen.join(name) }
        let soup = try kitchen.post("Soup", by: "ada")
        for kind in [EventKind.recipeLiked, .recipeUnliked, .recipeLiked] {
            try kitchen.submit(Commands.act(kind, "bo", on: soup))
        }
        // It changes the recipe's row, but not its likes.
        try kitchen.submit(Commands.act(.recipeCooked, "bo", on: soup))
        let explanation = try community.explain(
            ReasonsRequest(moment: nil, page: Page(limit: 0), newestFirst: false, question: "likes")
        ) { queries in (try? queries.recipe(soup, viewer: nil))?.recipe.likes }
        #expect(explanation.reasons.map { $0.event?.value } == [4, 5, 6, 7])
        #expect(explanation.reasons.map(\.before) == [nil, 0, 1, 0])
        #expect(explanation.reasons.map(\.after) == [0, 1, 0, 1])
        #expect(explanation.reasons.allSatisfy { $0.views.map(\.name) == ["recipes"] })
        #expect(explanation.answer == 1)
    }

    /// A name means the member who has it now, even if the member had another name then.
    @Test("a name in a question means the member who has it now") func namesAreThoseOfTheQuestionsMoment() throws {
        for name in ["ada", "bo"] { try kitchen.join(name) }
        try kitchen.submit(Commands.act(.memberFollowed, "bo", on: .username("ada")))
        try kitchen.submit(Commands.rename("ada", to: "eve"))
        try kitchen.submit(Commands.rename("bo", to: "ada"))
        func followers(of name: String) throws -> [UInt64?] {
            try community.explain(
                ReasonsRequest(moment: nil, page: Page(limit: 0), newestFirst: false, question: name)
            ) { queries in try? queries.profile(.username(name), viewer: nil).followers }.reasons.map {
                $0.event?.value
            }
        }
        #expect(try followers(of: "eve") == [2, 4])
        #expect(try followers(of: "ada") == [3])
        #expect { try followers(of: "aada") } throws: { error in
            (error as? Refusal)?.message.contains("@ada") ?? false
        }
    }

    @Test("time that passes is a reason without an event") func timeThatPassesIsAReasonWithoutAnEvent() throws {
        let clock = TestClock()
        let kitchen = try Kitchen(clock: clock)
        let community = kitchen.community
        try kitchen.join("ada")
        _ = try kitchen.post("Soup", by: "ada")
        var ban = ProtoBan()
        ban.until.seconds = clock.now().microseconds / 1_000_000 + 90
        try kitchen.submit(Command(.memberBanned, actor: nil, subject: .username("ada"), payload: .ban(ban)))
        func reasons(asOf moment: Moment? = nil, limit: Int = 0, after: String? = nil) throws -> Explanation<Bool?> {
            try community.explain(
                ReasonsRequest(
                    moment: moment, page: Page(limit: limit, after: after), newestFirst: false, question: "banned")
            ) { queries in try? queries.profile(.username("ada"), viewer: nil).banned }
        }
        clock.advance(seconds: 90)
        let now = try reasons()
        #expect(now.reasons.map { $0.event?.value } == [2, 4, nil])
        #expect(now.reasons.map(\.after) == [false, true, false] && now.answer == false)
        #expect(try reasons(asOf: .position(Position(4))).reasons.map(\.after) == [false, true])

        // Noticed at the next event that changes a row that was read, and nowhere else.
        try kitchen.submit(Commands.act(.recipeCooked, "ada", on: .recipe(RecipeID(3))))
        try kitchen.submit(Commands.rename("ada", to: "eve"))
        try kitchen.submit(Commands.rename("eve", to: "ada"))
        let later = try reasons()
        #expect(later.reasons.map { $0.event?.value } == [2, 4, nil])
        #expect(later.reasons.map(\.after) == [false, true, false])
        let first = try reasons(limit: 2)
        #expect(try reasons(limit: 2, after: first.next).reasons.map(\.after) == [false])
    }

    @Test("a question for a list of events is not explained") func listsOfEventsAreNotExplained() throws {
        try kitchen.join("ada")
        #expect {
            try community.explain(
                ReasonsRequest(moment: nil, page: Page(), newestFirst: false, question: "history")
            ) { queries in try queries.awardHistory(of: .username("ada"), page: Page(), viewer: nil).xp }
        } throws: {
            ($0 as? Refusal)?.code == .invalid
        }
    }

    @Test("events that are reasons have valid inclusion proofs in the given head")
    func reasonsAreProvedToBeInTheLog() throws {
        for name in ["ada", "bo"] { try kitchen.join(name) }
        let soup = try kitchen.post("Soup", by: "ada")
        try kitchen.submit(Commands.act(.recipeLiked, "bo", on: soup))
        let size = Position(try kitchen.head())
        try kitchen.join("later")
        let events = [Position(4), Position(5)]
        let proofs = try community.inclusionProofs(of: events, size: size)
        #expect(Set(proofs.keys) == Set(events))
        let key = try community.log.verifierKey()
        for (event, text) in proofs {
            guard case .inclusion(let proof) = try ProofText(Array(text.utf8)) else {
                Issue.record("no inclusion proof: \(text)")
                continue
            }
            try proof.head.verify(by: key)
            let head = try Checkpoint(proof.head)
            #expect(head.size == size.value && proof.index == event.value - 1)
            let bytes = try #require(try community.log.read { try $0.canonicalBytes(at: event) })
            #expect(proof.extra == bytes)
            let tree = try #require(Subtree(size: head.size))
            try tree.verifyInclusion(of: .leaf(bytes), at: proof.index, proof: proof.hashes, root: head.root)
        }
    }

    @Test("an explanation leaves no files behind") func nothingIsLeftBehind() throws {
        let medley = try Medley(seed: 5, kitchen)
        _ = try reasons(Self.questions(medley)[0])
        let directory = community.log.pastViewsDirectory
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
    }
}
