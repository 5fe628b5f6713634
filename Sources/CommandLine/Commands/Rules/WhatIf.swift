import ArgumentParser
import Events

struct WhatIf: Verb {
    static let configuration = CommandConfiguration(
        commandName: "whatif", abstract: "Who would move on the boards under other rules; changes nothing.")
    static let examples = [
        Example("whatif rules.json", "over all weeks"),
        Example("whatif rules.json --weeks 2008-W01..2008-W10", "over some"),
    ]

    @Argument(help: "The rules to try: a JSON file, or - for standard input.") var file: String
    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B")) var weeks: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let rules = try RulesFile.rules(file)
        try invocation.rebuildStandings(weeks: weeks, rules: rules, dryRun: true, listing: true)
    }
}
