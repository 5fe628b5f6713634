import ArgumentParser
import Events
import LarderAPI

struct SetRules: Act {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Put rules into force: all boards, levels and badges follow them from then on.",
        discussion: "«larder whatif FILE» tells beforehand who would move.")
    static let examples = [
        Example("rules set rules.json --as @ada", "an admin adopts them"),
        Example("rules set - --as @ada < rules.json", "from standard input"),
    ]

    @Argument(help: "A JSON file, or - for standard input.") var file: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let rules = try RulesFile.rules(file)
        try invocation.submit(Command(.rulesChanged, actor: invocation.actor, payload: .rules(rules.message)))
    }
}
