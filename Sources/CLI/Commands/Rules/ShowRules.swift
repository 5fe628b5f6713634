import ArgumentParser
import CloudEvents
import Events
import Foundation
import LarderAPI
import Operations

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
