import ArgumentParser
import EventLog
import Events
import Layout
import Service

struct Read: Verb {
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

struct Seen: Verb {
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
        let actor = try requiredActor(to: doWhat)
        try submit { community in
            let position = try upTo.map { Position($0) } ?? community.log.head()
            return Command(kind, actor: actor, cause: .position(position, letter: nil))
        }
    }
}
