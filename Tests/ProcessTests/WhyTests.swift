import Foundation
import TestSupport
import Testing

/// «`larder why …` lists the events that made a row what it is», at the sample community.
@Suite struct WhyTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.becomeSampleCommunity()
    }

    private func why(_ words: String) throws -> [String: Any] {
        let run = try directory.start(["why"] + words.split(separator: " ").map(String.init) + ["--json"]).wait()
        #expect(run.status == 0, "why \(words): \(run.errors.prefix(300))")
        return try run.json()
    }

    private func events(_ answer: [String: Any]) -> [Int] {
        answer.list("reasons").compactMap { $0["event"] as? Int }
    }

    // MARK: Laws

    /// One value's changes lead from one to the next, and the last to what the query answers.
    @Test("the changes that why lists lead to the answer") func changesLeadToTheAnswer() throws {
        for (question, query, path) in Tier.share(of: Self.values, oneIn: 3) { try check(question, query, path) }
    }

    private static let values = [
        ("r2402 likes", "recipe r2402", ["likes"]), ("r2402 score", "recipe r2402", ["score"]),
        ("recipe r2402 title", "recipe r2402", ["title"]),
        ("r2402 rating.average", "recipe r2402", ["rating", "average"]),
        ("r2402 rating count", "recipe r2402", ["rating", "count"]), ("r2402 tags", "recipe r2402", ["tags"]),
        ("external:demo:recipe/shakshuka cooked", "recipe external:demo:recipe/shakshuka", ["cooked"]),
        ("@theo xp", "profile @theo", ["xp"]), ("profile @theo --field badges", "profile @theo", ["badges"]),
        ("@rae level", "profile @rae", ["level"]), ("@rae followers", "profile @rae", ["followers"]),
        ("@elin role", "profile @elin", ["role"]), ("notifications @karim unread", "notifications @karim", ["unread"]),
        ("dashboard comments", "dashboard", ["comments"]),
        ("leaderboard 2026-W10 participants", "leaderboard --week 2026-W10", ["participants"]),
    ]

    private func check(_ question: String, _ query: String, _ path: [String]) throws {
        let explained = try why("\(question) --limit 0")
        let run = try directory.start(query.split(separator: " ").map(String.init) + ["--json"]).wait()
        let answer = path.reduce(try run.json() as Any?) { ($0 as? [String: Any])?[$1] }
        #expect(Self.text(answer) != Self.text(nil), "\(query)")
        #expect(Self.text(explained["answer"]) == Self.text(answer), "\(question)")
        var value = Self.text(
            explained.list("reasons").first.map { first in first.list("changes").first?["from"] } ?? nil)
        var last = 0
        for reason in explained.list("reasons") {
            let event = reason["event"] as? Int ?? .max
            #expect(event > last, "\(question)")
            last = event
            let changes = reason.list("changes")
            #expect(!changes.isEmpty && !reason.list("views").isEmpty, "\(question) at \(event)")
            #expect(changes.count == 1, "\(question) at \(event)")
            let field = changes.first?["field"] as? String
            #expect(field == path.last || field == path.joined(separator: "."), "\(question) at \(event)")
            #expect(Self.text(changes.first?["from"]) == value, "\(question) at \(event)")
            value = Self.text(changes.first?["to"])
        }
        #expect(value == Self.text(answer), "\(question)")
    }

    private static func text(_ value: Any?) -> String {
        guard let value else { return "absent" }
        let data = try? JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Entries of lists, each by several names.
    private static let questions = [
        "leaderboard 2026-W10 @rae", "leaderboard --week 2026-W10 @rae rank", "feed @theo r2402",
        "feed --as @theo --mode following p2506", "feed --mode for-you --as @theo r2402 recipe.score",
        "feed r2402 --sort hot", "notification @karim 694", "notifications @karim 694", "comment c2411",
        "c2411 likes", "comments r2402 c2411", "p2506", "repost p2506", "followers @margot", "followers @margot @theo",
        "following @theo", "bookmarks @theo", "bookmarks --as @theo r2691", "profile liked @theo",
        "profile reposts @nell", "reports --status all", "modlog", "tags", "members", "discover", "leaderboard weeks",
        "recipe r2402 --versions", "xp @theo", "@theo",
    ]

    @Test("why gives reasons for every question") func everyQuestionIsExplained() throws {
        for question in Tier.share(of: Self.questions, oneIn: 4) {
            let answer = try why("\(question) --limit 3")
            #expect(!answer.list("reasons").isEmpty, "\(question)")
            #expect(answer["question"] as? String != nil && answer["position"] as? Int == 4127)
        }
    }

    // MARK: Cases

    @Test("why names the event that read a notification") func aNotificationIsReadByWhatReadIt() throws {
        let answer = try why("notification @karim 469 read")
        #expect(answer.list("reasons").map { $0["kind"] as? String } == ["comment.liked", "notifications.read"])
        #expect(events(answer) == [469, 669])
        #expect(answer["answer"] as? Bool == true)
    }

    @Test("why names the follow that brings a recipe into the feed") func aFollowBringsARecipeIntoTheFeed() throws {
        let reasons = try why("feed @theo r2402 --mode following --limit 0").list("reasons")
        let first = try #require(reasons.first)
        #expect(first["kind"] as? String == "member.followed" && first["event"] as? Int == 2809)
        #expect(first.list("changes").first?["from"] == nil)
    }

    @Test("why marks the reasons of a deleted member as erased") func whatIsErasedIsSaidToBe() throws {
        let erased = try why("r2402 --limit 0").list("reasons").filter { $0["erased"] as? Bool == true }
        #expect(!erased.isEmpty)
        for reason in erased {
            let actor = try #require(reason["actor"] as? [String: Any])
            #expect(actor["id"] as? String == "m164" && actor["username"] == nil)
        }
        let text = try directory.text("why", "r2402", "likes")
        #expect(text.contains("\tm164, erased\t"))
    }

    @Test("why --as-of gives the reasons of that moment") func anEarlierMomentHasTheReasonsOfThen() throws {
        let (now, then) = (try why("r2402 likes --limit 0"), try why("r2402 likes --limit 0 --as-of 2450"))
        #expect(then["position"] as? Int == 2450)
        #expect(events(then) == events(now).filter { $0 <= 2450 } && events(then).count < events(now).count)
        let recipe = try directory.json("recipe", "r2402", "--as-of", "2450")
        #expect(then["answer"] as? Int == recipe["likes"] as? Int)
    }

    @Test("pages of reasons continue without a gap, also newest first") func pagesGoOn() throws {
        let all = events(try why("r2402 --limit 0"))
        #expect(all.count > 20)
        #expect(events(try why("r2402")) == Array(all.prefix(20)))
        #expect(events(try why("r2402 --newest --limit 4")) == all.suffix(4).reversed())
        var (found, after): ([Int], String?) = ([], nil)
        repeat {
            let page = try why("r2402 --limit 9" + (after.map { " --after \($0)" } ?? ""))
            found += events(page)
            after = page["next"] as? String
        } while after != nil
        #expect(found == all)
    }

    @Test("why --proof proves each reason to one head") func proofsLeadToOneHead() throws {
        let reasons = try why("r2402 likes --proof --limit 0").list("reasons")
        var heads: Set<String> = []
        for reason in reasons {
            let proof = try #require(reason["proof"] as? String)
            #expect(proof.hasPrefix("c2sp.org/tlog-proof@v1\n"))
            #expect(proof.contains("\nindex \((reason["event"] as? Int ?? 0) - 1)\n"))
            if heads.isEmpty {
                #expect(try directory.text("audit", "prove", "\(reason["event"] as? Int ?? 0)") == proof)
            }
            heads.insert(String(proof[try #require(proof.firstRange(of: "\n\n")).upperBound...]))
        }
        let size = try directory.events
        #expect(heads.count == 1)
        #expect(heads.first?.contains("\n\(size)\n") ?? false)
        #expect(
            try directory.text("why", "r2402", "likes", "--proof", "--limit", "1").contains("\nevent 2402\nc2sp.org/"))
    }

    private static let refused: [(String, Int32, String)] = [
        ("", 2, "say what is to be explained"), ("like r12", 2, "is not a question"),
        ("why r12", 2, "is not a question"),
        ("42", 2, "log show 42"), ("feed @theo --as @elin", 2, "conflicting members"),
        ("log history r12", 2, "events themselves"),
        ("xp @theo --history", 6, "events themselves"), ("recipe r2402 --frobnicate", 2, "frobnicate"),
        ("r2402 liks", 3, "did you mean likes?"), ("@theo xpp", 3, "did you mean xp?"),
        ("r99999", 3, "there is no recipe"),
        ("@nobody", 3, "there is no member @nobody"), ("c99999", 3, "there is no c99999"),
        ("feed @theo r99999", 3, "r99999"),
        ("comment", 2, "say which comment"), ("comment r12", 2, "say which comment"),
        ("r2402 likes --after AAAA", 6, "cursor"), ("r2402 likes --as-of 99999", 3, "no position 99999"),
        ("notifications @theo 7 --as @elin", 4, "the member alone"),
    ]

    @Test("why refuses wrong questions with the right exit code") func refusals() throws {
        for (words, status, sentence) in Self.refused {
            let run = try directory.start(["why"] + words.split(separator: " ").map(String.init)).wait()
            #expect(run.status == status, "why \(words): \(run.output)\(run.errors)")
            #expect(run.errors.contains(sentence), "why \(words): \(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test("an interrupted or killed why leaves no file behind", .seeded, arguments: [SIGINT, SIGKILL])
    func endedQueries(signal: Int32) throws {
        var numbers = SeededGenerator.ofTest()
        let kept = scratch.path("data/views/as-of")
        var ended = 0
        for _ in 0..<40 where ended < Tier.rounds(1, long: 4) {
            let program = try directory.start(["why", "feed", "--limit", "0"])
            usleep(UInt32.random(in: 5_000..<400_000, using: &numbers))
            // A process that ignores Ctrl-C until it listens would finish its long answer.
            if signal == SIGINT { program.interrupt() } else { program.send(signal) }
            let run = try program.wait()
            if run.wasKilled || run.status == 130 { ended += 1 }
            #expect(try directory.run("log", "show", "1").status == 0)
            let left = (try? FileManager.default.contentsOfDirectory(atPath: kept)) ?? []
            #expect(left.isEmpty)
        }
        #expect(ended > 0)
    }
}
