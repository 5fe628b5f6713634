import Foundation
import TestSupport
import Testing

/// Every table on a terminal of 80 columns and of 120, with what people write in them: no line is broken by the terminal.
@Suite struct NarrowTerminalTests {
    private static let commands = [
        "feed --limit 0", "feed --sort hot --as @elin", "leaderboard --limit 0", "leaderboard weeks",
        "members --limit 0",
        "reports --status all", "modlog --limit 0", "xp @elin", "xp @elin --history", "profile @elin",
        "profile recipes @elin", "profile reposts @elin", "notifications @elin --limit 0", "dashboard", "discover",
        "tags", "tags --cuisines", "followers @elin", "bookmarks --as @elin", "comments external:demo:recipe/bibimbap",
        "recipe external:demo:recipe/bibimbap --as @elin", "recipe external:demo:recipe/bibimbap --versions",
        "log tail -n 100", "log history @elin --limit 50", "log stat", "views status", "views verify", "doctor",
        "members --search 家", "members --search xw",
    ]

    @Test("every line of output fits a narrow terminal") func everyLineFits() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        try directory.becomeSampleCommunity()
        #expect(
            try directory.run("register", "famille", "--name", "👩‍👩‍👧‍👦 家族 مرحبا " + String(repeating: "長", count: 60)).status
                == 0)
        #expect(
            try directory.run("register", "x" + String(repeating: "w", count: 29), "--name", "Ｗide").status == 0)
        for columns in [80, 120] {
            for command in Tier.share(of: Self.commands, oneIn: 2) {
                let terminal = try PseudoTerminal(columns: UInt16(columns))
                let program = try Program(
                    ["--data", directory.path] + command.split(separator: " ").map(String.init),
                    environment: ["NO_COLOR": "1"], output: terminal.theirs)
                defer { program.send(SIGKILL) }
                let run = try program.wait(watching: terminal)
                let lines = terminal.screen().split(separator: "\n")
                #expect(run.status == 0 && !lines.isEmpty, "\(command): \(run.errors)")
                for line in lines where Self.width(of: line) > columns {
                    Issue.record("\(command), \(columns): \(line)")
                }
            }
        }
    }

    /// Columns, counted for the few kinds of characters that are there.
    private static func width(of line: Substring) -> Int {
        line.reduce(0) { width, character in
            guard let first = character.unicodeScalars.first else { return width }
            return width + ((0x4E00...0x9FFF).contains(first.value) || first.properties.isEmojiPresentation ? 2 : 1)
        }
    }
}
