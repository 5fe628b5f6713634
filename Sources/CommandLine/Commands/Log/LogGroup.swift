import ArgumentParser
import EventLog
import Events
import Foundation
import Interchange
import Layout
import Service

struct LogGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "The log itself: what happened, in order.",
        subcommands: [TailLog.self, ShowEvent.self, LogStatistics.self, ExportLog.self, ImportLog.self])
    static let examples = [
        Example("log tail -n 5", "the last events"), Example("log show 1024", "one event"),
        Example("log stat", "the log in figures"), Example("log export > events.ndjson", "all of it"),
        Example("log export --verbatim > log.larder", "its very bytes"),
    ]
}

struct ShowEvent: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "One event.")
    static let examples = [Example("log show 1024", "how r1024 came to be"), Example("log show r1024", "the same")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "A position, or the id of what it created.") var position: String

    func execute(_ invocation: Invocation) throws {
        guard case .position(let position, _)? = Reference(position) else {
            throw Refusal(.usage, "«\(self.position)» is no position: write 1024 or r1024", field: "position")
        }
        try invocation.withCommunity { community in
            let log = community.log
            let record = try log.read { try $0.record(at: position) }
            guard let record else {
                throw Refusal(.notFound, "there is no event \(position): the log ends at \(try log.head())")
            }
            let line = try EventLine.bytes(record, log)
            StandardStream.write(
                bytes: options.json || !invocation.terminal.isOutputTerminal ? line + [0x0A] : pretty(line))
        }
    }

    private func pretty(_ line: [UInt8]) -> [UInt8] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line)),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return line + [0x0A] }
        return [UInt8](data) + [0x0A]
    }
}

struct LogStatistics: Verb {
    static let configuration = CommandConfiguration(commandName: "stat", abstract: "The log in figures.")
    static let examples = [Example("log stat --json", "events, bytes, kinds and the root of the hash tree")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let stat = try invocation.withCommunity { try $0.logStat() }
        try invocation.answer(stat) {
            var table = TextTable([.text("kind"), .number("events")])
            for (kind, count) in stat.kinds.sorted(by: { $0.key < $1.key }) {
                table.add([kind, invocation.terminal.count(count)])
            }
            return invocation.terminal.list([
                "log": stat.logID, "events": "\(stat.events)", "first": stat.first, "last": stat.last,
                "bytes": invocation.terminal.isOutputTerminal ? Wording.bytes(stat.bytes) : "\(stat.bytes)",
                "root": stat.root,
            ]) + table.text(for: invocation.terminal)
        }
    }
}
