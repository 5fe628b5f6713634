import Foundation
import TestSupport
import Testing

/// `larder` alone: what a person at a terminal reads, and what a script is told.
@Suite struct GreetingTests {
    private let scratch = TemporaryDirectory()

    /// What a terminal of 80 columns shows, line by line, without the bold of commands.
    private func greeting(_ arguments: String...) throws -> [String] {
        let terminal = try PseudoTerminal()
        let run = try Program(arguments, output: terminal.theirs, errors: terminal.theirs).wait(watching: terminal)
        #expect(run.status == 0, "\(terminal.screen())")
        return terminal.screen().split(separator: "\n").map(String.init)
    }

    @Test("without a community, larder alone says how to begin one, in five lines, and creates nothing")
    func nothing() throws {
        let directory = scratch.path("nothing")
        let lines = try greeting("--data", directory)
        #expect(lines.count == 5, "\(lines)")
        #expect(lines[1] == "There is no community in \(directory) yet. Begin one:")
        #expect(lines[2].contains("larder --data \(directory) demo"))
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test("with a community, larder alone says how many members and recipes it has, and who asks")
    func community() throws {
        let directory = DataDirectory(scratch.path("data"))
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        #expect(try directory.run("post", "--title", "Soup", "--step", "Boil.", "--as", "@ada").status == 0)
        #expect(try directory.run("like", "r4", "--as", "@bo").status == 0)
        // The views fold what the commands have appended.
        #expect(try directory.run("feed").status == 0)
        let lines = try greeting("--data", directory.path, "--as", "@ada")
        #expect(lines.count == 5, "\(lines)")
        #expect(lines[0].hasPrefix("\(directory.path): 2 members, 1 recipe, the last event"))
        #expect(lines[1] == "You are @ada: 1 unread notification.")
        #expect(try greeting("--data", directory.path, "--as", "@zoe")[1] == "There is no member @zoe.")
    }

    @Test("a community that cannot be opened is explained, with the command that helps")
    func damaged() throws {
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        try FileManager.default.removeItem(atPath: "\(directory.path)/vault")
        let lines = try greeting("--data", directory.path).joined(separator: "\n")
        #expect(lines.contains("cannot be opened") && lines.contains("doctor"), "\(lines)")
    }

    @Test("where no terminal reads it, larder alone is refused: a script has lost its command")
    func script() throws {
        let run = try Program([]).wait()
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasSuffix("larder: usage: name a command: larder help lists all commands\n"))
    }

    @Test("larder help has at most 60 lines of 80 columns, and names each command once")
    func overview() throws {
        let help = try Program(["help"]).wait().output
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 61, "with the empty text behind the last line end")
        #expect(lines.allSatisfy { $0.count <= 80 })
        let listed = lines.drop { !$0.hasPrefix("For ") }.filter { $0.hasPrefix("  ") }.flatMap { line in
            line.dropFirst(2).split(separator: /\ \ +/)[0].split(separator: ", ").map(String.init)
        }
        #expect(Set(listed).count == listed.count)
        let all = try Program(["help", "commands"]).wait().output.split(separator: "\n")
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") }.map { String($0.split(separator: " ")[0]) }
        #expect(listed.sorted() == all.sorted())
    }

    @Test("the contract and the changelog name the version that larder --version says")
    func version() throws {
        let said = try Program(["--version"]).wait().output
        let match = try #require(
            try /larder (\d+\.\d+\.\d+)(?: \([0-9a-f]{8}(?:, modified)?\))?\n/.wholeMatch(in: said), "\(said)")
        let contract = try Checkout.text(of: "Schemas/openapi.yaml")
        #expect(contract.contains("\n  version: \(match.1)\n"))
        #expect(try Checkout.text(of: "docs/CHANGELOG.md").firstMatch(of: /## ([0-9.]+)/)?.1 == match.1)
        // The version of a recipe is another option.
        let recipe = try Program(["help", "recipe"]).wait().output
        #expect(recipe.split(separator: "\n").count { $0.hasPrefix("  --version ") } == 1, "\(recipe)")
    }
}
