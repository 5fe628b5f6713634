import ArgumentParser
import Community
import Events
import LarderAPI
import Operations

struct WhatIf: Verb {
    static let configuration = CommandConfiguration(
        commandName: "whatif",
        abstract: "Who would move on the boards under other rules, or without some members; changes nothing.",
        discussion: """
            --without-member drops everything that the member did, and what followed from it: other members' actions on the \
            member and on the member's content, replies, forks, and results of the member's reports. Nothing is decided again.
            """)
    static let examples = [
        Example("whatif rules.json", "over all weeks"),
        Example("whatif rules.json --weeks 2008-W01..2008-W10", "over some"),
        Example("whatif --without-member @mallory", "as if mallory had never joined"),
        Example("whatif rules.json --without-member @mallory --without-member @bo", "both at once"),
    ]

    @Argument(help: "Other rules to try: a JSON file, or - for standard input.") var file: String?
    @Option(help: ArgumentHelp("A member to drop. Repeatable.", valueName: "@x"))
    var withoutMember: [String] = []
    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B")) var weeks: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        guard file != nil || !withoutMember.isEmpty else {
            throw Refusal(
                .usage, "name what to change: a file of rules, or --without-member @name", field: "file")
        }
        let rules = try file.map { path throws(Refusal) in try RulesFile.rules(path) }
        let members = try withoutMember.map { text throws(Refusal) in
            try MemberName.reference(text, field: "without-member")
        }
        try invocation.rebuildStandings(weeks: weeks, rules: rules, without: members, dryRun: true, listing: true)
    }
}

struct RebuildLeaderboard: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Recount boards from the log and compare them with those that are shown.")
    static let examples = [
        Example("leaderboard rebuild", "all weeks; what differs is put right"),
        Example("leaderboard rebuild --weeks 2008-W01..2008-W10 --dry-run --diff", "only say who would move"),
        Example("leaderboard rebuild --rules rules.json --diff", "under other rules; never changes anything"),
    ]

    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B")) var weeks: String?
    @Option(help: ArgumentHelp("Try these rules instead of those in force.", valueName: "file")) var rules: String?
    @Flag(help: "Change nothing.") var dryRun = false
    @Flag(help: "List who moves, and by how much.") var diff = false
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let rules = try rules.map { path throws(Refusal) in try RulesFile.rules(path) }
        try invocation.rebuildStandings(weeks: weeks, rules: rules, dryRun: dryRun, listing: diff)
    }
}

extension Invocation {
    func rebuildStandings(
        weeks: String?, rules: Rules?, without members: [Reference] = [], dryRun: Bool, listing: Bool
    ) throws {
        let weeks = try weeks.map { text throws(Refusal) in try Times.weeks(text) }
        let bar = output.progressBar("Recounting", unit: "events")
        let report = try withCommunity { community in
            defer { bar.finish() }
            return try community.rebuildStandings(
                weeks: weeks, rules: rules, without: members, dryRun: dryRun, listing: listing,
                progress: { bar.update(done: $0, of: $1) })
        }
        try output.answer(report) { text(report) }
    }

    private func text(_ report: StandingsRebuildReport) -> String {
        var text = output.terminal.list([
            "events": output.terminal.count(report.events),
            "dropped": report.omitted.map { output.terminal.count($0) },
            "weeks": output.terminal.count(report.weeks),
            "entries": output.terminal.count(report.entries), "changed": output.terminal.count(report.changed),
            "time": Wording.duration(seconds: report.seconds),
            "events per second": output.terminal.count(report.eventsPerSecond),
        ])
        guard let changes = report.changes, !changes.isEmpty else { return text }
        var table = TextTable([.whole("week"), .text("member"), .text("rank"), .text("engagement")])
        for change in changes {
            func pair(_ value: (StandingsRebuildReport.Place) -> Int) -> String {
                "\(change.from.map { "\(value($0))" } ?? "–") → \(change.to.map { "\(value($0))" } ?? "–")"
            }
            table.add([change.week, "@\(change.username)", pair { $0.rank }, pair { $0.engagement }])
        }
        text += table.text(for: output.terminal)
        return text
    }
}
