import Foundation
import TestSupport
import Testing

/// The commands of the pages are run in their order, each page on one fresh data directory, at a terminal, with the binary that
/// was built beside the tests.
@Suite struct PageTests {
    @Test(
        "every command that a page shows ends with the exit code and the output that the page shows",
        arguments: Tier.share(of: Page.all.filter { !$0.commands.isEmpty }, oneIn: 6))
    func commands(of page: Page) throws {
        let scratch = TemporaryDirectory()
        // Commands see the package's files by the paths that a reader sees, and write beside the copy only.
        try FileManager.default.createDirectory(atPath: scratch.path("Tests"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Checkout.root.appending(path: "Tests/Samples").path, toPath: scratch.path("Tests/Samples"))
        for command in page.commands {
            let (status, output) = try run(command.text, in: scratch.path)
            #expect(status == command.exitStatus, "\(command)\n\(output)")
            let (shown, printed) = (PageCommand.lasting(command.output), PageCommand.lasting(output))
            #expect(shown == printed, "\(command)\n\(output)")
        }
        print("\(page.path): \(page.commands.count) commands were run, \(page.notRun.count) are marked as not run")
    }

    @Test("the pages are found, and their commands stand in console blocks") func pages() {
        #expect(Page.all.contains { $0.path == "README.md" && !$0.commands.isEmpty })
        #expect(Page.all.contains { $0.path.hasPrefix("docs/decisions/") })
        for page in Page.all {
            #expect(page.strays.isEmpty, "a command outside of a console block is not run: \(page.strays)")
        }
    }

    @Test("a console block gives its commands, their exit codes and their output, or commands that are not run")
    func parsing() {
        let page = Page(
            path: "page.md",
            text: """
                $ larder outside
                ```console
                $ larder feed --limit 2
                one
                  two

                $ tools/test
                three
                $ larder recipe r9999        # exits 3
                ```
                ```console not-run
                $ larder serve
                serving at
                ```
                ```text
                larder feed
                larders
                ```
                """)
        #expect(page.commands.map(\.text) == ["larder feed --limit 2", "larder recipe r9999"])
        #expect(page.commands.map(\.exitStatus) == [0, 3])
        #expect(page.commands.map(\.line) == [3, 9])
        #expect(page.commands.map(\.output) == ["one\n  two\n\n", ""])
        #expect(page.notRun.map(\.text) == ["tools/test", "larder serve"])
        #expect(page.strays == ["page.md:16: larder feed"])
    }

    @Test(
        "outputs that differ in times, sizes, ids and widths of columns alone are equal",
        arguments: [
            ("time  96 ms", "time 1.2 s", true), ("3 d ago", "just now", true), ("2026-01-15", "just now", true),
            ("2026-11-21T05:57:30.215514Z x", "2027-01-01T00:00:00.1Z x", true),
            ("2026-01-11T09:30:00Z", "2026-01-12T09:30:00Z", false), ("r5  2", "r5  3", false), ("a\nb", "a b", false),
            ("7d99be4742762d8af8e863164d007252", "8eac37bcb8b4b0fd9faebb78a00b2290", true), ("same", "differs", false),
            (
                "7d99be4742762d8af8e863164d007252+6f76bd6b+AUkdNzsGEMid93M+RavgyFvBcN8hgXdIcCE39o9ZKwaL",
                "8eac37bcb8b4b0fd9faebb78a00b2290+00000000+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx", true
            ),
            (
                "root pSFnAbcNDAG8QNpbvUX7C6IxXcY7KcPNUbZxSyyhGL8=",
                "root B4JhtcN+bSYBscvlj+0S2lOKUOaTh9futTy/DY0wP4M=",
                true
            ),
        ])
    func lasting(shown: String, printed: String, isEqual: Bool) {
        #expect((PageCommand.lasting(shown) == PageCommand.lasting(printed)) == isEqual)
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
