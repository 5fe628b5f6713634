import ArgumentParser
import Events
import LarderAPI
import Operations

struct WhatIf: Verb {
    static let configuration = CommandConfiguration(
        commandName: "whatif",
        abstract: "Who would move on the boards under other rules, or without some members; changes nothing.",
        discussion: """
            Without a member everything that they did is left out, and with it what others did to them and to what they \
            made, and what answers it: replies, forks, what followed from their reports. Nothing is decided anew.
            """)
    static let examples = [
        Example("whatif rules.json", "over all weeks"),
        Example("whatif rules.json --weeks 2008-W01..2008-W10", "over some"),
        Example("whatif --without-member @mallory", "as if mallory had never come"),
        Example("whatif rules.json --without-member @mallory --without-member @bo", "both at once"),
    ]

    @Argument(help: "The rules to try, if others: a JSON file, or - for standard input.") var file: String?
    @Option(help: ArgumentHelp("A member who was never there; again for several.", valueName: "@x"))
    var withoutMember: [String] = []
    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B")) var weeks: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        guard file != nil || !withoutMember.isEmpty else {
            throw Refusal(
                .usage, "say what is to be otherwise: a file of rules, or --without-member @name", field: "file")
        }
        let rules = try file.map { path throws(Refusal) in try RulesFile.rules(path) }
        let members = try withoutMember.map { text throws(Refusal) in
            try MemberName.reference(text, field: "without-member")
        }
        try invocation.rebuildStandings(weeks: weeks, rules: rules, without: members, dryRun: true, listing: true)
    }
}
