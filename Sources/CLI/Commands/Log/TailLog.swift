import Answers
import ArgumentParser
import Community
import EventLog
import Events
import Layout
import Operations
import Views

struct TailLog: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tail", abstract: "The last events, and with --follow what comes.")
    static let examples = [
        Example("log tail -n 5", "the last five"), Example("log tail --follow --json", "as NDJSON, as they come"),
        Example("log tail --kind recipe.liked --actor @bo", "only some"),
    ]

    @Option(
        name: .customShort("n"), parsing: .unconditional,
        help: ArgumentHelp("How many (else --limit).", valueName: "n")) var count: Int?
    @Flag(help: "Go on with what comes, until Ctrl-C.") var follow = false
    @Option(name: .customLong("kind"), help: "Only this kind, such as recipe.liked. Repeatable.") var kinds: [String] =
        []
    @Option(name: .customLong("actor"), help: ArgumentHelp("Only by this member.", valueName: "@x")) var author: String?
    @OptionGroup var options: GlobalOptions

    var reach: Reach { follow ? .directory("it goes on reading the log of a directory") : .anywhere }

    func execute(_ invocation: Invocation) throws {
        let kinds = try kinds.map(EventSelection.kind)
        let count = count ?? options.limit
        guard count >= 0 else { throw Refusal(.usage, "-n must be 0 (all) or more", field: "n") }
        let author = try author.map { text throws(Refusal) in try MemberName.reference(text, field: "actor") }
        guard !follow else { return try self.follow(count, kinds, author, invocation) }
        try invocation.withBackend { backend in
            for event in try backend.newest(count, kinds: kinds, by: author) { try write(event, invocation) }
        }
    }

    private func follow(
        _ count: Int, _ kinds: [EventKind], _ author: Reference?, _ invocation: Invocation
    ) throws {
        let kinds = kinds.isEmpty ? EventKindSet.all : EventKindSet(kinds)
        try invocation.withCommunity { community in
            let log = community.log
            let actor = try author.map { reference in
                try community.query { queries in try queries.member(reference) }
            }
            let head = try log.head()
            for position in try EventSelection(kinds: kinds, actor: actor).newest(count, through: head, in: log) {
                if let record = try log.read({ try $0.record(at: position) }) {
                    try write(LoggedEvent(record, log), invocation)
                }
            }
            var follower = Follower(log, after: head)
            while true {
                var records: [Record] = []
                _ = try follower.poll(kinds: kinds) { record in
                    if actor == nil || record.header.actor == actor { records.append(record) }
                }
                for record in records { try write(LoggedEvent(record, log), invocation) }
                Follower.pause()
            }
        }
    }

    private func write(_ event: LoggedEvent, _ invocation: Invocation) throws {
        if options.json {
            StandardStream.write(bytes: try event.json() + [0x0A])
        } else {
            invocation.output.write(try event.line().text(for: invocation.output.terminal))
        }
    }
}
