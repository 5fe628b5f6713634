import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct Leaderboard: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "leaderboard", abstract: "The weekly boards.",
        subcommands: [ShowLeaderboard.self, LeaderboardWeeks.self, ExportBoards.self, RebuildLeaderboard.self],
        defaultSubcommand: ShowLeaderboard.self)
    static let examples = [
        Example("leaderboard", "of the latest week"), Example("leaderboard --week 2008-W07 --limit 0", "a whole board"),
        Example("leaderboard --around @bo", "bo's place with neighbours"),
        Example("leaderboard weeks", "which weeks there are"),
        Example("leaderboard export > boards.ndjson", "all boards"),
        Example("leaderboard rebuild --dry-run --diff", "recount all weeks and compare"),
    ]
}

struct ShowLeaderboard: Question {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "The board of a week.")
    static let examples = [
        Example("leaderboard --week 2008-W07", "the board of a week"),
        Example("leaderboard --as-of 1024", "as it was just after event 1024, by the rules of then"),
    ]

    @Option(help: ArgumentHelp("An ISO week (else the latest).", valueName: "2008-W07"), completion: .weeks) var week:
        String?
    @Option(help: ArgumentHelp("This member's place with neighbours.", valueName: "@x"), completion: .members)
    var around: String?
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let week = try week.map { text throws(Refusal) in try Times.week(text) }
        let around = try around.map { text throws(Refusal) in try MemberName.reference(text, field: "around") }
        let input = LeaderboardInput(
            week: week.map { "\($0)" }, around: around?.description, page: invocation.pageRequest)
        return Call(API.leaderboard, input) { answer, _ in
            try invocation.output.answer(answer) {
                guard !invocation.output.terminal.isOutputTerminal else {
                    return board(answer, invocation.output.terminal)
                }
                var table = TextTable([
                    .number("rank"), .text("member"), .number("engagement"), .number("active days"),
                    .number("recipes"), .number("likes"), .number("comments"), .number("bookmarks"),
                ])
                for entry in answer.entries {
                    table.add([
                        entry.rank.map { "\($0)" } ?? "", "@\(entry.username)", "\(entry.engagement)",
                        "\(entry.activeDays)",
                        "\(entry.recipes)", "\(entry.likesReceived)", "\(entry.comments)", "\(entry.bookmarks)",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if let own = BoardText.viewer(of: answer) { invocation.output.note(own) }
            let state = answer.completed ? "completed" : "under way"
            invocation.output.note(
                "\(answer.week), \(state): \(Wording.count(answer.participants)) \(answer.participants == 1 ? "participant" : "participants")"
            )
            let adjusted = answer.entries.filter { $0.adjusted == true }.map { "@\($0.username)" }
            if !adjusted.isEmpty {
                invocation.output.note(
                    "the points of \(adjusted.joined(separator: ", ")) changed after the week was completed")
            }
            invocation.output.noteNext(answer.next)
        }
    }

    private func board(_ answer: LeaderboardAnswer, _ terminal: Terminal) -> String {
        var table = TextTable([
            .number("rank"), .number("moved"), .text("member"), .number("points"), .number("days"), .number("recipes"),
            .number("likes"), .number("comments"), .number("bookmarks"),
        ])
        for entry in answer.entries {
            table.add([
                BoardText.rank(entry), BoardText.move(entry), "@\(entry.username)",
                terminal.count(Int(entry.engagement)),
                "\(entry.activeDays)", "\(entry.recipes)", "\(entry.likesReceived)", "\(entry.comments)",
                "\(entry.bookmarks)",
            ])
        }
        return table.text(for: terminal)
    }
}

struct LeaderboardWeeks: Question {
    static let configuration = CommandConfiguration(commandName: "weeks", abstract: "The weeks with participants.")
    static let examples = [Example("leaderboard weeks", "in the order of time")]

    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.leaderboardWeeks, NoInput()) { answer, _ in
            try invocation.output.answer(answer) {
                var table = TextTable([.whole("week"), .number("participants"), .text("state")])
                for week in answer.weeks {
                    table.add([week.week, "\(week.participants)", week.completed ? "completed" : "under way"])
                }
                return table.text(for: invocation.output.terminal)
            }
        }
    }
}

struct Experience: Question {
    static let configuration = CommandConfiguration(
        commandName: "xp", abstract: "What a member's points are made of, week by week.")
    static let examples = [
        Example("xp @bo", "points, level, badges, and the weeks that they come from"),
        Example("xp @bo --history", "every award with its event: they add up to the points"),
        Example("xp @bo --history --week 2008-W07 --kind comments", "those of a week for comments"),
    ]

    @Argument(help: "The member (else the member of --as).", completion: .members) var member: String?
    @Flag(help: "Every award, in the order of the log.") var history = false
    @Option(help: ArgumentHelp("With --history: only awards of that week.", valueName: "2008-W07")) var week: String?
    @Option(
        help: ArgumentHelp("With --history: only awards for that.", valueName: "kind"),
        completion: .list(AwardsInput.Kind.allCases.map(\.rawValue)))
    var kind: String?
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        if history {
            let week = try week.map { text throws(Refusal) in try Times.week(text).description }
            let kind = try kind.map { text throws(Refusal) in
                try Word.choose(text, of: AwardsInput.Kind.self, field: "kind")
            }
            let input = AwardsInput(
                member: try invocation.member(member), week: week, kind: kind, page: invocation.pageRequest)
            return awards(input, invocation)
        }
        guard week == nil, kind == nil else {
            throw Refusal(.usage, "--week and --kind select awards: they go with --history", field: "week")
        }
        let input = MemberListInput(member: try invocation.member(member), page: invocation.pageRequest)
        return Call(API.experience, input) { answer, _ in
            try invocation.output.answer(answer) {
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
                return table.text(for: invocation.output.terminal)
            }
            let next = answer.nextLevelAt.map { ", next level at \($0)" } ?? ""
            let before = answer.pointsCarriedOver.map { " (\($0) carried over from before)" } ?? ""
            invocation.output.note("@\(answer.username): \(answer.xp) points\(before), \(answer.level)\(next)")
            invocation.output.noteNext(answer.next)
        }
    }

    private func awards(_ input: AwardsInput, _ invocation: Invocation) -> any AnyCall {
        Call(API.awards, input) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([
                    .number("event"), .whole("earned"), .whole("week"), .number("points"), .text("what"),
                    .whole("about"),
                    .text("by"),
                ])
                for award in answer.awards {
                    table.add([
                        award.id.map { "\($0)" } ?? "",
                        // A day's bookmarks have no time of day.
                        award.id == nil
                            ? String(award.at.prefix(10))
                            : invocation.output.terminal.time(award.at, now: backend.now),
                        award.week ?? "before", "\(award.points)", award.kind, award.subject ?? "",
                        award.actor.map { "@\($0.username)" } ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if let standing = answer.standing {
                let rank = standing.rank.map { "rank \(Wording.count($0))" } ?? "no rank"
                invocation.output.note(
                    "@\(answer.username) in \(input.week ?? ""): \(rank) with \(Wording.count(standing.engagement, "point"))"
                )
            }
            invocation.output.note("@\(answer.username): \(answer.xp) points in all")
            invocation.output.noteNext(answer.next)
        }
    }
}

struct Streak: Question {
    static let configuration = CommandConfiguration(
        commandName: "streak", abstract: "How many weeks in a row a member has had points.",
        discussion: """
            The streak ends with the latest week that has a board, or with the week before it for a member without points in \
            the latest one yet.
            """)
    static let examples = [Example("streak @bo", "the present streak, and the longest one")]

    @Argument(help: "The member (else the one of --as).", completion: .members) var member: String?
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        Call(API.streak, MemberInput(member: try invocation.member(member))) { answer, _ in
            try invocation.output.answer(answer) {
                invocation.output.terminal.list([
                    "weeks": "\(answer.weeks)", "since": answer.since, "longest": "\(answer.longest)",
                ])
            }
        }
    }
}

/// The parts of a board that are for people only: medals, who moved since the week before, and the viewer's own place.
enum BoardText {
    static func rank(_ entry: LeaderboardEntry) -> String {
        switch entry.rank {
        case 1: "🥇 1"
        case 2: "🥈 2"
        case 3: "🥉 3"
        default: entry.rank.map { "\($0)" } ?? ""
        }
    }

    /// `▲ 2`, `▼ 1`, `=` or `new`.
    static func move(_ entry: LeaderboardEntry) -> String {
        guard entry.rank != nil else { return "" }
        guard let places = entry.moved else { return "new" }
        return places == 0 ? "=" : "\(places > 0 ? "▲" : "▼") \(places.magnitude)"
    }

    /// `You: rank 12 with 5 points, 3 points below the next rank`; `nil` for a viewer whose line is on the page.
    static func viewer(of answer: LeaderboardAnswer) -> String? {
        guard let own = answer.viewer, !answer.entries.contains(where: { $0.member == own.member }) else { return nil }
        guard let rank = own.rank else { return "You: no rank in \(answer.week)" }
        let gap = own.gap.map { ", \(Wording.count($0, "point")) below the next rank" } ?? ""
        return "You: rank \(Wording.count(rank)) with \(Wording.count(own.engagement, "point"))\(gap)"
    }
}
