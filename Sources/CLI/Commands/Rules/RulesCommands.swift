import Answers
import ArgumentParser
import CloudEvents
import Community
import Events
import Foundation
import LarderAPI
import Operations

struct RulesGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "The rules of scoring and discovery.",
        subcommands: [ShowRules.self, CheckRules.self, SetRules.self])
    static let examples = [
        Example("rules show > rules.json", "the rules in force, to change them"),
        Example("whatif rules.json", "who would move"),
        Example("rules set rules.json --as @ada", "adopt them"),
    ]
}

struct ShowRules: Question {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The rules in force, as the JSON that «rules set» reads.")
    static let examples = [
        Example("rules show", "points, levels, badges, rating prior and collections"),
        Example("rules show --json", "with the position that they hold at"),
    ]

    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.rules, NoInput()) { answer, _ in
            let written = try JSONDocument.bytes(answer.rules)
            // Fields in the order in which rules are written everywhere.
            let rules = try CloudEventReader.data(.rulesChanged, json: written).payload.json
            guard options.json else { return invocation.output.write(try Self.pretty(rules)) }
            invocation.output.write(
                #"{"position":\#(answer.position),"rules":\#(String(decoding: rules, as: UTF8.self))}"#)
        }
    }

    private static func pretty(_ json: [UInt8]) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(json))
        let data = try JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }
}

struct CheckRules: Verb {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Whether a file holds valid rules; changes nothing.")
    static let examples = [Example("rules check rules.json", "exit code 6, and what is wrong, if not")]

    @Argument(help: "A JSON file, or - for standard input.") var file: String
    @OptionGroup var options: GlobalOptions

    private struct Answer: Encodable {
        var valid = true
    }

    var reach: Reach { .nowhere }

    func execute(_ invocation: Invocation) throws {
        let rules = try RulesFile.rules(file)
        try invocation.output.answer(Answer()) {
            let awards = AwardKind.allCases.count { rules.awards[$0] != 0 }
            return "These rules are valid: \(awards) awards, \(rules.levels.count) levels, "
                + "\(rules.collections.count) collections"
        }
    }
}

struct SetRules: Act {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Put rules into force: all boards, levels and badges follow them from then on.",
        discussion: "«larder whatif FILE» shows beforehand which members would move.")
    static let examples = [
        Example("rules set rules.json --as @ada", "an admin adopts them"),
        Example("rules set rules.json --note 'comments count less' --as @ada", "and says why"),
        Example("rules set - --as @ada < rules.json", "from standard input"),
    ]

    @Argument(help: "A JSON file, or - for standard input.") var file: String
    @Option(help: "Why. The log keeps it with the change.") var note: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        var message = try RulesFile.rules(file).message
        if let note { message.note = note }
        try invocation.submit(Command(.rulesChanged, actor: invocation.actor, payload: .rules(message)))
    }
}

/// The rules as a JSON file, in the form that `rules show` prints.
enum RulesFile {
    /// Refuses rules that `rules set` would refuse.
    static func rules(_ path: String) throws(Refusal) -> Rules {
        try rules(try InputFile.bytes(of: path), of: path)
    }

    /// The rules in the bytes of a file.
    static func rules(_ bytes: [UInt8], of path: String) throws(Refusal) -> Rules {
        let name = path == "-" ? "standard input" : path
        do throws(Refusal) {
            guard let rules = try Community.rules(json: bytes) else {
                throw Refusal(.invalid, "it holds no rules: larder rules show prints their form")
            }
            return rules
        } catch {
            throw Refusal(error.code, "\(name): \(error.message)", field: error.field)
        }
    }
}
