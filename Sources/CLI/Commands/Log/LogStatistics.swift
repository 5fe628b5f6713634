import ArgumentParser
import Community

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
