import ArgumentParser
import Foundation

/// `larder(1)`: all commands with their options and examples, generated from the commands themselves.
///
/// The generator of argument-parser cannot take its place: it is an executable and a build plugin, not a library, so that
/// `larder completions man` could not print its page. It also knows no examples, environment or exit status.
struct ManualPage {
    private var roff = Roff()
    private let shared: [ArgumentDescription]
    private let sharedNames: Set<String>

    /// The page, for `man`.
    static func text() throws -> String {
        var page = try ManualPage()
        try page.write()
        return page.roff.text
    }

    private init() throws {
        shared = try ArgumentDescription.all(of: GlobalOptions.self)
        sharedNames = Set(shared.flatMap(\.spellings)).union(["--help", "-h"])
    }

    private mutating func write() throws {
        let configuration = Larder.configuration
        roff.request("TH", "LARDER", "1", "", "larder \(configuration.version)", "")
        // A command that is divided, or spread over its line, cannot be read as one.
        roff.request("nh")
        roff.request("ad", "l")
        roff.request("SH", "NAME")
        roff.line(.plain("larder \u{2013} \(configuration.abstract)"))
        roff.request("SH", "SYNOPSIS")
        roff.line(.bold("larder"), .plain(" "), .italic("command"), .plain(" ["), .italic("options"), .plain("]"))
        roff.request("SH", "EXAMPLES")
        writeExamples(Larder.examples)
        roff.request("SH", "OPTIONS OF ALL COMMANDS")
        roff.line(.plain("They may stand anywhere, also before the command."))
        writeArguments(shared.filter { !$0.spellings.contains("--help") && !$0.isProgramVersion })
        for group in configuration.groupedSubcommands {
            roff.request("SH", group.name.filter { $0 != ":" }.uppercased())
            for command in group.subcommands { try write(command, below: ["larder"], isDefault: false) }
        }
        writeSurroundings()
    }

    /// A group's commands one after the other. The group itself has no text.
    private mutating func write(
        _ command: any ParsableCommand.Type, below path: [String], isDefault: Bool
    ) throws {
        let configuration = command.configuration
        let path = path + [CommandPath.name(of: command)]
        guard configuration.subcommands.isEmpty else {
            for below in configuration.subcommands {
                try write(below, below: path, isDefault: below == configuration.defaultSubcommand)
            }
            return
        }
        let own = try ArgumentDescription.all(of: command).filter {
            sharedNames.isDisjoint(with: $0.spellings) && !$0.isProgramVersion
        }
        roff.request("SS", path.joined(separator: " "))
        roff.line(.plain(configuration.abstract))
        if isDefault { roff.line(.plain("The name \(path[path.count - 1]) may be omitted.")) }
        roff.request("PP")
        roff.line([.bold(path.joined(separator: " "))] + own.flatMap { [.plain(" ")] + Self.synopsis($0) })
        writeArguments(own)
        writeExamples((command as? any Exemplified.Type)?.examples ?? [])
    }

    /// The form of an argument in a command line.
    private static func synopsis(_ argument: ArgumentDescription) -> [Roff.Part] {
        var parts = argument.isPositional ? [.italic(argument.valueName ?? "")] : heading(argument, isShort: true)
        if argument.isRepeating { parts.append(.plain("\u{2026}")) }
        return argument.isOptional ? [.plain("[")] + parts + [.plain("]")] : parts
    }

    private static func heading(_ argument: ArgumentDescription, isShort: Bool) -> [Roff.Part] {
        guard !argument.isPositional else { return [.italic(argument.valueName ?? "")] }
        let spellings = isShort ? Array(argument.spellings.suffix(1)) : argument.spellings
        var parts: [Roff.Part] = []
        for spelling in spellings {
            if !parts.isEmpty { parts.append(.plain(", ")) }
            parts.append(.bold(spelling))
        }
        return argument.takesValue ? parts + [.plain(" "), .italic(argument.valueName ?? "")] : parts
    }

    private mutating func writeArguments(_ arguments: [ArgumentDescription]) {
        for argument in arguments {
            roff.request("TP")
            roff.line(Self.heading(argument, isShort: false))
            let standard = argument.defaultValue.flatMap { $0.isEmpty ? nil : "Unless said: \($0)." }
            let text = [argument.abstract, standard].compactMap { $0 }.joined(separator: " ")
            if !text.isEmpty { roff.line(.plain(text)) }
        }
    }

    private mutating func writeExamples(_ examples: [Example]) {
        guard !examples.isEmpty else { return }
        roff.request("PP")
        roff.request("RS", "4")
        roff.request("nf")
        for example in examples {
            roff.line(.plain("# \(example.meaning)"))
            roff.line(.bold("larder \(example.line)"))
        }
        roff.request("fi")
        roff.request("RE")
    }

    private mutating func writeSurroundings() {
        roff.request("SH", "ENVIRONMENT")
        for (name, meaning) in GlobalOptions.environment {
            roff.request("TP")
            roff.line(.bold(name))
            roff.line(.plain(meaning))
        }
        roff.request("SH", "EXIT STATUS")
        for status in ExitStatus.allCases {
            roff.request("TP")
            roff.line(.bold("\(status.rawValue)"))
            roff.line(.plain(status.meaning))
        }
    }
}

/// One argument of a command, as argument-parser describes it to tools.
struct ArgumentDescription: Decodable {
    struct Name: Decodable {
        /// `long`, `short` or `longWithSingleDash`.
        var kind: String
        var name: String

        var spelling: String { (kind == "long" ? "--" : "-") + name }
    }

    /// `positional`, `option` or `flag`.
    var kind: String
    var names: [Name]?
    var valueName: String?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool
    var abstract: String?
    var defaultValue: String?

    var isPositional: Bool { kind == "positional" }
    var takesValue: Bool { kind == "option" }
    /// Whether it is the `--version` of the program, and not the version of a recipe.
    var isProgramVersion: Bool { !takesValue && (names ?? []).map(\.spelling).contains("--version") }
    var spellings: [String] { (names ?? []).map(\.spelling) }

    /// All shown arguments of a command or of a group of options, in their order.
    static func all(of type: any ParsableArguments.Type) throws -> [ArgumentDescription] {
        struct Description: Decodable {
            struct Command: Decodable { var arguments: [ArgumentDescription]? }
            var command: Command
        }
        // `--experimental-dump-help` prints this text. A type offers no other way to list its arguments.
        let description = try JSONDecoder().decode(Description.self, from: Data(type._dumpHelp().utf8))
        return (description.command.arguments ?? []).filter(\.shouldDisplay)
    }
}
