import ArgumentParser
import Events
import Layout
import Service
import Views

struct Leaderboard: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "leaderboard", abstract: "The weekly boards.",
        subcommands: [ShowLeaderboard.self, LeaderboardWeeks.self, RebuildLeaderboard.self],
        defaultSubcommand: ShowLeaderboard.self)
    static let examples = [
        Example("leaderboard", "of the latest week"), Example("leaderboard --week 2008-W07 --limit 0", "a whole board"),
        Example("leaderboard --around @bo", "bo's place with neighbours"),
        Example("leaderboard weeks", "which weeks there are"),
        Example("leaderboard rebuild --dry-run --diff", "recount all weeks and compare"),
    ]
}

struct ShowLeaderboard: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "The board of a week.")
    static let examples = [Example("leaderboard --week 2008-W07", "the board of a week")]

    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("An ISO week (else the latest).", valueName: "2008-W07")) var week: String?
    @Option(help: ArgumentHelp("This member's place with neighbours.", valueName: "@x")) var around: String?

    func execute(_ invocation: Invocation) throws {
        let week = try week.map { text throws(Refusal) in try Times.week(text) }
        let around = try around.map { text throws(Refusal) in try MemberName.reference(text, field: "around") }
        try invocation.query { queries in
            let member = try around.map { reference throws(Refusal) in try queries.member(reference) }
            let answer = try queries.leaderboard(week: week, page: invocation.page, around: member)
            try invocation.answer(answer) {
                var table = TextTable([
                    .number("rank"), .text("member"), .number("engagement"), .number("active days"),
                    .number("recipes"), .number("likes"), .number("comments"), .number("bookmarks"),
                ])
                for entry in answer.entries {
                    table.add([
                        "\(entry.rank)", "@\(entry.username)", "\(entry.engagement)", "\(entry.activeDays)",
                        "\(entry.recipes)", "\(entry.likesReceived)", "\(entry.comments)", "\(entry.bookmarks)",
                    ])
                }
                return table.text(for: invocation.terminal)
            }
            let state = answer.completed ? "completed" : "under way"
            invocation.note(
                "\(answer.week), \(state): \(Wording.count(answer.participants)) \(answer.participants == 1 ? "participant" : "participants")"
            )
            invocation.noteNext(answer.next)
        }
    }
}

struct LeaderboardWeeks: Verb {
    static let configuration = CommandConfiguration(commandName: "weeks", abstract: "The weeks with participants.")
    static let examples = [Example("leaderboard weeks", "in the order of time")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.query { queries in
            let answer = queries.leaderboardWeeks()
            try invocation.answer(answer) {
                var table = TextTable([.whole("week"), .number("participants"), .text("state")])
                for week in answer.weeks {
                    table.add([week.week, "\(week.participants)", week.completed ? "completed" : "under way"])
                }
                return table.text(for: invocation.terminal)
            }
        }
    }
}

struct RebuildLeaderboard: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Recount boards from the log and compare them with those that are shown.")
    static let examples = [
        Example("leaderboard rebuild", "all weeks; what differs is put right"),
        Example("leaderboard rebuild --weeks 2008-W01..2008-W10 --dry-run --diff", "only say who would move"),
    ]

    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B")) var weeks: String?
    @Flag(help: "Change nothing.") var dryRun = false
    @Flag(help: "Say who moves, and by how much.") var diff = false

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

struct Experience: Verb {
    static let configuration = CommandConfiguration(
        commandName: "xp", abstract: "What a member's points are made of, week by week.")
    static let examples = [Example("xp @bo", "points, level, badges, and the weeks that they come from")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The member (else whoever --as names).") var member: String?

    func execute(_ invocation: Invocation) throws {
        let reference = try invocation.member(member)
        try invocation.query { queries in
            let answer = try queries.experience(reference)
            try invocation.answer(answer) {
                var table = TextTable([
                    .whole("week"), .number("points"), .number("active days"), .number("recipes"), .number("likes"),
                    .number("comments"), .number("bookmarks"),
                ])
                for week in answer.weeks {
                    table.add([
                        week.week, "\(week.engagement)", "\(week.activeDays)", "\(week.recipes)",
                        "\(week.likesReceived)", "\(week.comments)", "\(week.bookmarks)",
                    ])
                }
                return table.text(for: invocation.terminal)
            }
            let next = answer.nextLevelAt.map { ", next level at \($0)" } ?? ""
            invocation.note("@\(answer.username): \(answer.xp) points, \(answer.level)\(next)")
        }
    }
}
