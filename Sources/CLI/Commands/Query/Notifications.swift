import ArgumentParser
import LarderAPI
import Views

struct Notifications: Question {
    static let configuration = CommandConfiguration(
        commandName: "notifications", abstract: "What a member is told, the newest first.")
    static let examples = [
        Example("notifications --as @ada", "yours; «read» marks them as read"),
        Example("notifications @ada --json", "for programs"),
    ]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @Option(help: ArgumentHelp("Only the one that this event made.", valueName: "event")) var only: UInt64?
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let owner = try invocation.owner(member)
        let input = NotificationsInput(only: only, page: invocation.pageRequest)
        return Call(API.notifications, input, of: owner) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([
                    .number("id"), .text("kind"), .text("by"), .text("about"), .whole("when"), .text("read"),
                    .text("text"),
                ])
                for card in answer.notifications {
                    table.add([
                        "\(card.id)", card.kind, card.actor.map { "@\($0.username)" } ?? "",
                        card.comment ?? card.recipe ?? "",
                        invocation.output.terminal.time(card.createdAt, now: backend.now),
                        card.read ? "read" : "new", card.text ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            invocation.output.note("\(answer.unread) unread")
            invocation.output.noteNext(answer.next)
        }
    }
}
