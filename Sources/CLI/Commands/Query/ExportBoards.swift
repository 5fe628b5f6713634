import ArgumentParser
import Events
import LarderAPI
import Operations

struct ExportBoards: Retrospective {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the boards of all weeks: as NDJSON, or with --csv or --header as a table.",
        discussion: """
            A line for each place, the weeks in the order of time. The table has the values of NDJSON: member is an id such as \
            m2, and username has no @. The tables of leaderboard and whatif show members as @ada instead.
            """)
    static let examples = [
        Example("leaderboard export > boards.ndjson", "every place of every week"),
        Example("leaderboard export --csv > boards.csv", "for a spreadsheet"),
        Example("leaderboard export --weeks 2008-W01..2008-W10", "some weeks"),
    ]

    @Option(help: ArgumentHelp("A range of ISO weeks (else all).", valueName: "A..B"), completion: .weeks)
    var weeks: String?
    @OptionGroup var options: GlobalOptions

    /// The places that are read and written at once: the memory of an export, however long the boards are.
    private static let placesAtOnce: UInt64 = 500

    private static let titles = [
        "week", "completed", "rank", "member", "username", "engagement", "active-days", "recipes", "likes-received",
        "comments", "bookmarks", "adjusted",
    ]

    /// A place on a board with its week.
    private struct Place: Encodable {
        var week: String
        var completed: Bool
        var rank: Int?
        var member: String
        var username: String
        var engagement: Int64
        var activeDays: Int
        var recipes: Int64
        var likesReceived: Int64
        var comments: Int64
        var bookmarks: Int64
        var adjusted: Bool?

        init(_ entry: LeaderboardEntry, _ board: LeaderboardAnswer) {
            (week, completed) = (board.week, board.completed)
            (rank, member, username) = (entry.rank, entry.member, entry.username)
            (engagement, activeDays, recipes) = (entry.engagement, entry.activeDays, entry.recipes)
            (likesReceived, comments, bookmarks) = (entry.likesReceived, entry.comments, entry.bookmarks)
            adjusted = entry.adjusted
        }

        var cells: [String] {
            [
                week, completed ? "yes" : "no", rank.map { "\($0)" } ?? "", member, username, "\(engagement)",
                "\(activeDays)", "\(recipes)", "\(likesReceived)", "\(comments)", "\(bookmarks)",
                adjusted == true ? "yes" : "no",
            ]
        }
    }

    func execute(_ invocation: Invocation) throws {
        let range = try weeks.map { text throws(Refusal) in try Times.weeks(text) }
        let table = try invocation.output.terminal.style.map { style throws(Refusal) in
            try TableLines(style, Self.titles)
        }
        let bar = invocation.output.progressBar("Exporting", unit: "weeks")
        defer { bar.finish() }
        try invocation.withBackend { backend in
            try backend.inOneState { backend in
                let known = try backend.ask(API.leaderboardWeeks, NoInput()).weeks.map(\.week)
                let chosen = try known.filter { text in
                    guard let range else { return true }
                    return range.contains(try Times.week(text))
                }
                if let table { StandardStream.write(table.header) }
                for (index, week) in chosen.enumerated() {
                    try writeBoard(of: week, table, backend)
                    bar.update(done: index + 1, of: chosen.count)
                }
            }
        }
    }

    private func writeBoard(of week: String, _ table: TableLines?, _ backend: any Backend) throws {
        var page = PageRequest(limit: Self.placesAtOnce)
        repeat {
            let board = try backend.ask(API.leaderboard, LeaderboardInput(week: week, page: page))
            var text = ""
            for entry in board.entries {
                let place = Place(entry, board)
                text += try table?.row(place.cells) ?? JSONDocument.text(place) + "\n"
            }
            StandardStream.write(text)
            page.after = board.next
        } while page.after != nil
    }
}
