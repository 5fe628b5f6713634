import Foundation
import TestSupport
import Testing

/// Orders of words, pages, prompts and the pager: what a person at a terminal expects.
@Suite struct ComfortTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("comfort") { directory throws in
            for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
            let posted = try directory.run("post", "--title", "Soup", "--step", "Boil.", "--as", "@ada")
            #expect(posted.output == "r4\trecipe.posted\n")
        }
    }

    @Test("vote takes the direction before or after the recipe") func votes() throws {
        for (line, answer) in [
            (["up", "r4"], "recipe.upvoted"), (["r4", "up"], "unchanged"), (["r4", "DOWN"], "recipe.downvoted"),
            (["none", "r4"], "recipe.voteRetracted"),
        ] {
            let run = try directory.start(["vote"] + line + ["--as", "@bo"]).wait()
            #expect(run.status == 0 && run.output.hasSuffix("\t\(answer)\n"), "\(line): \(run.output)\(run.errors)")
        }
        #expect(try directory.run("vote", "r4", "sideways", "--as", "@bo").status == 2)
    }

    @Test("comment - reads standard input, without the line break at its end") func comments() throws {
        let file = try scratch.write("Lovely!\nAgain?\n", to: "words")
        let run = try Program(
            ["--data", directory.path, "comment", "r4", "-", "--as", "@bo"],
            input: try FileHandle(forReadingFrom: URL(filePath: file))
        ).wait()
        #expect(run.status == 0, "\(run.errors)")
        let comments = try directory.json("comments", "r4").list("comments")
        #expect(comments.first?["text"] as? String == "Lovely!\nAgain?")
    }

    @Test("--page shows that page of a list, and refuses one behind the end") func pages() throws {
        for title in ["A", "B", "C", "D"] {
            #expect(try directory.run("post", "--title", title, "--step", "x", "--as", "@ada").status == 0)
        }
        let titles = try (1...3).map { page in
            try directory.text("feed", "--limit", "2", "--page", "\(page)").split(separator: "\n").map {
                $0.split(separator: "\t")[1]
            }
        }
        #expect(titles == [["D", "C"], ["B", "A"], ["Soup"]])
        #expect(try directory.json("feed", "--limit", "2", "--page", "3").list("items").count == 1)
        let behind = try directory.run("feed", "--limit", "2", "--page", "4")
        #expect(behind.status == 3 && behind.output.isEmpty, "\(behind.output)")
        #expect(behind.errors == "larder: not-found: there is no page 4: the list ends with page 3\n")
        let terminal = try PseudoTerminal()
        let shown = try Program(
            ["--data", directory.path, "feed", "--limit", "2", "--page", "2"], output: terminal.theirs,
            errors: terminal.theirs
        ).wait(watching: terminal)
        #expect(shown.status == 0 && terminal.screen().hasSuffix("More: --page 3\n"), "\(terminal.screen())")
    }

    @Test("Ctrl-C at the question of a deletion says that nothing was deleted") func interruptedQuestion() throws {
        let terminal = try PseudoTerminal()
        let program = try Program(
            ["--data", directory.path, "delete", "account", "--as", "@bo"], input: terminal.theirs,
            errors: terminal.theirs)
        defer { program.send(SIGKILL) }
        try terminal.waitFor("Type @bo to continue: ")
        program.send(SIGINT)
        let run = try program.wait(watching: terminal)
        #expect(run.status == 130)
        #expect(terminal.screen().hasSuffix("larder: interrupted: nothing was deleted\n"), "\(terminal.screen())")
        #expect(try directory.run("profile", "@bo").status == 0)
    }

    @Test("Ctrl-C ends log tail --follow without a word") func interruptedFollower() throws {
        let program = try directory.start(["log", "tail", "--follow"])
        defer { program.send(SIGKILL) }
        while try program.output().isEmpty { usleep(10_000) }
        program.interrupt()
        let run = try program.wait()
        #expect(run.status == 130 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("a long answer on a terminal goes to $PAGER, unless --no-pager is given") func pager() throws {
        func run(_ arguments: [String]) throws -> String {
            let terminal = try PseudoTerminal()
            let run = try Program(
                ["--data", directory.path, "--no-color"] + arguments, environment: ["PAGER": "sed s/^/page:/"],
                input: terminal.theirs,
                output: terminal.theirs, errors: terminal.theirs
            ).wait(watching: terminal)
            #expect(run.status == 0)
            return terminal.screen()
        }
        #expect(try !run(["recipe", "r4"]).contains("page:"))
        let long = Array(repeating: ["--ingredient", "salt"], count: 60).flatMap { $0 }
        #expect(try directory.start(["edit", "r4", "--as", "@ada"] + long).wait().status == 0)
        #expect(try run(["recipe", "r4"]).contains("page:Soup"))
        #expect(try !run(["recipe", "r4", "--no-pager"]).contains("page:"))
    }

    @Test("reset-password says what to do with the link beside it; standard output has the link alone")
    func resetLink() throws {
        let run = try directory.run("reset-password", "@bo")
        #expect(run.status == 0 && run.output.split(separator: "\n").count == 1, "\(run.output)")
        #expect(run.errors.hasPrefix("Send this link to @bo only: until 2"), "\(run.errors)")
        #expect(try directory.run("reset-password", "@bo", "--quiet").errors.isEmpty)
    }
}
