import Foundation
import TestSupport
import Testing

/// What `log tail` and `log export` choose by time, kind and position, and how they write it as a table.
@Suite struct LogSelectionTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory
    /// When the log recorded each event, from event 1 on.
    private let recorded: [String]

    /// Event 2 registers ada, an admin, 3 bo; 4 is ada's recipe, which bo likes by 5 and unlikes by 7; 6 is a comment.
    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("selection") { directory throws in
            for line in [
                "register ada", "register bo", "post --title Soup --step Boil. --as @ada", "like r4 --as @bo",
                "comment r4 Good --as @bo", "unlike r4 --as @bo",
            ] {
                let run = try directory.start(line.split(separator: " ").map(String.init)).wait()
                #expect(run.status == 0, "\(run.errors)")
            }
        }
        recorded = try Self.values("recordedtime", try directory.wholeLog())
    }

    private static func values(_ name: String, _ lines: String) throws -> [String] {
        try lines.split(separator: "\n").map { line in
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return event?[name] as? String ?? ""
        }
    }

    private func tail(_ arguments: String...) throws -> [String] {
        let run = try directory.start(["log", "tail", "--json", "--limit", "0"] + arguments).wait()
        #expect(run.status == 0, "\(run.errors)")
        return try Self.values("sequence", run.output)
    }

    private func export(_ arguments: String...) throws -> [String] {
        let run = try directory.start(["log", "export"] + arguments).wait()
        #expect(run.status == 0, "\(run.errors)")
        return try Self.values("id", run.output)
    }

    @Test("log tail chooses by recorded time, since inclusive and until exclusive, by kind and by position")
    func tails() throws {
        #expect(recorded.count == 7)
        #expect(try tail("--since", recorded[4]) == ["5", "6", "7"])
        #expect(try tail("--until", recorded[4]) == ["1", "2", "3", "4"])
        #expect(try tail("--since", recorded[4], "--until", recorded[5]) == ["5"])
        #expect(try tail("--from", "6") == ["6", "7"])
        #expect(try tail("--from", "3", "--until", recorded[4]) == ["3", "4"])
        #expect(try tail("--from", "8").isEmpty && tail("--until", "2001-01-01").isEmpty)
        #expect(try tail("--since", "2999-01-01").isEmpty)
        #expect(try tail("--from", "2", "--kind", "recipe.liked", "--kind", "recipe.posted") == ["4", "5"])
        #expect(try tail("--from", "4", "--actor", "@bo", "-n", "2") == ["6", "7"])
    }

    @Test("log export chooses like log tail, and keeps the names of what came before")
    func exports() throws {
        #expect(try export() == ["2", "2/role", "3", "4", "5", "6", "7"])
        #expect(try export("--from", "4") == ["4", "5", "6", "7"])
        #expect(try export("--since", recorded[5]) == ["6", "7"])
        #expect(try export("--until", recorded[3]) == ["2", "2/role", "3"])
        #expect(try export("--kind", "member.registered") == ["2", "3"])
        #expect(try export("--kind", "member.roleChanged") == ["2/role"])
        #expect(try export("--kind", "recipe.liked", "--from", "6").isEmpty)
        let whole = try directory.text("log", "export").split(separator: "\n")
        #expect(try directory.text("log", "export", "--kind", "recipe.liked") == "\(whole[4])\n")
    }

    @Test("a table of events has owner and credited time: that of an unlike is the time of the like")
    func tables() throws {
        let all = try directory.text("log", "export", "--csv").split(separator: "\n")
        #expect(all[0] == "position,recorded,time,kind,by,about,owner,credited" && all.count == 8)
        #expect(
            try directory.text("log", "export", "--kind", "recipe.liked", "--columns", "position,kind,by,about,owner")
                == "5\trecipe.liked\t@bo\tr4\t@ada\n")
        let liked = try directory.text("log", "export", "--from", "5", "--kind", "recipe.liked", "--columns", "time")
        #expect(try directory.text("log", "tail", "-n", "1", "--columns", "credited") == liked)
        #expect(try directory.text("log", "tail", "-n", "0", "--csv") == directory.text("log", "export", "--csv"))
    }

    @Test("a follower writes new events as rows below one header")
    func followedTable() throws {
        let program = try directory.start(
            ["log", "tail", "--follow", "-n", "1", "--csv", "--columns", "position,kind", "--kind", "recipe.liked"])
        defer { program.send(SIGKILL) }
        let deadline = ContinuousClock.now + Program.patience
        func waitForLines(_ count: Int) throws {
            while try program.output().count(where: { $0 == "\n" }) < count, ContinuousClock.now < deadline {
                usleep(10_000)
            }
        }
        try waitForLines(2)
        #expect(try directory.run("comment", "r4", "Again", "--as", "@bo").status == 0)
        #expect(try directory.run("like", "r4", "--as", "@bo").status == 0)
        try waitForLines(3)
        program.interrupt()
        let run = try program.wait()
        #expect(run.status == 130 && run.output == "position,kind\n5,recipe.liked\n9,recipe.liked\n", "\(run.errors)")
    }

    @Test(
        "what makes no sense together is refused before anything is written",
        arguments: [
            "log tail --follow --until 2999-01-01", "log tail --since yesterday",
            "log tail --from 3 --since 2026-01-02",
            "log tail --since 2026-01-02 --until 2026-01-02", "log tail --from 0", "log tail --csv --columns size",
            "log tail --csv --json", "log export --verbatim --kind recipe.liked", "log export --verbatim --csv",
            "log export --canonical - --since 2026-01-01", "log export --canonical - --from 2 --verbatim",
            "log export --kind recipe.likd", "log export --until 2026-13-01", "log export --header --columns size",
        ])
    func refusals(line: String) throws {
        let run = try directory.start(line.split(separator: " ").map(String.init)).wait()
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("larder: usage: "), "\(run.errors)")
    }
}
