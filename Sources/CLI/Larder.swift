import ArgumentParser
import LarderAPI

/// The root of all commands.
struct Larder: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "larder", abstract: "A home for recipes and the people who share them, on an append-only log.",
        version: API.version, subcommands: [],
        groupedSubcommands: Audience.allCases.map {
            CommandGroup(name: "\($0.title):", subcommands: $0.families.flatMap(\.commands))
        })
    static let examples = [
        Example("init", "begin in ./larder-data"),
        Example("register ada", "the first becomes admin"),
        Example("post --title Soup --step Boil. --as @ada", "a recipe"),
        Example("feed", "what is new"),
        Example("help post", "how a command is used"),
    ]
}
