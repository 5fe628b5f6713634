import Events
import LarderAPI
import Layout
import Operations
import Views

extension Comparison {
    func askBoards(_ queries: Queries) throws {
        let weeks = standings.boardWeeks()
        try same("weeks", weeks, queries.leaderboardWeeks().weeks)
        if let latest = weeks.last {
            try same("latest week", latest.week, try queries.leaderboard(week: nil, page: Page()).week)
        }
        for week in standings.weeks {
            let board = standings.boards[week] ?? []
            try same(
                "board of \(week)", board,
                try pages { page in
                    let answer = try queries.leaderboard(week: week, page: page)
                    return (answer.entries, answer.next)
                })
            let answer = try queries.leaderboard(week: week, page: Page())
            try same("participants of \(week)", board.count, answer.participants)
            try same("\(week) completed", standings.isCompleted(week), answer.completed)
            guard let middle = trial.dice.pick(model.members.keys) else { continue }
            let member = MemberID(middle)
            try same(
                "m\(middle) on the board of \(week)", try around(middle, week, board),
                try queries.leaderboard(week: week, page: Page(limit: 3), around: member).entries)
        }
    }

    /// «`--around @bob` shows bob's place with neighbours»; without points he stands at the end.
    private func around(_ member: UInt64, _ week: Week, _ board: [Standings.Line]) throws -> [Standings.Line] {
        guard model.isHere(member) else { throw Model.No(.notFound) }
        guard let place = board.firstIndex(where: { $0.member == "m\(member)" }) else {
            return board.suffix(1) + [standings.line(member, week)]
        }
        return Array(board[max(0, place - 1)...].prefix(3))
    }
}
