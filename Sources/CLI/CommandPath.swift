import ArgumentParser
import Events

/// The command that a command line means, found before it is parsed.
///
/// Shared options may stand anywhere, also before the command; a group's default command need not be named; and a wrong
/// name is answered with the nearest ones.
struct CommandPath {
    /// The command and its groups, from below the root to the command itself.
    private(set) var commands: [any ParsableCommand.Type] = []
    /// The arguments for argument-parser: the names first, then everything else.
    private(set) var arguments: [String] = []
    private(set) var wantsHelp = false
    private(set) var wantsVersion = false
    /// Whether the line names no command, and asks for no help: it has shared options at most.
    private(set) var isBare = false
    /// The page of `larder help` that is asked for, if it is about no single command.
    private(set) var topic: HelpTopic?

    var command: any ParsableCommand.Type { commands.last ?? Larder.self }

    init(_ arguments: [String]) throws(Refusal) {
        var rest = arguments[...]
        var shared: [String] = []
        Self.take(&rest, into: &shared)
        if rest.first == "help" {
            rest = rest.dropFirst()
            wantsHelp = true
            topic = rest.first.flatMap(HelpTopic.init)
            if topic != nil { return }
        }
        descent: while true {
            let below = command.configuration.subcommands
            if below.isEmpty { break }
            Self.take(&rest, into: &shared)
            guard let next = rest.first, !next.hasPrefix("-") else {
                if rest.isEmpty, !wantsHelp, commands.isEmpty {
                    (isBare, self.arguments) = (true, shared)
                    return
                }
                // A group without a default needs one of its commands.
                if rest.isEmpty, !wantsHelp, command.configuration.defaultSubcommand == nil { throw incomplete(below) }
                break descent
            }
            if let match = below.first(where: { Self.name(of: $0) == next }) {
                commands.append(match)
                rest = rest.dropFirst()
            } else if command.configuration.defaultSubcommand != nil {
                break descent
            } else {
                throw unknown(next, below)
            }
        }
        let ownArguments = rest.prefix { $0 != "--" }
        if ownArguments.contains(where: { $0 == "--help" || $0 == "-h" }) { wantsHelp = true }
        if !wantsHelp, let standard = command.configuration.defaultSubcommand { commands.append(standard) }
        wantsVersion = ownArguments.contains("--version") && !wantsHelp && !Self.hasOwnVersion(command)
        self.arguments = commands.map(Self.name) + shared + rest
    }

    /// Whether `--version` is an option of the command itself, such as the version of a recipe.
    static func hasOwnVersion(_ command: any ParsableCommand.Type) -> Bool {
        let arguments = (try? ArgumentDescription.all(of: command)) ?? []
        return arguments.contains { $0.takesValue && $0.spellings.contains("--version") }
    }

    static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

    /// Moves leading shared options, with their values, out of the way.
    private static func take(_ rest: inout ArraySlice<String>, into shared: inout [String]) {
        while let first = rest.first {
            let name = String(first.prefix { $0 != "=" })
            let isWhole = name.count < first.count
            if GlobalOptions.flagNames.contains(first) || (isWhole && GlobalOptions.valueNames.contains(name)) {
                shared.append(first)
                rest = rest.dropFirst()
            } else if GlobalOptions.valueNames.contains(first), rest.count > 1 {
                shared += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else {
                return
            }
        }
    }

    private func incomplete(_ below: [any ParsableCommand.Type]) -> Refusal {
        let group = (["larder"] + commands.map(Self.name)).joined(separator: " ")
        let names = Set(below.map(Self.name)).sorted()
        return Refusal(.usage, "name a command: \(group) \(names.joined(separator: "|"))")
    }

    /// Names that other programs use, and the command that does it here.
    private static let otherNames = [
        "login": "log-in", "signin": "log-in", "sign-in": "log-in", "logout": "log-out", "signout": "log-out",
        "sign-out": "log-out", "signup": "register", "sign-up": "register", "list": "feed", "ls": "feed",
        "show": "recipe r12",
    ]

    private func unknown(_ name: String, _ below: [any ParsableCommand.Type]) -> Refusal {
        let group = (["larder"] + commands.map(Self.name)).joined(separator: " ")
        // A grouped command is listed among all commands, too.
        let names = Set(below.map(Self.name) + (commands.isEmpty ? ["help"] : []))
        if commands.isEmpty, let command = Self.otherNames[name] {
            return Refusal(.usage, "there is no command «larder \(name)»: write larder \(command)")
        }
        let near = NearestNames(to: name, among: names).question
        return Refusal(.usage, "there is no command «\(group) \(name)»\(near.isEmpty ? ": see \(group) --help" : near)")
    }

    /// Help that begins with examples.
    func help(width: Int) throws -> String {
        if let topic { return try topic.text(width: width) }
        let examples = (command as? any Exemplified.Type).map { Example.text($0.examples) + "\n" } ?? ""
        guard !commands.isEmpty else { return examples + Audience.overview }
        return examples + CommandHelp.withoutSharedOptions(Larder.helpMessage(for: command, columns: width))
    }
}
