import ArgumentParser
import Service

struct ViewsStatusCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "How far the views are, with their fingerprints.")
    static let examples = [Example("views status", "after catching up with the log")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let status = try invocation.withCommunity { try $0.viewsStatus() }
        try invocation.answer(status) {
            let table = TextTable(views: status.views)
            return invocation.terminal.list([
                "head": "\(status.head)", "position": "\(status.position)", "lag": "\(status.lag)",
                "generation": "\(status.generation)",
            ]) + table.text(for: invocation.terminal)
        }
    }
}

extension TextTable {
    init(views: [ViewsStatus.View]) {
        self.init([.text("view"), .number("version"), .number("rows"), .text("fingerprint")])
        for view in views { add([view.name, "\(view.version)", "\(view.rows)", view.fingerprint]) }
    }
}
