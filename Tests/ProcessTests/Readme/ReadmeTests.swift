import Foundation
import TestSupport
import Testing

/// What README.md shows is run: every `$ …` line but those with `tools/`, in order, on one fresh data directory, at a
/// terminal, with the binary that was built beside the tests.
@Suite struct ReadmeTests {
    @Test func everyCommandEndsAndAnswersAsItSays() throws {
        let commands = try ReadmeCommands.all()
        #expect(!commands.isEmpty)
        let scratch = try ScratchDirectory()
        // Commands see the package's files by the paths that a reader sees, and write beside the copy only.
        try FileManager.default.createDirectory(atPath: scratch.path("Tests"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Checkout.root.appending(path: "Tests/Samples").path, toPath: scratch.path("Tests/Samples"))
        for command in commands {
            let (status, output) = try run(command.text, in: scratch.path)
            #expect(status == command.exitStatus, "\(command)\n\(output)")
            let (shown, printed) = (ReadmeCommand.lasting(command.output), ReadmeCommand.lasting(output))
            #expect(shown == printed, "\(command)\n\(output)")
        }
    }

    @Test func commandsAndTheirOutputAreFound() {
        let commands = ReadmeCommands.parse(
            """
            $ larder outside
            ```console
            $ larder feed --limit 2
            one
              two

            $ tools/test
            three
            $ larder recipe r9999        # exits 3
            ```
            """)
        #expect(commands.map(\.text) == ["larder feed --limit 2", "larder recipe r9999"])
        #expect(commands.map(\.exitStatus) == [0, 3])
        #expect(commands.map(\.line) == [3, 9])
        #expect(commands.map(\.output) == ["one\n  two\n\n", ""])
    }

    @Test(arguments: [
        ("time  96 ms", "time 1.2 s", true), ("3 d ago", "just now", true), ("2026-01-15", "just now", true),
        ("2026-11-21T05:57:30.215514Z x", "2027-01-01T00:00:00.1Z x", true),
        ("2026-01-11T09:30:00Z", "2026-01-12T09:30:00Z", false), ("r5  2", "r5  3", false), ("a\nb", "a b", false),
        ("7d99be4742762d8af8e863164d007252", "8eac37bcb8b4b0fd9faebb78a00b2290", true), ("same", "differs", false),
        (
            "7d99be4742762d8af8e863164d007252+6f76bd6b+AUkdNzsGEMid93M+RavgyFvBcN8hgXdIcCE39o9ZKwaL",
            "8eac37bcb8b4b0fd9faebb78a00b2290+00000000+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx", true
        ),
        (
            "root pSFnAbcNDAG8QNpbvUX7C6IxXcY7KcPNUbZxSyyhGL8=", "root B4JhtcN+bSYBscvlj+0S2lOKUOaTh9futTy/DY0wP4M=",
            true
        ),
    ])
    func onlyWhatLastsIsCompared(shown: String, printed: String, isEqual: Bool) {
        #expect((ReadmeCommand.lasting(shown) == ReadmeCommand.lasting(printed)) == isEqual)
    }

    /// A process counts as running for as long as any process holds its end of the pipe: what a line leaves running
    /// in the background must not.
    private static let lettingGo =
        "for d in /proc/$$/fd/*; do d=${d##*/}; [ $d -gt 2 ] && [ $d -ne 255 ] && eval \"exec $d>&-\"; done\n"

    /// Runs a line as a shell would, with the built `larder` on the path.
    private func run(_ command: String, in directory: String) throws -> (status: Int32, output: String) {
        let terminal = try PseudoTerminal()
        let products = try #require(Program.location).deletingLastPathComponent().path
        let run = try Program(
            ["-c", Self.lettingGo + command], executable: URL(filePath: "/bin/bash"), directory: directory,
            environment: ["PATH": "\(products):\(Program.searchPath)", "NO_COLOR": "1"], output: terminal.theirs,
            errors: terminal.theirs
        ).wait(watching: terminal)
        return (run.status, terminal.screen())
    }
}
