import ArgumentParser
import Community
import EventLog

struct ViewsStatusCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "How far the views are, with their fingerprints.")
    static let examples = [Example("views status", "how far they are, and which earlier positions lie ready")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let status = try invocation.withCommunity { try $0.viewsStatus() }
        try invocation.output.answer(status) {
            let table = TextTable(views: status.views)
            return invocation.output.terminal.list([
                "head": "\(status.head)", "position": "\(status.position)", "lag": "\(status.lag)",
                "generation": "\(status.generation)",
            ]) + table.text(for: invocation.output.terminal) + kept(status, invocation.output.terminal)
        }
    }

    private func kept(_ status: ViewsStatus, _ terminal: Terminal) -> String {
        guard let asOf = status.asOf else { return "" }
        var table = TextTable([.number("as of"), .number("bytes"), .whole("last asked")])
        for kept in asOf {
            table.add([
                "\(kept.position)", terminal.count(kept.bytes), terminal.time(kept.usedAt, now: EventLog.systemClock()),
            ])
        }
        return table.text(for: terminal)
    }
}

extension TextTable {
    init(views: [ViewsStatus.View]) {
        self.init([.text("view"), .number("version"), .number("rows"), .text("fingerprint")])
        for view in views { add([view.name, "\(view.version)", "\(view.rows)", view.fingerprint]) }
    }
}
