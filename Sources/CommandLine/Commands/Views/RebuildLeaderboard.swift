import ArgumentParser
import Events
import Service

struct RebuildLeaderboard: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Recount boards from the log and compare them with those that are shown.")
    static let examples = [
        Example("leaderboard rebuild", "all weeks; what differs is put right"),
        Example("leaderboard rebuild --weeks 2008-W01..2008-W10 --dry-run --diff", "only say who would move"),
    ]

    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B")) var weeks: String?
    @Flag(help: "Change nothing.") var dryRun = false
    @Flag(help: "Say who moves, and by how much.") var diff = false
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let weeks = try weeks.map { text throws(Refusal) in try Times.weeks(text) }
        let bar = invocation.progressBar("Recounting", unit: "events")
        let report = try invocation.withCommunity { community in
            defer { bar.finish() }
            return try community.rebuildStandings(
                weeks: weeks, dryRun: dryRun, listing: diff, progress: { bar.update(done: $0, of: $1) })
        }
        try invocation.answer(report) {
            var text = invocation.terminal.list([
                "events": invocation.terminal.count(report.events), "weeks": invocation.terminal.count(report.weeks),
                "entries": invocation.terminal.count(report.entries),
                "changed": invocation.terminal.count(report.changed),
                "time": Wording.duration(seconds: report.seconds),
                "events per second": invocation.terminal.count(report.eventsPerSecond),
            ])
            if let changes = report.changes, !changes.isEmpty {
                var table = TextTable([
                    .whole("week"), .text("member"), .text("rank"), .text("engagement"),
                ])
                for change in changes {
                    func pair(_ value: (StandingsRebuildReport.Place) -> Int) -> String {
                        "\(change.from.map { "\(value($0))" } ?? "–") → \(change.to.map { "\(value($0))" } ?? "–")"
                    }
                    table.add([change.week, "@\(change.username)", pair { $0.rank }, pair { $0.engagement }])
                }
                text += table.text(for: invocation.terminal)
            }
            return text
        }
    }
}
