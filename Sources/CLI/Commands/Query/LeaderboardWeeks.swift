import ArgumentParser
import LarderAPI
import Views

struct LeaderboardWeeks: Question {
    static let configuration = CommandConfiguration(commandName: "weeks", abstract: "The weeks with participants.")
    static let examples = [Example("leaderboard weeks", "in the order of time")]

    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.leaderboardWeeks, NoInput()) { answer, _ in
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
