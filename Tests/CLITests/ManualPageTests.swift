import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CLI

/// The manual page is «generated from the commands»: nothing of them is missing, and every roff reads it.
@Suite struct ManualPageTests {
    private let page: String

    init() throws { page = try ManualPage.text() }

    private struct Leaf {
        var path: [String]
        var command: any ParsableCommand.Type
    }

    private static func leaves(
        _ command: any ParsableCommand.Type = Larder.self, below path: [String] = ["larder"]
    ) -> [Leaf] {
        let below = command.configuration.subcommands
        return below.isEmpty
            ? [Leaf(path: path, command: command)]
            : below.flatMap { leaves($0, below: path + [CommandPath.name(of: $0)]) }
    }

    @Test("the manual page has a section with options and examples for every command")
    func everyCommandHasASectionWithItsOptionsAndExamples() throws {
        let sections = Dictionary(
            page.components(separatedBy: "\n.SS ").dropFirst().map { section in
                let lines = section.split(separator: "\n", maxSplits: 1)
                return (lines.first.map(String.init) ?? "", lines.last.map(String.init) ?? "")
            }, uniquingKeysWith: { $0 + $1 })
        let leaves = Self.leaves()
        #expect(sections.count == leaves.count)
        for leaf in leaves {
            let name = leaf.path.joined(separator: " ")
            let section = try #require(sections["\"\(name.roff)\""], "\(name) is missing")
            #expect(section.hasPrefix(leaf.command.configuration.abstract.roff), "\(name)")
            for argument in try ArgumentDescription.all(of: leaf.command) {
                for spelling in argument.spellings where !["--help", "-h", "--version"].contains(spelling) {
                    let isShared = GlobalOptions.valueNames.union(GlobalOptions.flagNames).contains(spelling)
                    #expect(section.contains("\\fB\(spelling.roff)\\fR") != isShared, "\(name) \(spelling)")
                }
            }
            let examples = try #require(leaf.command as? any Exemplified.Type).examples
            for example in examples { #expect(section.contains("\\fBlarder \(example.line.roff)\\fR"), "\(name)") }
        }
    }

    @Test("the manual page describes each shared option once") func sharedOptionsStandOnce() {
        for name in GlobalOptions.valueNames.union(GlobalOptions.flagNames) {
            let headings = page.split(separator: "\n").filter { $0.hasPrefix("\\fB\(name.roff)\\fR") }
            #expect(headings.count == 1, "\(name)")
        }
    }

    @Test("the manual page lists exit codes and environment variables") func exitCodesAndVariablesAreSaid() {
        for status in ExitStatus.allCases { #expect(page.contains("\\fB\(status.rawValue)\\fR\n\(status.meaning)\n")) }
        #expect(page.contains("\\fBLARDER_DATA\\fR\n"))
    }

    @Test("roff text is escaped, so that a reader sees what was written") func textComesOutAsItWentIn() {
        var roff = Roff()
        roff.line(.plain(".rm -rf 'a\\b' → «c»"))
        roff.request("SH", "It's", "so it is")
        #expect(roff.text == "\\&.rm \\-rf \\(aqa\\eb\\(aq \\[u2192] \\[u00AB]c\\[u00BB]\n.SH It\\(aqs \"so it is\"\n")
        #expect(page.unicodeScalars.allSatisfy { $0.isASCII })
    }

    private static let groff = "/usr/bin/groff"
    private static let hasGroff: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: groff)
        if !isThere { print("SKIPPED: there is no groff here, so the manual page is not formatted") }
        return isThere
    }()

    @Test("groff formats the manual page without a warning", .enabled(if: hasGroff))
    func groffReadsItWithoutAWarning() throws {
        let directory = TemporaryDirectory()
        let file = try directory.write(page, to: "larder.1")
        let run = try Program.run(
            ["-man", "-Tutf8", "-P-cbou", "-ww", file], executable: URL(filePath: Self.groff))
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        for words in ["larder unbookmark\n", "larder doctor --repair state", "OPTIONS OF ALL COMMANDS", "--reply-to"] {
            #expect(run.output.contains(words), "\(words)")
        }
    }

    /// A command, a command below a group, an option, a word, and all of it after a shared option.
    @Test(
        "bash completes commands, options and words",
        arguments: [
            ("larder lea", "leaderboard"), ("larder views ver", "verify"), ("larder feed --so", "--sort"),
            ("larder completions fi", "fish"), ("larder --data kitchen doc", "doctor"),
        ])
    func bashCompletes(line: String, word: String) throws {
        let script = """
            source <("$0" completions bash)
            read -ra COMP_WORDS <<< "$1"
            COMP_LINE=$1 COMP_POINT=${#1} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_TYPE=9
            _larder larder "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try Program.run(["-c", script, "larder", line], executable: URL(filePath: "/bin/bash"))
        #expect(run.output == word + "\n", "\(run.errors)")
    }

    /// Each group lists the shared options before it asks for a command.
    @Test("the completions for zsh take shared options before a command")
    func zshTakesSharedOptionsBeforeACommand() throws {
        let script = try Program.run(["completions", "zsh"]).output
        let groups = script.components(separatedBy: "'(-): :->command'").dropLast()
        #expect(groups.count > 4)
        for group in groups {
            let specifications = group.components(separatedBy: "arg_specs=(").last ?? ""
            for option in ["--data=[", "--as=[", "--json[", "--limit=[", "--after=[", "--at-least=[", "--quiet["] {
                #expect(specifications.contains("'\(option)"), "\(option)")
            }
        }
    }

    /// Each group parses the shared options before its commands.
    @Test("the completions for fish take shared options before a command")
    func fishTakesSharedOptionsBeforeACommand() throws {
        let script = try Program.run(["completions", "fish"]).output
        let groups = script.components(separatedBy: "__larder_parse_subcommand 0 ").dropFirst()
            .filter { $0.contains("switch $unparsed_tokens[1]") }
        #expect(groups.count > 4)
        for group in groups {
            let options = group.prefix { $0 != "\n" }
            for option in ["'data='", "'as='", "'json'", "'limit='", "'quiet'"] {
                #expect(options.contains(option), "\(options)")
            }
        }
    }

    private static let fish = "/usr/bin/fish"
    private static let hasFish: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: fish)
        if !isThere { print("SKIPPED: there is no fish here, so its completions are not tried") }
        return isThere
    }()

    @Test(
        "fish completes commands, options and words", .enabled(if: hasFish),
        arguments: [
            ("larder lea", "leaderboard"), ("larder --data kitchen doc", "doctor"), ("larder log ta", "tail"),
            ("larder --data kitchen log ta", "tail"), ("larder --json log --data kitchen ta", "tail"),
        ])
    func fishCompletes(line: String, word: String) throws {
        let directory = TemporaryDirectory()
        let file = try directory.write(try Program.run(["completions", "fish"]).output, to: "larder.fish")
        let run = try Program.run(
            ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file, line],
            executable: URL(filePath: Self.fish))
        #expect(run.output.hasPrefix(word + "\t"), "\(run.output) \(run.errors)")
        #expect(run.output.filter { $0 == "\n" }.count == 1)
    }

    private static let zsh = "/usr/bin/zsh"
    private static let hasZsh: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: zsh)
        if !isThere { print("SKIPPED: there is no zsh here, so its completions are not tried") }
        return isThere
    }()

    @Test(
        "zsh completes commands, options and words", .enabled(if: hasZsh),
        arguments: [
            // An option waits for its value, and a word for the next one.
            ("larder lea", "leaderboard "), ("larder feed --so", "--sort="), ("larder --data kitchen doc", "doctor "),
            ("larder --json --data kitchen views ver", "verify "), ("larder views --data kitchen ver", "verify "),
        ])
    func zshCompletes(line: String, word: String) throws {
        let directory = TemporaryDirectory()
        _ = try directory.write(try Program.run(["completions", "zsh"]).output, to: "_larder")
        // Completion works in a line editor only. What it would insert is told by a widget, and then it leaves.
        let shell = """
            zmodload zsh/zpty
            zpty z zsh -f -i
            zpty -w z 'fpath=('$1' $fpath); autoload -Uz compinit; compinit -u -D'
            zpty -w z 'tell() { zle complete-word; print -r -- "<<$BUFFER>>"; exit }; zle -N tell; bindkey "^I" tell'
            zpty -w -n z $2$'\t'
            while zpty -r z part; do print -rn -- $part; done
            """
        let run = try Program.run(
            ["-f", "-c", shell, "zsh", directory.path, line], executable: URL(filePath: Self.zsh))
        let start = line.split(separator: " ").dropLast().joined(separator: " ")
        #expect(run.output.contains("<<\(start) \(word)>>"), "\(run.output) \(run.errors)")
    }
}

extension String {
    /// As a page spells it: enough for what the tests look for.
    fileprivate var roff: String {
        let signs = [("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("\"", "\\(dq"), ("~", "\\(ti")]
        let quotes = [("«", "\\[u00AB]"), ("»", "\\[u00BB]"), ("–", "\\[u2013]"), ("…", "\\[u2026]")]
        return (signs + quotes).reduce(self) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
