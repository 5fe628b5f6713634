import Foundation
import TestSupport
import Testing

/// What members write cannot steer the terminal of their reader.
@Suite struct HostileScreenTests {
    /// Rings, erases the screen in both spellings, deletes, and turns the rest of the line around.
    private static let steering: [Unicode.Scalar] = ["\u{7}", "\u{1B}", "\u{9B}", "\u{7F}", "\u{202E}"]

    @Test("exports, events and JSON reach a terminal without control characters, and a file with them")
    func texts() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        let text = "Boil" + Self.steering.map { "\($0)[2J" }.joined() + "end"
        let posted = try directory.json("post", "--title", "Soup", "--step", text, "--as", "@ada")
        let recipe = try #require(posted["id"] as? String)
        _ = try directory.json("profile", "edit", "--bio", text, "--as", "@ada")
        let comment = try #require(try directory.json("comment", recipe, text, "--as", "@ada")["id"] as? String)
        let book = try directory.json("cookbook", "create", text, "--public", "--as", "@ada")
        let shelf = try #require(book["id"] as? String)
        let commands = [
            ["why", recipe, "steps"], ["why", "@ada", "bio"], ["why", "comment", comment, "text"],
            ["cookbook", "show", shelf], ["profile", "@ada"], ["comments", recipe], ["export-person", "@ada"],
            ["export", "cooklang", recipe], ["export", "markdown", recipe], ["export", "jsonld", recipe],
            ["recipe", recipe], ["recipe", recipe, "--json"], ["log", "show", recipe],
            ["log", "show", recipe, "--json"],
            ["log", "tail"], ["log", "tail", "--json"], ["log", "history", recipe, "--json"], ["log", "export"],
        ]
        for command in commands {
            let terminal = try PseudoTerminal()
            let program = try Program(
                ["--data", directory.path] + command, environment: ["NO_COLOR": "1"], output: terminal.theirs,
                errors: terminal.theirs)
            defer { program.send(SIGKILL) }
            #expect(try program.wait(watching: terminal).status == 0, "\(command)")
            let screen = terminal.screen().unicodeScalars
            #expect(!screen.isEmpty, "\(command)")
            for scalar in Self.steering {
                #expect(!screen.contains(scalar), "\(command): U+\(String(scalar.value, radix: 16))")
            }
        }
        #expect(try directory.text("export", "markdown", recipe).unicodeScalars.contains("\u{9B}"))
    }

    @Test("an id without a number proposes none") func zero() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        let run = try directory.run("like", "r0", "--as", "@ada")
        #expect(run.status == 2 && !run.errors.contains("did you mean"), "\(run.errors)")
        let near = try directory.run("like", "R-12", "--as", "@ada")
        #expect(near.errors.contains("did you mean r12"), "\(near.errors)")
    }
}
