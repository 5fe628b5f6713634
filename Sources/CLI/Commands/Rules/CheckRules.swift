import ArgumentParser
import Events
import LarderAPI

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
