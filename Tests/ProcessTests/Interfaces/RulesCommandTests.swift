import Foundation
import TestSupport
import Testing

/// «An admin changes them by `rules.changed`», «a what-if never touches log or views», and boards rebuilt in batch.
@Suite struct RulesCommandTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory
    /// The rules in force with other points for a comment.
    private let rules: String

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        func event(_ kind: String, _ id: Int, _ actor: String?, _ rest: String, at day: Int) -> String {
            let actor = actor.map { #","actor":"@\#($0)""# } ?? ""
            return #"{"specversion":"1.0","type":"larder.\#(kind)","source":"t","id":"\#(id)","#
                + #""time":"2026-01-\#(day)T08:00:00Z"\#(actor),\#(rest)}"#
        }
        var events = ["ada", "bo"].enumerated().map { index, name in
            event("member.registered", index, nil, #""data":{"username":"\#(name)","name":"\#(name)"}"#, at: 12)
        }
        events.append(
            event("recipe.posted", 2, "ada", #""data":{"title":"Soup","steps":[{"text":"Boil."}]}"#, at: 12))
        for (id, day) in [(3, 12), (4, 19), (5, 26)] {
            events.append(
                event("comment.posted", id, "bo", #""subject":"external:t:2","data":{"text":"Fine"}"#, at: day))
        }
        let file = try scratch.write(events.joined(separator: "\n"), to: "events.ndjson")
        #expect(try directory.run("submit", file).status == 0)
        #expect(try directory.run("role", "@ada", "admin").status == 0)
        var shown = try directory.json("rules", "show").object("rules")
        shown["awards"] = shown.list("awards").map { award in
            var award = award
            if award.text("kind") == "comment.posted" { award["points"] = 25 }
            return award
        }
        rules = try scratch.write(try DataDirectory.text(shown), to: "rules.json")
    }

    private func changes(_ arguments: String...) throws -> [String] {
        let run = try directory.start(arguments + ["--json"]).wait()
        #expect(run.status == 0, "\(run.errors)")
        return try run.json().list("changes").map { change in
            let (from, to) = (change.object("from"), change.object("to"))
            return "\(change.text("week")) @\(change.text("username")) "
                + "\(from.number("rank"))/\(from.number("engagement")) \(to.number("rank"))/\(to.number("engagement"))"
        }
    }

    @Test("what-if: who moves, by how much, over any range of weeks; neither log nor views are touched")
    func whatIf() throws {
        let before = (try directory.events, try directory.fingerprints(), try directory.boards())
        let moves = [
            "2026-W03 @ada 1/10 2/10", "2026-W03 @bo 2/1 1/25", "2026-W04 @bo 1/1 1/25", "2026-W05 @bo 1/1 1/25",
        ]
        let largestFirst = [moves[1], moves[0]] + moves[2...]
        #expect(try changes("whatif", rules) == largestFirst)
        #expect(try changes("whatif", rules, "--limit", "1") == [moves[1]])
        #expect(try changes("whatif", rules, "--limit", "0") == largestFirst)
        #expect(try directory.json("whatif", rules, "--limit", "1")["changed"] as? Int == 4)
        #expect(
            try directory.text("whatif", rules, "--limit", "2")
                == "2026-W03\t@bo\t2 → 1\t1 → 25\n2026-W03\t@ada\t1 → 2\t10 → 10\n")
        #expect(
            try directory.text("whatif", "--without-member", "@bo", "--limit", "1", "--csv")
                == "week,member,moved,rank-before,rank-after,engagement-before,engagement-after\n"
                + "2026-W03,@bo,1,2,,1,\n")
        #expect(try changes("leaderboard", "rebuild", "--rules", rules, "--diff") == moves)
        #expect(try changes("whatif", rules, "--weeks", "2026-W04..2026-W04") == [moves[2]])
        #expect(try changes("whatif", rules, "--weeks", "2026-W04..2026-W05") == Array(moves[2...]))
        #expect(try directory.events == before.0)
        #expect(try directory.fingerprints() == before.1)
        #expect(try directory.boards() == before.2)
    }

    @Test("with the rules in force no member moves, with --dry-run and without")
    func rebuildingMovesNobody() throws {
        #expect(try changes("leaderboard", "rebuild", "--diff", "--dry-run").isEmpty)
        let report = try directory.json("leaderboard", "rebuild")
        #expect(report["changed"] as? Int == 0 && report["weeks"] as? Int == 3 && report["entries"] as? Int == 4)
        #expect(report["changes"] == nil)
    }

    @Test("rules set: an admin's, or the operator's, and from then on all standings are those of the new rules")
    func setting() throws {
        let refused = try directory.run("rules", "set", rules, "--as", "@bo")
        #expect(refused.status == 4, "\(refused.errors)")
        #expect(try directory.run("rules", "check", rules).status == 0)
        #expect(try directory.json("rules", "set", rules, "--as", "@ada")["changed"] as? Bool == true)
        #expect(try directory.json("rules", "set", rules)["changed"] as? Bool == false)
        #expect(try directory.json("profile", "@bo")["xp"] as? Int == 75)
        let board = try directory.json("leaderboard", "--week", "2026-W03").list("entries")
        #expect(
            board.map { "\($0.number("rank")) \($0.text("username")) \($0.number("engagement"))" } == [
                "1 bo 25", "2 ada 10",
            ])
        #expect(try changes("leaderboard", "rebuild", "--diff").isEmpty)
        try directory.expectVerified()
        let broken = try scratch.write(#"{"awards":[]}"#, to: "broken.json")
        #expect(try directory.run("rules", "set", broken).status == 6)
        #expect(try directory.run("rules", "check", broken).status == 6)
    }

    @Test("log tail [-n N] [--kind K] [--actor A], log show P, log history ID")
    func log() throws {
        func types(_ arguments: String...) throws -> [String] {
            let run = try directory.start(arguments + ["--json"]).wait()
            #expect(run.status == 0, "\(run.errors)")
            return try run.output.split(separator: "\n").map { line in
                let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return event?.text("type") ?? ""
            }
        }
        #expect(try types("log", "tail", "-n", "2") == ["larder.comment.posted", "larder.member.roleChanged"])
        #expect(try types("log", "tail", "--kind", "recipe.posted") == ["larder.recipe.posted"])
        #expect(try types("log", "tail", "--actor", "@bo").count == 4)
        #expect(try types("log", "tail", "--actor", "@bo", "--kind", "comment.posted", "-n", "1").count == 1)
        #expect(try types("log", "show", "4") == ["larder.recipe.posted"])
        func sequences(_ arguments: String...) throws -> [String] {
            let run = try directory.start(["log", "history"] + arguments + ["--json"]).wait()
            return try run.json().list("events").map { $0.text("sequence") }
        }
        #expect(try sequences("r4") == ["4", "5", "6", "7"])
        #expect(try sequences("external:t:2", "--newest", "--limit", "2") == ["7", "6"])
        #expect(try sequences("@bo") == ["3", "5", "6", "7"])
    }

    @Test("colour only on a terminal, and never with NO_COLOR or --no-color")
    func colour() throws {
        func screen(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> String {
            let terminal = try PseudoTerminal()
            let program = try Program(
                ["--data", directory.path, "feed"] + arguments,
                environment: ["TERM": "xterm"].merging(environment) { $1 }, output: terminal.theirs)
            #expect(try program.wait(watching: terminal).status == 0)
            return terminal.screen()
        }
        #expect(try screen().contains("\u{1B}["))
        for plain in [
            try screen(environment: ["NO_COLOR": "1"]), try screen(["--no-color"]), try directory.text("feed"),
        ] {
            #expect(plain.contains("Soup") && !plain.contains("\u{1B}"))
        }
    }
}
