import Answers
import ArgumentParser
import Events
import Layout
import Operations

/// The options that choose events of the log.
struct EventFilter: ParsableArguments {
    @Option(
        name: .customLong("kind"), help: "Only this kind, such as recipe.liked. Repeatable.",
        completion: .list(EventKind.allNames))
    var kinds: [String] = []
    @Option(help: ArgumentHelp("Only what the log recorded at this time or later.", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("Only what the log recorded before this time.", valueName: "time"))
    var until: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Only from this position on.", valueName: "position"))
    var from: UInt64?

    /// Whether all events are chosen.
    var isEmpty: Bool { kinds.isEmpty && since == nil && until == nil && from == nil }

    /// Refuses an unknown kind, an invalid time, two beginnings, and an end that is not after the beginning.
    var choice: EventChoice {
        get throws(Refusal) {
            guard since == nil || from == nil else {
                throw Refusal(.usage, "--since and --from name two beginnings: leave one of them out", field: "from")
            }
            guard from != 0 else {
                throw Refusal(.usage, "--from must be 1 or more: the first event is 1", field: "from")
            }
            let begin = try since.map { text throws(Refusal) in Moment.time(try Times.instant(text, field: "since")) }
            let end = try until.map { text throws(Refusal) in Moment.time(try Times.instant(text, field: "until")) }
            return EventChoice(
                kinds: try kinds.map { name throws(Refusal) in try EventSelection.kind(name) },
                part: try LogSpan(
                    from: begin ?? from.map { .position(Position(min($0, Position.max.value))) }, to: end,
                    field: "until"))
        }
    }
}

/// Events of some kinds in a part of the log, of one member or about one thing if these are named.
struct EventChoice {
    /// None: all kinds.
    var kinds: [EventKind]
    var part: LogSpan
    var actor: Reference?
    var thing: Reference?

    /// The kinds as a set, for a walk along the log.
    var kindSet: EventKindSet { kinds.isEmpty ? .all : EventKindSet(kinds) }
}
