import Answers
import ArgumentParser
import Community
import EventLog
import Events
import Foundation
import LarderAPI
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
        Example("log export --since 2026-11-01 --csv > events.csv", "who did what since then, as a table"),
        Example("log export --verbatim > log.larder", "its bytes as stored"),
        Example("log export --canonical events.bin", "what its hash tree is made of"),
    ]
}

struct TailLog: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tail", abstract: "The last events, and with --follow new ones as they come.",
        discussion: EventTable.times)
    static let examples = [
        Example("log tail -n 5", "the last five"), Example("log tail --follow --json", "as NDJSON, as they come"),
        Example("log tail --kind recipe.liked --actor @bo", "only some"),
        Example("log tail --about r12 --follow", "what happens to a recipe, as it happens"),
        Example("log tail --since 2026-01-05 --until 2026-01-06 --limit 0", "all that was recorded that day"),
        Example("log tail --from 1000 --csv", "as a table, with owner and credited time"),
    ]

    @Option(
        name: .customShort("n"), parsing: .unconditional,
        help: ArgumentHelp("How many (else --limit).", valueName: "n")) var count: Int?
    @Flag(help: "Print new events as they come, until Ctrl-C.") var follow = false
    @OptionGroup var filter: EventFilter
    @Option(
        name: .customLong("actor"), help: ArgumentHelp("Only by this member.", valueName: "@x"), completion: .members)
    var author: String?
    @Option(
        help: ArgumentHelp("Only about this: r12, c20, @name or another thing.", valueName: "id"),
        completion: .membersAndRecipes)
    var about: String?
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .first }
    var columns: [String] { EventTable.titles }

    var reach: Reach {
        guard options.csv || options.header || options.columns != nil else { return .anywhere }
        return .directory("its events name neither the owner nor the credited time")
    }

    func execute(_ invocation: Invocation) throws {
        var choice = try filter.choice
        let count = count ?? options.limit
        guard count >= 0 else { throw Refusal(.usage, "-n must be 0 (all) or more", field: "n") }
        guard !follow || filter.until == nil else {
            throw Refusal(.usage, "--follow goes on until Ctrl-C: leave out --until", field: "until")
        }
        choice.actor = try author.map { text throws(Refusal) in try MemberName.reference(text, field: "actor") }
        choice.thing = try about.map { text throws(Refusal) in try Reference.thing(text, field: "about") }
        let table = try invocation.output.terminal.style.map { style throws(Refusal) in try EventTable(style) }
        if follow { Interruption.saysNothing() }
        try invocation.withBackend { backend in
            if let table { StandardStream.write(table.header) }
            let end = try backend.newest(count, choice) { try write($0, table, invocation) }
            guard follow else { return }
            try backend.follow(choice, after: end, warn: invocation.output.warning) {
                try write($0, table, invocation)
            }
        }
    }

    private func write(_ event: LoggedEvent, _ table: EventTable?, _ invocation: Invocation) throws {
        if let table, let row = event.row {
            StandardStream.write(try row(table))
        } else if options.json {
            StandardStream.write(bytes: invocation.output.terminal.json(try event.json()) + [0x0A])
        } else {
            invocation.output.write(try event.line().text(for: invocation.output.terminal))
        }
    }
}

struct ShowEvent: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "One event.")
    static let examples = [
        Example("log show 1024", "how r1024 came to be"), Example("log show r1024", "the same"),
        Example("log show 1024 --effects", "which rows of the views it changed"),
    ]

    @Argument(help: "A position, or the id of what it created.") var position: String
    @Flag(help: "The rows of the views that it changed, before and after.") var effects = false
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }
    var columns: [String] { effects ? EffectsAnswer.columns : [] }

    func execute(_ invocation: Invocation) throws {
        guard case .position(let position, _)? = Reference(position) else {
            throw Refusal(.usage, "«\(self.position)» is not a position: write 1024 or r1024", field: "position")
        }
        if effects {
            let answer = try invocation.withBackend { try $0.ask(API.effects, EventInput(event: "\(position)")) }
            try invocation.output.answer(answer) {
                answer.table.text(for: invocation.output.terminal)
            }
            if answer.rows.isEmpty { invocation.output.note("It changed no row of the views") }
            return
        }
        let line = try invocation.withBackend { try $0.event(at: position).json() }
        let terminal = invocation.output.terminal
        StandardStream.write(
            bytes: terminal.json(options.json || !terminal.isOutputTerminal ? line + [0x0A] : pretty(line)))
    }

    private func pretty(_ line: [UInt8]) -> [UInt8] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line)),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return line + [0x0A] }
        return [UInt8](data) + [0x0A]
    }
}

extension EffectsAnswer {
    fileprivate static let columns = ["view", "table", "key", "before", "after"]

    fileprivate var table: TextTable {
        func text(_ fields: [String: String]?) -> String {
            fields.map { $0.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") } ?? "–"
        }
        var table = TextTable([.text("view"), .text("table"), .text("key"), .wrapped("before"), .wrapped("after")])
        for row in rows { table.add([row.view, row.table, row.key, text(row.before), text(row.after)]) }
        return table
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

    @Argument(
        help: "r12, c20, p30, f9, i40, b41, @name, external:source:id, or a position.",
        completion: .membersAndRecipes)
    var id: String
    @Flag(help: "The newest first.") var newest = false
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    /// `why` explains answers by events, and these answers are events themselves.
    func call(_ invocation: Invocation) throws -> any AnyCall {
        throw Refusal(.usage, "that lists events themselves: there is nothing behind them to explain")
    }

    func execute(_ invocation: Invocation) throws {
        let reference = try Reference.thing(id, field: "id")
        try invocation.withBackend { backend in
            let answer = try backend.history(of: reference, newestFirst: newest, page: invocation.page)
            if options.json {
                invocation.output.write(json: Array(try answer.document()))
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

extension Reference {
    /// What a text names whose events are asked for.
    fileprivate static func thing(_ text: String, field: String) throws(Refusal) -> Reference {
        if let thing = Reference(text) { return thing }
        throw Refusal(
            .usage, "«\(text)» names nothing: write r12, c20, @name, external:source:id or a position", field: field)
    }
}

struct LogStatistics: Verb {
    static let configuration = CommandConfiguration(commandName: "stat", abstract: "The log in figures.")
    static let examples = [Example("log stat --json", "events, bytes, kinds and the root of the hash tree")]

    @OptionGroup var options: GlobalOptions

    var columns: [String] { ["kind", "events"] }

    func execute(_ invocation: Invocation) throws {
        let stat = try invocation.withCommunity { try $0.logStat() }
        try invocation.output.answer(stat) {
            var table = TextTable([.text("kind"), .number("events")])
            for (kind, count) in stat.kinds.sorted(by: { $0.key < $1.key }) {
                table.add([kind, invocation.output.terminal.count(count)])
            }
            let from = stat.branchedFrom.map { "\($0.logID), after event \($0.position)" }
            let facts = invocation.output.terminal.list([
                "log": stat.logID, "branch of": from,
                "copy": stat.readOnly.map { _ in "for reading only" },
                "events": "\(stat.events)", "first": stat.first, "last": stat.last,
                "bytes": invocation.output.terminal.isOutputTerminal ? Wording.bytes(stat.bytes) : "\(stat.bytes)",
                "root": stat.root,
            ])
            return invocation.output.terminal.above(facts) + table.text(for: invocation.output.terminal)
        }
    }
}
