import ArgumentParser

struct RulesGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "What scoring and discovery go by.",
        subcommands: [ShowRules.self, CheckRules.self, SetRules.self])
    static let examples = [
        Example("rules show > rules.json", "the rules in force, to change them"),
        Example("whatif rules.json", "who would move"),
        Example("rules set rules.json --as @ada", "adopt them"),
    ]
}
