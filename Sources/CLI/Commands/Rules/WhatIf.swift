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
            member and on the member's content, replies, forks, and results of the member's reports. Nothing is decided again. \
            The members who move the most places come first. A member who enters or leaves a board moves from or to the place \
            after the last of the longer board.
            """)
    static let examples = [
        Example("whatif rules.json", "the 20 largest moves of all weeks"),
        Example("whatif rules.json --limit 0 --csv", "all of them, for a spreadsheet"),
        Example("whatif rules.json --weeks 2008-W01..2008-W10", "over some"),
        Example("whatif --without-member @mallory", "as if mallory had never joined"),
        Example("whatif rules.json --without-member @mallory --without-member @bo", "both at once"),
    ]

    @Argument(help: "Other rules to try: a JSON file, or - for standard input.") var file: String?
    @Option(help: ArgumentHelp("A member to drop. Repeatable.", valueName: "@x"), completion: .members)
    var withoutMember: [String] = []
    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B"), completion: .weeks) var weeks:
        String?
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }
    var listing: Listing { .first }
    var columns: [String] { StandingsMoves.columns }

    func execute(_ invocation: Invocation) throws {
        guard file != nil || !withoutMember.isEmpty else {
            throw Refusal(
                .usage, "name what to change: a file of rules, or --without-member @name", field: "file")
        }
        let document = try file.map { path throws(Refusal) in try InputFile.bytes(of: path) }
        let rules = try document.map { bytes throws(Refusal) in try RulesFile.rules(bytes, of: file ?? "") }
        let members = try withoutMember.map { text throws(Refusal) in
            try MemberName.reference(text, field: "without-member")
        }
        let input = WhatIfInput(
            rules: document.map { JSONText($0) }, without: members.map(\.description), weeks: weeks)
        var report: StandingsRebuildReport = try invocation.doing(API.whatIf, input) { community in
            try invocation.recountedStandings(
                community, weeks: weeks, rules: rules, without: members, dryRun: true, listing: true)
        }
        report.sortByMovement(keeping: options.limit)
        let (terminal, moves) = (invocation.output.terminal, report.changes ?? [])
        try invocation.output.answer(report) { StandingsMoves.table(moves, terminal).text(for: terminal) }
        // The boards before and after differ in length, so the number of changes is a share of neither.
        let changes = Wording.count(Int64(report.changed), "place")
        var note = "\(report.changed == 0 ? "no place" : changes) on boards would change"
        if let dropped = report.omitted { note += "; \(Wording.count(Int64(dropped), "event")) left out" }
        if moves.count < report.changed { note += "; the \(terminal.count(moves.count)) that move most are shown" }
        invocation.output.note(note)
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

    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B"), completion: .weeks) var weeks:
        String?
    @Option(help: ArgumentHelp("Try these rules instead of those in force.", valueName: "file")) var rules: String?
    @Flag(help: "Change nothing.") var dryRun = false
    @Flag(help: "List who moves, and by how much.") var diff = false
    @OptionGroup var options: GlobalOptions

    var columns: [String] { diff ? StandingsMoves.columns : Terminal.listColumns }

    func execute(_ invocation: Invocation) throws {
        let rules = try rules.map { path throws(Refusal) in try RulesFile.rules(path) }
        let report = try invocation.withCommunity { community in
            try invocation.recountedStandings(
                community, weeks: weeks, rules: rules, dryRun: dryRun, listing: diff)
        }
        let terminal = invocation.output.terminal
        try invocation.output.answer(report) {
            let facts = Self.facts(report, terminal)
            guard let changes = report.changes else { return facts }
            return terminal.above(facts) + StandingsMoves.table(changes, terminal).text(for: terminal)
        }
    }

    private static func facts(_ report: StandingsRebuildReport, _ terminal: Terminal) -> String {
        terminal.list([
            "events": terminal.count(report.events), "weeks": terminal.count(report.weeks),
            "entries": terminal.count(report.entries), "changed": terminal.count(report.changed),
            "time": Wording.duration(seconds: report.seconds),
            "events per second": terminal.count(report.eventsPerSecond),
        ])
    }
}

extension Invocation {
    /// Recounts boards, and shows the progress.
    fileprivate func recountedStandings(
        _ community: Community, weeks: String?, rules: Rules?, without members: [Reference] = [], dryRun: Bool,
        listing: Bool
    ) throws -> StandingsRebuildReport {
        let weeks = try weeks.map { text throws(Refusal) in try Times.weeks(text) }
        let bar = output.progressBar("Recounting", unit: "events")
        defer { bar.finish() }
        return try community.rebuildStandings(
            weeks: weeks, rules: rules, without: members, dryRun: dryRun, listing: listing,
            progress: { bar.update(done: $0, of: $1) })
    }
}

/// The members who move on boards, as a table.
private enum StandingsMoves {
    static let columns = [
        "week", "member", "moved", "rank before", "rank after", "engagement before", "engagement after",
    ]

    static func table(_ changes: [StandingsRebuildReport.Change], _ terminal: Terminal) -> TextTable {
        // A program reads one number in a cell.
        guard terminal.style == nil else {
            var table = TextTable(columns.map(TextTable.Column.whole))
            for change in changes {
                table.add([
                    change.week, "@\(change.username)", "\(change.moved)", text(change.from?.rank),
                    text(change.to?.rank), text(change.from?.engagement), text(change.to?.engagement),
                ])
            }
            return table
        }
        var table = TextTable([.whole("week"), .text("member"), .text("rank"), .text("engagement")])
        for change in changes {
            func pair(_ value: (StandingsRebuildReport.Place) -> Int) -> String {
                "\(change.from.map { "\(value($0))" } ?? "–") → \(change.to.map { "\(value($0))" } ?? "–")"
            }
            table.add([change.week, "@\(change.username)", pair { $0.rank }, pair { $0.engagement }])
        }
        return table
    }

    private static func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
}
