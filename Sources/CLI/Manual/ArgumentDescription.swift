import ArgumentParser
import Foundation

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
    var spellings: [String] { (names ?? []).map(\.spelling) }

    /// All that are shown of a command, or of a group of options, in their order.
    static func all(of type: any ParsableArguments.Type) throws -> [ArgumentDescription] {
        struct Description: Decodable {
            struct Command: Decodable { var arguments: [ArgumentDescription]? }
            var command: Command
        }
        // What `--experimental-dump-help` prints: there is no other way to ask a type for its arguments.
        let description = try JSONDecoder().decode(Description.self, from: Data(type._dumpHelp().utf8))
        return (description.command.arguments ?? []).filter(\.shouldDisplay)
    }
}
