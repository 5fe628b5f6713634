import Foundation
import TestSupport
import Testing

/// «The account with typed confirmation or `--yes`»: deleting it cannot be taken back.
@Suite struct ConfirmationTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("ada-and-bo") { directory throws in
            for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        }
    }

    /// Lets bo delete his account at a terminal, and types that when he is asked.
    private func delete(typing answer: String) throws -> (run: Program.Run, screen: String) {
        let terminal = try PseudoTerminal()
        let program = try Program(
            ["--data", directory.path, "delete", "account", "--as", "@bo"], input: terminal.theirs,
            errors: terminal.theirs)
        defer { program.send(SIGKILL) }
        try terminal.waitFor("Type @bo to continue: ")
        try terminal.type(answer)
        let run = try program.wait(watching: terminal)
        return (run, terminal.screen())
    }

    private func expectBoIsThere(_ isThere: Bool) throws {
        #expect(try directory.run("profile", "@bo").status == (isThere ? 0 : 3))
    }

    @Test("a deletion is confirmed by typing the member's name") func theRightNameDeletesIt() throws {
        let (run, screen) = try delete(typing: "@bo\n")
        #expect(run.status == 0, "\(screen)")
        #expect(run.output == "4\tmember.deleted\n")
        #expect(screen.contains("This deletes @bo for ever"))
        try expectBoIsThere(false)
    }

    @Test(
        "anything but the member's name at the prompt deletes nothing",
        arguments: ["@boo\n", "bo\n", "yes\n", "\n", PseudoTerminal.endOfInput])
    func anythingElseDeletesNothing(answer: String) throws {
        let (run, screen) = try delete(typing: answer)
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        let last = screen.split(separator: "\n").last.map(String.init)
        #expect(last == "larder: failed: «@bo» was not typed: nothing was deleted")
        try expectBoIsThere(true)
    }

    @Test("without a terminal a deletion needs --yes and is refused") func nobodyIsAskedWhoCannotAnswer() throws {
        let silent = try directory.run("delete", "account", "--as", "@bo")
        #expect(silent.status == 2 && silent.errors.contains("--yes"))
        // A name that comes through a pipe was not typed by anybody.
        let (terminal, pipe) = (try PseudoTerminal(), Pipe())
        try pipe.fileHandleForWriting.write(contentsOf: Data("@bo\n".utf8))
        try pipe.fileHandleForWriting.close()
        let piped = try Program(
            ["--data", directory.path, "delete", "account", "--as", "@bo"], input: pipe.fileHandleForReading,
            errors: terminal.theirs
        ).wait(watching: terminal)
        #expect(piped.status == 2)
        try expectBoIsThere(true)
        #expect(try directory.run("delete", "account", "--as", "@bo", "--yes").status == 0)
        try expectBoIsThere(false)
    }
}
