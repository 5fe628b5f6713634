import Foundation
import TestSupport
import Testing

/// What help shows, and which options a command refuses because they would do nothing.
@Suite struct HelpTests {
    private static func run(_ arguments: String...) throws -> Program.Run { try Program(arguments).wait() }

    @Test(
        "help of a command names its own options, and the shared ones once by «larder help options»",
        arguments: [["post"], ["feed"], ["log", "tail"], ["leaderboard", "rebuild"], ["import", "html"]])
    func sharedOptionsAreShownOnce(words: [String]) throws {
        let help = try Program(words + ["--help"]).wait()
        #expect(
            help.status == 0 && help.output.hasSuffix("\nShared options: larder help options\n\n"), "\(help.output)")
        for option in ["--data", "--as-of", "--at-least", "--no-color", "--master-key-file", "--page"] {
            #expect(
                !help.output.contains("\(option) ") && !help.output.contains("[\(option)"), "\(option): \(help.output)")
        }
        #expect(help.output.contains("-h, --help"))
        #expect(try Self.run("feed", "--help").output.contains("  --sort <sort>"))
        #expect(try Self.run("log", "tail", "--help").output.contains("  --follow "))
    }

    @Test(
        "larder help has pages about no single command",
        arguments: [
            ("options", "--at-least <position>"), ("ids", "external:SOURCE:ID"), ("json", "\"changed\":true"),
            ("exit-codes", "130"), ("exit-codes", "if they refuse some rows and not all"),
            ("environment", "LARDER_SERVER"), ("time", "2026-W02"),
        ])
    func topics(name: String, words: String) throws {
        let help = try Self.run("help", name)
        #expect(help.status == 0 && help.output.contains(words), "\(help.output)")
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(help.output)")
        let topics = try #require(try Self.run("help").output.firstMatch(of: /larder help (commands\|\S+)\./)).1
        #expect(topics.split(separator: "|").contains(Substring(name)), "\(topics)")
    }

    @Test(
        "help says what the columns of a table hold, and what a completion needs",
        arguments: [
            (["log", "export"], "credited decides in which week its award counts"),
            (["leaderboard", "export"], "username has no @"), (["completions"], "the package bash-completion"),
            (["completions"], "mkdir -p"),
        ])
    func remarks(command: [String], words: String) throws {
        let help = try Program(command + ["--help"]).wait()
        let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.status == 0 && text.contains(words), "\(help.output)")
    }

    @Test("help of post shows the JSON that a file holds, and the program posts it") func postsItsOwnHelp() throws {
        let help = try Self.run("post", "--help").output.split(separator: "\n").joined(separator: " ")
        let start = try #require(help.range(of: "{\"title\"")).lowerBound
        let end = try #require(help.range(of: "\"1 bowl\"}}")).upperBound
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        let json = String(help[start..<end]).replacing("https://…", with: "https://kitchen.example/soup")
        let file = try scratch.write(json, to: "soup.json")
        let run = try directory.run("post", file, "--as", "@ada")
        #expect(run.status == 0, "\(run.errors) \(json)")
        let recipe = try directory.json("recipe", "r3")
        #expect(recipe["totalMinutes"] as? Int == 30 && recipe["difficulty"] as? String == "easy")
    }

    @Test(
        "an option that would do nothing is refused",
        arguments: [
            "init --after x", "init --limit 3", "leaderboard weeks --limit 3", "leaderboard weeks --after x",
            "register cy --page 2", "log stat --limit 1", "log tail --after x", "log tail --page 2",
            "profile @ada --page 2",
            "shop --as @ada --limit 5", "completions bash --at-least 3", "recipe r3 --limit 2", "doctor --limit 0",
            "feed --page 0", "feed --page 2 --after x", "discover --limit 3",
        ])
    func idleOptions(line: String) throws {
        let scratch = TemporaryDirectory()
        let run = try DataDirectory(scratch.path("data")).start(line.split(separator: " ").map(String.init)).wait()
        #expect(run.status == 2 && run.errors.hasPrefix("larder: usage: "), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("data")))
    }

    @Test(
        "a name of another program points to the command",
        arguments: [
            ("login", "larder log-in"), ("logout", "larder log-out"), ("list", "larder feed"),
            ("show", "larder recipe"),
            ("signup", "larder register"),
        ])
    func otherNames(name: String, command: String) throws {
        let run = try Self.run(name)
        #expect(
            run.status == 2 && run.errors.contains("no command «larder \(name)»: write \(command)"), "\(run.errors)")
    }

    @Test("an unknown LARDER_ variable is refused by serve and config, with the nearest name")
    func unknownVariables() throws {
        let scratch = TemporaryDirectory()
        for (name, hint) in [
            ("LARDER_SERVE_PORT", "LARDER_SERVE_PORT is not a setting"),
            ("LARDER_SERVE_ADRESS", "LARDER_SERVE_ADDRESS"), ("LARDER_DATE", "did you mean LARDER_DATA"),
        ] {
            for command in ["config", "serve"] {
                let run = try Program(
                    ["--data", scratch.path("data"), command], environment: [name: "8080"]
                ).wait()
                #expect(run.status == 2 && run.errors.contains(hint), "\(run.errors)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path("data")))
        let known = try Program(
            ["--data", scratch.path("data"), "config"],
            environment: ["LARDER_SERVE_ADDRESS": "127.0.0.1:0", "LARDER_AS": "@ada"]
        ).wait()
        #expect(known.status == 0, "\(known.errors)")
    }
}
