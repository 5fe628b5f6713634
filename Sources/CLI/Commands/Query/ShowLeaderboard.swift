import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct ShowLeaderboard: Question {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "The board of a week.")
    static let examples = [
        Example("leaderboard --week 2008-W07", "the board of a week"),
        Example("leaderboard --as-of 1024", "as it was just after event 1024, by the rules of then"),
    ]

    @Option(help: ArgumentHelp("An ISO week (else the latest).", valueName: "2008-W07")) var week: String?
    @Option(help: ArgumentHelp("This member's place with neighbours.", valueName: "@x")) var around: String?
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let week = try week.map { text throws(Refusal) in try Times.week(text) }
        let around = try around.map { text throws(Refusal) in try MemberName.reference(text, field: "around") }
        let input = LeaderboardInput(
            week: week.map { "\($0)" }, around: around?.description, page: invocation.pageRequest)
        return Call(API.leaderboard, input) { answer, backend in
            let isBoard = invocation.terminal.isOutputTerminal && !options.json
            let before = isBoard ? try backend.ranks(before: answer) : [:]
            try invocation.answer(answer) {
                guard !invocation.terminal.isOutputTerminal else { return board(answer, before, invocation.terminal) }
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

    private func board(_ answer: LeaderboardAnswer, _ before: [String: Int], _ terminal: Terminal) -> String {
        let text = BoardText(before: before)
        var table = TextTable([
            .number("rank"), .number("moved"), .text("member"), .number("points"), .number("days"), .number("recipes"),
            .number("likes"), .number("comments"), .number("bookmarks"),
        ])
        for entry in answer.entries {
            table.add([
                text.rank(entry), text.move(entry), "@\(entry.username)", terminal.count(Int(entry.engagement)),
                "\(entry.activeDays)", "\(entry.recipes)", "\(entry.likesReceived)", "\(entry.comments)",
                "\(entry.bookmarks)",
            ])
        }
        return table.text(for: terminal)
    }
}
