import ArgumentParser

@testable import CLI

/// Every command there is, groups and the root too, with the words that lead to it.
enum CommandTree {
    static let all = commands(Larder.self, below: [])

    private static func commands(
        _ command: any ParsableCommand.Type, below path: [String]
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
        [(path, command)]
            + command.configuration.subcommands.flatMap { commands($0, below: path + [CommandPath.name(of: $0)]) }
    }
}
