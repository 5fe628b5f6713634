import Answers
import ArgumentParser
import Community
import EventLog
import Events
import Foundation
import Layout
import Operations
import Views

struct LogGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "The log itself: what happened, in order.",
        subcommands: [TailLog.self, ShowEvent.self, History.self, LogStatistics.self, ExportLog.self, ImportLog.self])
    static let examples = [
        Example("log tail -n 5", "the last events"), Example("log show 1024", "one event"),
        Example("log history r12", "all that happened to a recipe"),
        Example("log stat", "the log in figures"), Example("log export > events.ndjson", "all of it"),
        Example("log export --verbatim > log.larder", "its bytes as stored"),
        Example("log export --canonical events.bin", "what its hash tree is made of"),
    ]
}

struct TailLog: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tail", abstract: "The last events, and with --follow new ones as they come.")
    static let examples = [
        Example("log tail -n 5", "the last five"), Example("log tail --follow --json", "as NDJSON, as they come"),
        Example("log tail --kind recipe.liked --actor @bo", "only some"),
    ]

    @Option(
        name: .customShort("n"), parsing: .unconditional,
        help: ArgumentHelp("How many (else --limit).", valueName: "n")) var count: Int?
    @Flag(help: "Print new events as they come, until Ctrl-C.") var follow = false
    @Option(name: .customLong("kind"), help: "Only this kind, such as recipe.liked. Repeatable.") var kinds: [String] =
        []
    @Option(name: .customLong("actor"), help: ArgumentHelp("Only by this member.", valueName: "@x")) var author: String?
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .first }

    var reach: Reach { follow ? .directory("it keeps reading the log of a directory") : .anywhere }

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
        Interruption.saysNothing()
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
                community.releaseReaders()
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

struct ShowEvent: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "One event.")
    static let examples = [Example("log show 1024", "how r1024 came to be"), Example("log show r1024", "the same")]

    @Argument(help: "A position, or the id of what it created.") var position: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        guard case .position(let position, _)? = Reference(position) else {
            throw Refusal(.usage, "«\(self.position)» is not a position: write 1024 or r1024", field: "position")
        }
        let line = try invocation.withBackend { try $0.event(at: position).json() }
        StandardStream.write(
            bytes: options.json || !invocation.output.terminal.isOutputTerminal ? line + [0x0A] : pretty(line))
    }

    private func pretty(_ line: [UInt8]) -> [UInt8] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line)),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return line + [0x0A] }
        return [UInt8](data) + [0x0A]
    }
}

struct History: Question {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Every event that touches a recipe, a comment, a member or any other thing.")
    static let examples = [
        Example("log history r12", "all that happened to a recipe, the oldest first"),
        Example("log history @bo --newest", "all events by bo and about bo"),
        Example("log history external:foodcom:137739 --json", "for programs"),
    ]

    @Argument(help: "r12, c20, p30, f9, i40, b41, @name, external:source:id, or a position.") var id: String
    @Flag(help: "The newest first.") var newest = false
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    /// `why` explains answers by events, and these answers are events themselves.
    func call(_ invocation: Invocation) throws -> any AnyCall {
        throw Refusal(.usage, "that lists events themselves: there is nothing behind them to explain")
    }

    func execute(_ invocation: Invocation) throws {
        guard let reference = Reference(id) else {
            throw Refusal(
                .usage, "«\(id)» names nothing: write r12, c20, @name, external:source:id or a position", field: "id")
        }
        try invocation.withBackend { backend in
            let answer = try backend.history(of: reference, newestFirst: newest, page: invocation.page)
            if options.json {
                invocation.output.write(String(decoding: try answer.document(), as: UTF8.self))
            } else {
                let terminal = invocation.output.terminal
                var text = terminal.header("position", "time", "kind", "by", "about")
                for event in answer.events { text += try event.line().text(for: terminal) + "\n" }
                invocation.output.write(try terminal.style.map { try $0.text(text) } ?? text)
            }
            invocation.output.noteNext(answer.next)
        }
    }
}

struct LogStatistics: Verb {
    static let configuration = CommandConfiguration(commandName: "stat", abstract: "The log in figures.")
    static let examples = [Example("log stat --json", "events, bytes, kinds and the root of the hash tree")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let stat = try invocation.withCommunity { try $0.logStat() }
        try invocation.output.answer(stat) {
            var table = TextTable([.text("kind"), .number("events")])
            for (kind, count) in stat.kinds.sorted(by: { $0.key < $1.key }) {
                table.add([kind, invocation.output.terminal.count(count)])
            }
            let from = stat.branchedFrom.map { "\($0.logID), after event \($0.position)" }
            return invocation.output.terminal.list([
                "log": stat.logID, "branch of": from,
                "copy": stat.readOnly.map { _ in "for reading only" },
                "events": "\(stat.events)", "first": stat.first, "last": stat.last,
                "bytes": invocation.output.terminal.isOutputTerminal ? Wording.bytes(stat.bytes) : "\(stat.bytes)",
                "root": stat.root,
            ]) + table.text(for: invocation.output.terminal)
        }
    }
}
