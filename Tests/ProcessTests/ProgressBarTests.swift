import Foundation
import TestSupport
import Testing

/// «A progress bar with rate and time left on work that lasts over a second»: on a terminal, and nowhere else.
@Suite struct ProgressBarTests {
    /// A submission whose second thousand of lines comes when a second has passed. All are one event.
    private func submit(_ more: [String] = [], terminal: PseudoTerminal, isShown: Bool = true) throws -> Program.Run {
        let (scratch, pipe) = (TemporaryDirectory(), Pipe())
        let program = try Program(
            ["--data", scratch.path("data"), "submit", "-"] + more, input: pipe.fileHandleForReading,
            errors: isShown ? terminal.theirs : nil)
        defer { program.send(SIGKILL) }
        let event =
            #"{"specversion":"1.0","type":"larder.member.registered","source":"s","id":"1","#
            + #""data":{"username":"bo","name":"Bo"}}"#
        let lines = Data(String(repeating: "\(event)\n", count: 1000).utf8)
        try pipe.fileHandleForWriting.write(contentsOf: lines)
        let deadline = ContinuousClock.now + Program.patience
        // The work has begun when the log is there.
        while !FileManager.default.fileExists(atPath: scratch.path("data/log/data.mdb")) {
            try #require(ContinuousClock.now < deadline)
            usleep(5000)
        }
        usleep(1_200_000)
        try pipe.fileHandleForWriting.write(contentsOf: lines)
        try pipe.fileHandleForWriting.close()
        let run = try program.wait(watching: terminal)
        #expect(run.status == 0, "\(run.errors)")
        return run
    }

    @Test("the progress bar shows how far the work is") func itSaysHowFarTheWorkIs() throws {
        let terminal = try PseudoTerminal()
        let run = try submit(terminal: terminal)
        let screen = terminal.screen()
        #expect(screen.contains("\rSubmitting 2,000 lines · "))
        #expect(screen.contains(" lines/s"))
        // What comes next begins at the left of an empty line.
        #expect(screen.hasSuffix("\r\u{1B}[K"))
        #expect(run.output.hasPrefix("read\t2000\n"))
    }

    @Test("the progress bar fits a narrow terminal") func itFitsANarrowTerminal() throws {
        let terminal = try PseudoTerminal(columns: 24)
        _ = try submit(terminal: terminal)
        let line = terminal.screen().split(separator: "\r").first { $0.hasPrefix("Submitting") }
        #expect(try #require(line).prefix { $0 != "\u{1B}" }.count == 23)
    }

    @Test("the progress bar is absent with --quiet, with --json and without a terminal")
    func itIsNotShownWhereItIsNotWanted() throws {
        let terminal = try PseudoTerminal()
        let piped = try submit(terminal: terminal, isShown: false)
        #expect(piped.errors.isEmpty)
        _ = try submit(["--quiet"], terminal: terminal)
        _ = try submit(["--json"], terminal: terminal)
        #expect(terminal.screen().isEmpty)
    }
}
