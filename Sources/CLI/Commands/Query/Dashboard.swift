import ArgumentParser
import LarderAPI
import Views

struct Dashboard: Question {
    static let configuration = CommandConfiguration(
        commandName: "dashboard", abstract: "The place in figures, for moderators.")
    static let examples = [Example("dashboard", "members, recipes, comments, reports and bans")]

    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.dashboard, NoInput()) { answer, _ in
            let terminal = invocation.output.terminal
            try invocation.output.answer(answer) {
                terminal.list([
                    "members": terminal.count(answer.members), "recipes": terminal.count(answer.recipes),
                    "comments": terminal.count(answer.comments), "reports": terminal.count(answer.reports),
                    "pending reports": terminal.count(answer.pendingReports), "banned": terminal.count(answer.banned),
                ])
            }
        }
    }
}
