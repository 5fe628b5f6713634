import Foundation
import TestSupport
import Testing

@testable import CLI

/// What bash proposes for values: the script and the program behind it, as a press of the tab key runs them.
@Suite struct CompletionTests {
    private let folder: TemporaryDirectory

    /// Presses the tab key at the end of a line. Readline passes the `@` of a name as a word of its own.
    private static let tab = """
        source <(larder completions bash)
        tab() {
            COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMPREPLY=()
            read -ra COMP_WORDS <<< "${1//@/ @ }"
            [[ $1 = *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _larder_words larder "${1##* }" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"
        }

        """

    /// r5 is a recipe of ada's with a tag that a shell would run. Made once; each test gets a copy.
    private static let template = Result {
        let folder = TemporaryDirectory.shared.path("completion")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Program.shell(
            """
            for name in ada adele bo; do larder register $name; done
            larder post --title Soup --tag soup --tag '$(touch${IFS}ran)' --tag '`touch ran`' --step Boil. --as @ada
            larder leaderboard
            """, in: folder
        ).expectDone()
        return folder
    }

    init() throws { folder = try TemporaryDirectory(copying: Self.template.get()) }

    private func tab(_ lines: String...) throws -> [String] { try tab(lines) }

    private func tab(_ lines: [String]) throws -> [String] {
        let presses = lines.map { "tab '\($0)'\n" }.joined()
        let run = try Program.shell(Self.tab + presses, in: folder.path)
        #expect(run.errors.isEmpty, "\(run.errors)")
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test("bash completes words of fixed sets") func words() throws {
        let expected = [
            "larder feed --sort ho": "hot", "larder vote u": "up", "larder role @bo mod": "moderator",
            "larder report r5 --reason sp": "spam", "larder resolve f9 --outcome dis": "dismissed",
            "larder views rebuild rec": "recipes", "larder post --difficulty ea": "easy",
            "larder log tail --kind recipe.l": "recipe.liked", "larder log export --kind member.ba": "member.banned",
            "larder help exi": "exit-codes", "larder help leaderb": "leaderboard", "larder lea": "leaderboard",
            "larder --json --as @bo feed --mode fol": "following", "larder rate r5 no": "none",
        ]
        let lines = expected.keys.sorted()
        #expect(try tab(lines) == lines.map { expected[$0] })
    }

    @Test("bash completes members, recipes, tags and weeks of the directory") func values() throws {
        let week = try Program.shell("larder leaderboard weeks | cut -f 1", in: folder.path).output.split(
            separator: "\n")
        let latest = try #require(week.first).description
        let expected = [
            ("larder profile @ad", "@ada @adele"), ("larder follow @", "@ada @adele @bo"),
            ("larder follow ad", "ada adele"), ("larder feed --author @b", "@bo"), ("larder feed --as @b", "@bo"),
            ("larder whatif --without-member @b", "@bo"), ("larder like r", "r5"), ("larder vote up r", "r5"),
            ("larder log history @ade", "@adele"), ("larder feed --tag ", "soup"), ("larder feed --tag x", ""),
            ("larder leaderboard --week 2", latest),
            ("larder leaderboard export --weeks \(latest)..", "\(latest)..\(latest)"),
            ("larder --data larder-data like r", "r5"),
            ("larder --data elsewhere follow @", ""), ("larder --server http://127.0.0.1:9 follow @", ""),
        ]
        let answers = try tab(expected.map(\.0))
        #expect(answers.count == expected.count)
        for ((line, answer), actual) in zip(expected, answers) { #expect(actual == answer, "\(line)") }
        #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))
    }

    @Test("where larder proposes no word, an interactive bash completes the name of a file") func files() throws {
        try Program.shell("mkdir spice; touch rules.json new.json users.json", in: folder.path).expectDone()
        let expected = [
            ("import parse sp", "import parse spice/"), ("submit ./ne", "submit ./new.json"),
            ("whatif ru", "whatif rules.json"),
            ("import firestore new.json --passwords us", "import firestore new.json --passwords users.json"),
            ("follow @adel", "follow @adele"), ("leaderb", "leaderboard"), ("feed --as=@b", "feed --as=@bo"),
            ("feed --author=b", "feed --author=bo"), ("feed --sort=ho", "feed --sort=hot"),
            ("--as=@bo feed --mode=fol", "--as=@bo feed --mode=following"),
            ("--data=larder-data follow @b", "--data=larder-data follow @bo"),
            ("--data=elsewhere follow @b", "--data=elsewhere follow @b"),
        ]
        for (line, completed) in expected {
            // Then the key Home, and echo before the line, so that it runs nothing. Without a terminal bash never waits for one.
            let keys = #"source <(larder completions bash)\nlarder \#(line)\t\001echo \n"#
            let run = try Program.shell(
                "printf '\(keys)' | HISTFILE= setsid -w bash --norc --noprofile -i", in: folder.path)
            let echoed = run.output.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(echoed.contains("larder \(completed)"), "\(line): \(run.output)\(run.errors)")
        }
    }

    @Test("a place in the environment counts, and a service is never asked")
    func places() throws {
        try Program.shell("mv larder-data kitchen", in: folder.path).expectDone()
        let script = """
            tab 'larder like r'; LARDER_DATA=kitchen tab 'larder like r'; LARDER_SERVER=http://127.0.0.1:9 tab 'larder like r'
            larder context add shop http://127.0.0.1:9 --quiet; larder context use shop --quiet; tab 'larder like r'
            """
        let run = try Program.shell(Self.tab + script, in: folder.path)
        #expect(run.output == "\nr5\n\n\n" && run.errors.isEmpty, "\(run.output)\(run.errors)")
    }

    @Test("what members wrote never runs in the shell, and there are at most 200 proposals") func hostileNames() throws
    {
        #expect(try Program.shell("larder tags", in: folder.path).output.contains("touch"))
        #expect(try tab("larder feed --tag ", "larder search x --tag $") == ["soup", ""])
        #expect(!FileManager.default.fileExists(atPath: folder.path("ran")))
        let members = (0..<250).map { number in
            #"{"specversion":"1.0","type":"larder.member.registered","source":"t","id":"\#(number)","#
                + #""data":{"username":"cook\#(number)","name":"Cook"}}"#
        }
        _ = try folder.write(members.joined(separator: "\n"), to: "members.ndjson")
        try Program.shell("larder submit members.ndjson --quiet && larder feed", in: folder.path).expectDone()
        let proposals = try tab("larder follow @cook")
        #expect(proposals.first?.split(separator: " ").count == ValueCompletion.valuesMax)
    }

    @Test("the scripts for zsh and fish ask the program for values, and offer the pages of help")
    func otherShells() throws {
        for (shell, help) in [("zsh", "'*:subcommands:("), ("fish", "__fish_seen_subcommand_from help")] {
            let script = try Program.run(["completions", shell]).output
            let line = try #require(script.split(separator: "\n").first { $0.contains(help) }, "\(shell)")
            for subject in ["leaderboard", "exit-codes"] { #expect(line.contains(subject), "\(shell): \(line)") }
            for word in ["---completion", "hot", "moderator", "copyright", "recipe.liked", "intermediate"] {
                #expect(script.contains(word), "\(shell): \(word)")
            }
        }
    }

    /// Lines, and what the tab key makes of them in each shell.
    private static let lines = [
        ("follow @b", "follow @bo"), ("follow b", "follow bo"), ("feed --as @b", "feed --as @bo"),
        ("feed --as=@b", "feed --as=@bo"), ("feed --sort ho", "feed --sort hot"),
        ("feed --sort=ho", "feed --sort=hot"), ("vote up r", "vote up r5"), ("feed --tag s", "feed --tag soup"),
        ("--data larder-data follow @b", "--data larder-data follow @bo"),
        ("--data=larder-data follow @b", "--data=larder-data follow @bo"), ("role @bo mod", "role @bo moderator"),
        ("leaderb", "leaderboard"), ("help exi", "help exit-codes"), ("--data elsewhere follow @b", nil),
    ]

    /// Whether the machine has the shell. Without it a test says so and checks nothing.
    fileprivate static func has(_ shell: String) -> Bool {
        let isThere = ["/usr/bin", "/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
        }
        if !isThere { print("CompletionTests: SKIPPED the tests of \(shell), because it is not installed") }
        return isThere
    }

    @Test("an interactive zsh completes values", .enabled(if: CompletionTests.has("zsh"), "zsh is not installed"))
    func zsh() throws {
        try Program.shell("mkdir zfunc; larder completions zsh > zfunc/_larder", in: folder.path).expectDone()
        // Each line gets a tab, and the text around it makes it the argument of echo.
        let script = #"""
            zmodload zsh/zpty
            zpty z zsh -f -i
            until_word() {
                local text='' out
                repeat 600; do
                    zpty -rt z out && text+=$out || sleep 0.05
                    [[ $text = *$1* ]] && break
                done
                print -r -- "$text"
            }
            zpty -w z 'PS1=; fpath=(zfunc $fpath); autoload -Uz compinit; compinit -u -D; echo REA""DY'
            until_word READY > /dev/null
            for line in "$@"; do
                zpty -w -n z "larder $line"$'\t'$'\C-a''echo "=<'$'\C-e''>="; echo DO""NE'$'\n'
                until_word DONE | tr -d '\r' | grep -a '^=<'
            done
            zpty -d z
            """#
        _ = try folder.write(script, to: "keys.zsh")
        let lines = Self.lines.map { "'\($0.0)'" }.joined(separator: " ")
        let run = try Program.shell("zsh -f keys.zsh \(lines)", in: folder.path)
        let completed = Self.lines.map { "=<larder \($0.1 ?? $0.0)>=" }
        // zsh puts a blank behind a complete word.
        let seen = run.output.split(whereSeparator: \.isNewline).map { String($0).replacing(" >=", with: ">=") }
        #expect(seen == completed, "\(run.output)\(run.errors)")
    }

    @Test("fish completes values", .enabled(if: CompletionTests.has("fish"), "fish is not installed"))
    func fish() throws {
        try Program.shell("larder completions fish > larder.fish", in: folder.path).expectDone()
        for (line, completed) in Self.lines {
            let run = try Program.shell(
                "fish --no-config -i -c 'source larder.fish; complete -C \"larder \(line)\"' < /dev/null",
                in: folder.path)
            // The last word alone, and its description behind a tab character.
            let words = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
            let expected = completed.flatMap { $0.split(separator: " ").last.map { [$0] } } ?? []
            #expect(words == expected, "\(line): \(run.output)\(run.errors)")
        }
    }

    @Test("a press of the tab key changes no file, and says nothing about views that are not there or damaged")
    func silence() throws {
        let sums = "find larder-data -type f ! -name lock.mdb -exec md5sum {} + | sort"
        let before = try Program.shell(sums, in: folder.path).output
        #expect(try tab("larder follow @", "larder like r") == ["@ada @adele @bo", "r5"])
        #expect(try Program.shell(sums, in: folder.path).output == before && !before.isEmpty)
        try Program.shell("for file in larder-data/views/gen-*/data.mdb; do echo x > $file; done", in: folder.path)
            .expectDone()
        #expect(try tab("larder follow @", "larder like r") == ["", ""])
        try Program.shell("rm -r larder-data/views", in: folder.path).expectDone()
        #expect(try tab("larder follow @") == [""])
        #expect(!FileManager.default.fileExists(atPath: folder.path("larder-data/views")))
        let wrong = try Program.run(["---completion", "nonsense", "--", "positional@0", "1", "0", "larder"])
        #expect(wrong.output.isEmpty && wrong.errors.isEmpty && wrong.status == 0, "\(wrong.errors)")
    }
}
