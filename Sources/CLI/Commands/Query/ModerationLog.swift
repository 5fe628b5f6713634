import ArgumentParser
import LarderAPI
import Views

struct ModerationLog: Question {
    static let configuration = CommandConfiguration(
        commandName: "modlog", abstract: "What moderators did, to whom and why, the newest first.")
    static let examples = [Example("modlog --as @mod", "bans, removals, restorations, roles and resolutions")]

    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.moderationLog, ListInput(page: invocation.pageRequest)) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([
                    .number("id"), .whole("when"), .text("by"), .whole("what"), .text("about"), .text("member").extra,
                    .text("why"),
                ])
                for entry in answer.entries {
                    let end = entry.until.map { invocation.output.terminal.future($0) }
                    let result = entry.role ?? entry.outcome ?? end.map { "until \($0)" }
                    let member = entry.member.map { "@\($0.username)" }
                    // People know a member by the name, also where the column of members finds no room.
                    let isMember = entry.member?.id == entry.subject && invocation.output.terminal.isOutputTerminal
                    table.add([
                        "\(entry.id)", invocation.output.terminal.time(entry.at, now: backend.now),
                        entry.actor.map { "@\($0.username)" } ?? "operator",
                        entry.kind + (result.map { " (\($0))" } ?? ""), isMember ? member ?? "" : entry.subject,
                        member ?? "",
                        entry.reason ?? entry.report.map { "report \($0)" } ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if answer.entries.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }
}
