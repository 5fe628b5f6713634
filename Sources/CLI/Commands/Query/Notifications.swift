import ArgumentParser
import Events
import LarderAPI
import Layout
import Views

struct Notifications: Question {
    static let configuration = CommandConfiguration(
        commandName: "notifications", abstract: "A member's notifications, the newest first.")
    static let examples = [
        Example("notifications --as @ada", "yours; «read» marks them as read"),
        Example("notifications @ada --json", "for programs"),
    ]

    @Argument(help: "The member (else the member of --as).", completion: .members) var member: String?
    @Option(help: ArgumentHelp("Only the one that this event made.", valueName: "event")) var only: UInt64?
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

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

struct Read: Act {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Mark your notifications as read.")
    static let examples = [
        Example("read --as @ada", "all of them"), Example("read 120 --as @ada", "those up to event 120"),
    ]

    @Argument(help: "Up to which event (else the newest).") var upTo: UInt64?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.mark(.notificationsRead, upTo, to: "read their notifications")
    }
}

struct Seen: Act {
    static let configuration = CommandConfiguration(
        commandName: "seen", abstract: "Mark the feed as seen: what comes later is new.")
    static let examples = [
        Example("seen --as @ada", "all of it"), Example("seen 120 --as @ada", "up to event 120"),
    ]

    @Argument(help: "Up to which event (else the newest).") var upTo: UInt64?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.mark(.feedSeen, upTo, to: "have seen the feed")
    }
}

extension Invocation {
    fileprivate func mark(_ kind: EventKind, _ upTo: UInt64?, to doWhat: String) throws {
        let actor = try actor(to: doWhat)
        // Without a position the decision takes the newest one.
        try submit(
            Command(kind, actor: actor, cause: upTo.map { .position(Position($0), letter: nil) }), cause: "up-to")
    }
}
