import Events
import LarderAPI
import Layout
import Operations
import Testing

@testable import CLI

@Suite struct TextTableTests {
    private func terminal(width: Int = 80, isTerminal: Bool = true) -> Terminal {
        Terminal(isOutputTerminal: isTerminal, isErrorTerminal: false, width: width, hasColor: false)
    }

    @Test(
        "the width of a text counts columns, two for a wide character",
        arguments: [("soup", 4), ("汤", 2), ("🍲", 2), ("e\u{301}", 1), ("❤️", 2), ("👩‍🍳", 2), ("", 0)])
    func widthIsColumns(text: String, width: Int) { #expect(text.displayWidth == width) }

    @Test("a truncated text fits the width, also where a wide character does not") func cuttingKeepsWithinTheWidth() {
        #expect("汤汤汤".truncated(toWidth: 5) == "汤汤…")
        #expect("汤汤汤".truncated(toWidth: 4) == "汤…")
        #expect("soup".truncated(toWidth: 4) == "soup")
        #expect("soup".truncated(toWidth: 1) == "…")
    }

    @Test("a table on a terminal aligns its columns") func columnsAreAlignedForPeople() {
        var table = TextTable([.text("id"), .text("title"), .number("likes")])
        table.add(["r2", "汤", "7"])
        table.add(["r12", "Soup", "120"])
        #expect(table.text(for: terminal()) == "id   title  likes\nr2   汤         7\nr12  Soup     120\n")
    }

    @Test("a table in a pipe separates columns by tabs and keeps each row on one line")
    func plainColumnsAreSeparatedByTabs() {
        var table = TextTable([.text("id"), .text("title")])
        table.add(["r2", "a\tb\nc"])
        #expect(table.text(for: terminal(isTerminal: false)) == "r2\ta b c\n")
    }

    @Test("a narrow table truncates its widest text and no number") func theWidestTextShrinksAndNumbersStay() {
        var table = TextTable([.text("title"), .number("likes")])
        table.add([String(repeating: "x", count: 100), "12345"])
        let lines = table.text(for: terminal(width: 30)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.displayWidth <= 30 })
        #expect(lines.last?.hasSuffix("…  12345") == true)
    }

    @Test("control characters of a text do not reach the terminal")
    func controlCharactersDoNotReachTheTerminal() { #expect("a\u{1B}[2Jb".asOneLine == "a [2Jb") }

    /// An override would turn the author and the time around, too; a joiner makes one picture of several.
    @Test("characters that reverse a line do not reach the terminal, joiners do")
    func whatTurnsTheLineAroundDoesNotEither() {
        #expect("a\u{202E}b\u{2067}c\u{2028}d\u{9B}2Je".asOneLine == "a b c d 2Je")
        #expect("👩\u{200D}🍳 ש\u{200F}!".asOneLine == "👩\u{200D}🍳 ש\u{200F}!")
    }

    @Test("a narrow table drops extra columns first") func extraColumnsGoWhereThereIsNoRoom() {
        var table = TextTable([.whole("id"), .whole("joined").extra, .text("name"), .text("mail").extra])
        table.add(["m2", "2026-01-05", "Ada", "ada@example.org"])
        #expect(table.text(for: terminal(width: 40)).hasPrefix("id  joined      name  mail"))
        #expect(table.text(for: terminal(width: 29)) == "id  joined      name\nm2  2026-01-05  Ada\n")
        #expect(table.text(for: terminal(width: 20)) == "id  joined      name\nm2  2026-01-05  Ada\n")
        #expect(table.text(for: terminal(width: 19)) == "id  name\nm2  Ada\n")
        #expect(table.text(for: terminal(width: 19, isTerminal: false)) == "m2\t2026-01-05\tAda\tada@example.org\n")
    }

    @Test("a wrapped column continues below itself") func aWrappedColumnGoesOnBelowItself() {
        var table = TextTable([.text("check"), .wrapped("finding")])
        table.add(["log", "4127 events without a gap"])
        #expect(table.text(for: terminal(width: 24)) == "check  finding\nlog    4127 events\n       without a gap\n")
        #expect(table.text(for: terminal(isTerminal: false)) == "log\t4127 events without a gap\n")
    }

    @Test("a long value of a list continues below itself") func valuesOfAListGoOnBelowThemselves() {
        let text = terminal(width: 24).list(["badges": "Loved Chef, Recipe Creator", "xp": "3", "bio": nil])
        #expect(text == "badges  Loved Chef,\n        Recipe Creator\nxp      3\n")
    }
}

@Suite struct JSONDocumentTests {
    /// CSI as one character begins a command on some terminals.
    @Test("JSON escapes every control character") func controlsAreEscaped() throws {
        let document = try JSONDocument.text(["a": "\u{9B}2J\u{7F}\u{1B}é"])
        #expect(document == #"{"a":"\u009b2J\u007f\u001bé"}"#)
    }
}

@Suite struct ExitStatusTests {
    @Test(
        "each code of a refusal has its exit code",
        arguments: [
            ("failed", 1), ("usage", 2), ("not-found", 3), ("gone", 3), ("forbidden", 4), ("banned", 4),
            ("conflict", 5),
            ("invalid", 6), ("verification-failed", 7), ("unavailable", 8), ("overloaded", 8), ("of-tomorrow", 1),
        ])
    func codesEndTheProcess(code: String, status: Int32) {
        #expect(ExitStatus(Refusal.Code(rawValue: code)).rawValue == status)
    }

    @Test("a refusal is one line for people and one JSON document for programs") func aRefusalIsOneLine() {
        let output = RefusalOutput(Refusal(.invalid, "two\nlines", field: "title"))
        #expect(output.line == "larder: invalid: two lines\n")
        #expect(
            (try? JSONDocument.text(output))
                == #"{"error":{"code":"invalid","field":"title","message":"two\nlines"}}"#)
    }
}

@Suite struct WordingTests {
    @Test(
        "a count has commas between thousands",
        arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
    func counts(value: Int, text: String) { #expect(Wording.count(value) == text) }

    @Test(
        "a duration is rounded to its largest units",
        arguments: [(0.25, "250 ms"), (4.26, "4.2 s"), (200, "3 min 20 s"), (120, "2 min"), (7500, "2 h 5 min")])
    func durations(seconds: Double, text: String) { #expect(Wording.duration(seconds: seconds) == text) }

    @Test(
        "a recent instant is shown as time ago, a future one as its date",
        arguments: [(5, "just now"), (65, "1 min ago"), (7200, "2 h ago"), (200_000, "2 d ago"), (-10, "2026-01-05")])
    func timesAgo(seconds: Int64, text: String) throws {
        let now = try #require(Timestamp(rfc3339: "2026-01-05T08:00:00Z"))
        #expect(Wording.relative(Timestamp(microseconds: now.microseconds - seconds * 1_000_000), now: now) == text)
    }

    @Test("the progress bar shows share, rate and time left") func theBarSaysRateAndTimeLeft() {
        let line = ProgressBar.line(label: "Importing", unit: "events", done: 500, total: 1000, seconds: 5, width: 120)
        #expect(line.contains("50 %") && line.contains("100 events/s") && line.contains("5.0 s left"))
    }
}

@Suite struct SuggestionTests {
    @Test(
        "a misspelt week is answered with the nearest one",
        arguments: [("2008-7", "2008-W07"), ("2008W7", "2008-W07"), ("2008-02-14", "2008-W07")])
    func weeksAreSuggested(text: String, week: String) {
        let error = #expect(throws: Refusal.self) { try Times.week(text) }
        #expect(error?.message.contains(week) == true)
    }

    @Test("a malformed id is answered with the ids that it may mean") func idsAreSuggested() {
        let error = #expect(throws: Refusal.self) { try EntityName.reference("x12", "rc") }
        #expect(error?.message.contains("r12 or c12") == true)
    }
}

@Suite struct CommandPathTests {
    @Test(
        "shared options may stand before, between and after a command's words",
        arguments: [
            (["--data", "d", "views", "--json", "status"], ["views", "status", "--data", "d", "--json"]),
            (["leaderboard", "--week", "2008-W07"], ["leaderboard", "show", "--week", "2008-W07"]),
            (["--as=@a", "profile", "@x"], ["profile", "show", "--as=@a", "@x"]),
            (["profile", "edit", "--name", "x"], ["profile", "edit", "--name", "x"]),
        ])
    func sharedOptionsMayStandAnywhere(given: [String], understood: [String]) throws {
        #expect(try CommandPath(given).arguments == understood)
    }

    @Test("a misspelt command is answered with the nearest ones") func wrongCommandsAreAnsweredWithNearOnes() {
        let error = #expect(throws: Refusal.self) { try CommandPath(["fed"]) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains("did you mean feed") == true)
        let help = #expect(throws: Refusal.self) { try CommandPath(["hepl"]) }
        #expect(help?.message.contains("did you mean help") == true)
    }
}

@Suite struct RefusedLineTests {
    private func line(_ text: String, _ reason: String) throws -> String {
        String(decoding: try RefusedLine.line(Array(text.utf8), reason), as: UTF8.self)
    }

    @Test("a refused line gets its refusal and can be submitted again") func eventsCanBeSentAgain() throws {
        let once = try line(#"{"id":"1"}"#, #"line 3: not-found: no "x""#)
        #expect(once == #"{"refusal":"line 3: not-found: no \"x\"","id":"1"}"#)
        #expect(try line(once, "other") == #"{"refusal":"other","id":"1"}"#)
        #expect(try line("{\n \"id\":\"1\"\n}", "r") == #"{"refusal":"r",  "id":"1" }"#)
        #expect(try line("{}", "r") == #"{"refusal":"r"}"#)
    }

    @Test("a refused line that is no event is kept as text") func whatIsNoEventIsKept() throws {
        #expect(try line("nonsense", "r") == #"{"refusal":"r","text":"nonsense"}"#)
    }
}
