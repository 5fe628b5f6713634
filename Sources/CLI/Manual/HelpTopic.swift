import ArgumentParser
import EventLog

/// A page of `larder help` that is about no single command.
enum HelpTopic: String, CaseIterable {
    case commands
    case options
    case ids
    case json
    case exitCodes = "exit-codes"
    case environment
    case time

    /// What `larder help` has a page about: commands and topics.
    static var subjects: [String] {
        Larder.configuration.subcommands.map(CommandPath.name) + allCases.map(\.rawValue)
    }

    var title: String {
        switch self {
        case .commands: "All commands, one by one"
        case .options: "The options of all commands"
        case .ids: "What a recipe, a member and the rest are called"
        case .json: "What --json answers"
        case .exitCodes: "The exit codes"
        case .environment: "The variables that larder reads"
        case .time: "Times, days and weeks"
        }
    }

    /// The page, wrapped to the terminal's width.
    func text(width: Int) throws -> String { ([title, ""] + (try lines(width))).joined(separator: "\n") + "\n" }

    private func lines(_ width: Int) throws -> [String] {
        switch self {
        case .commands:
            return Audience.allCases.flatMap { audience in
                ["\(audience.title):"]
                    + Self.entries(
                        audience.families.flatMap(\.commands).map {
                            (CommandPath.name(of: $0), $0.configuration.abstract)
                        }, width) + [""]
            }.dropLast()
        case .options:
            let introduction = """
                These options may stand anywhere, also before the command. A command refuses an option that it does not use: only a list \
                has --limit, --after and --page, and only a question has --as-of.
                """
            return introduction.wrapped(toWidth: width) + [""]
                + Self.entries(
                    try ArgumentDescription.all(of: GlobalOptions.self).filter { !$0.spellings.contains("--help") }.map
                    {
                        let value = $0.takesValue ? " <\($0.valueName ?? "")>" : ""
                        return ($0.spellings.joined(separator: ", ") + value, $0.abstract ?? "")
                    }, width)
        case .ids:
            return Self.entries(
                [
                    ("r12", "A recipe. The number is the position of the event that created it."),
                    ("c20", "A comment."), ("p30", "A repost."), ("f9", "A report."),
                    ("i40", "An item of a shopping list."),
                    ("b41", "A cookbook."), ("@ada", "A member, by username. In an argument the @ may be left out."),
                    ("m17", "A member, by id. It stays when the username changes or the account is deleted."),
                    ("1024", "A position of the log: the event with that number."),
                    (
                        "external:SOURCE:ID",
                        "What was imported from SOURCE and is called ID there, such as external:foodcom:137739."
                    ),
                    (
                        "external:themealdb:52772",
                        "With larder recipe --external: a recipe of that service, not posted here."
                    ),
                ], width)
        case .json:
            let text = """
                With --json a command writes one JSON document to standard output; log tail and log export write one a line.
                Names are camelCase. Ids are strings such as "r12", positions are numbers, and times are RFC 3339 in UTC. A field without a \
                value is left out. Counts are always there.
                A command that acts answers {"position":123,"id":"r123","changed":true}. If there was nothing to do, changed is false, and \
                position is that of the event that did it before.
                A list ends with "next" if more follows: --after takes its value, and --page counts pages.
                A refusal is one line on standard error, and with --json also {"error":{"code","message","field"}} there.
                """
            return text.split(separator: "\n").flatMap { String($0).wrapped(toWidth: width) }
        case .exitCodes:
            let imports = """
                An import and larder submit end with 0 if they refuse some rows and not all. The report counts what was refused, and \
                standard error or the file of --errors names each row.
                """
            return Self.entries(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }, width) + [""]
                + imports.wrapped(toWidth: width)
        case .environment:
            return Self.entries(GlobalOptions.environment.map { ($0.key, $0.value) }, width) + [""]
                + "larder serve and larder config refuse other names that begin with LARDER_.".wrapped(toWidth: width)
        case .time:
            return Self.entries(
                [
                    ("2026-01-05T08:00:00Z", "An instant, in UTC. An offset such as +02:00 is accepted."),
                    ("2026-01-05", "A day, in UTC; as an instant its beginning."),
                    ("2026-W02", "An ISO week, from Monday to Sunday, in UTC."),
                    ("2026-W02..2026-W10", "A range of weeks, both included."),
                    ("--as-of 1024", "A question as it was answered just after that event."),
                    ("--as-of 2026-01-05", "A question as it was answered at that instant, by the times of recording."),
                    ("--absolute", "On a terminal, dates instead of «3 h ago»."),
                ], width)
        }
    }

    /// A heading at the margin for each entry, and its text below or beside it.
    private static func entries(_ entries: [(heading: String, text: String)], _ width: Int) -> [String] {
        let margin = min(26, (entries.map(\.heading.count).max() ?? 0) + 2)
        return entries.flatMap { heading, text in
            let lines = text.wrapped(toWidth: max(20, width - margin - 2))
            let indent = String(repeating: " ", count: margin + 2)
            guard heading.count + 2 <= margin else { return ["  \(heading)"] + lines.map { indent + $0 } }
            let padding = String(repeating: " ", count: margin - heading.count)
            return lines.enumerated().map {
                $0.offset == 0 ? "  \(heading)\(padding)\($0.element)" : indent + $0.element
            }
        }
    }
}

/// The help of a command as argument-parser words it, without the options that all commands share.
enum CommandHelp {
    static func withoutSharedOptions(_ help: String) -> String {
        guard help.contains("--master-key-file") else { return help }
        // The version of the program belongs to no command.
        let shared = GlobalOptions.valueNames.union(GlobalOptions.flagNames)
        let version = "  --version               Show the version."
        var lines: [Substring] = []
        var isLeftOut = false
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  -") {
                let name = line.drop { $0 == " " }.prefix { $0 != " " && $0 != "," && $0 != "=" }
                isLeftOut = shared.contains(String(name)) || line == version
            } else if !line.hasPrefix("   ") {
                isLeftOut = false
            }
            if !isLeftOut { lines.append(line) }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return (lines + ["", "Shared options: larder help options", ""]).joined(separator: "\n")
    }
}
