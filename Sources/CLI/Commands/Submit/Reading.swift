import ArgumentParser
import Events
import Layout

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
        // Where nothing is said, it is the newest of when it is decided.
        try submit(Command(kind, actor: actor, cause: upTo.map { .position(Position($0), letter: nil) }))
    }
}
