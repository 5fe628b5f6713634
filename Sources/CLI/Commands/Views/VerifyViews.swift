import ArgumentParser
import Community
import EventLog
import Events

struct VerifyViews: Verb {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Rebuild the views aside and compare; changes nothing.")
    static let examples = [Example("views verify", "exit code 7 where they differ")]

    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let bar = invocation.output.progressBar("Verifying", unit: "events")
        let report = try invocation.withCommunity { community in
            defer { bar.finish() }
            return try community.viewsVerify(progress: { bar.update(done: $0, of: $1) })
        }
        try invocation.output.answer(report) {
            var table = TextTable([.text("view"), .text("live"), .text("rebuilt"), .text("")])
            for view in report.views {
                table.add([view.name, view.live, view.rebuilt, view.live == view.rebuilt ? "same" : "differs"])
            }
            return table.text(for: invocation.output.terminal)
        }
        guard report.matches else {
            throw Refusal(
                .verificationFailed, "the views differ from the log: larder views rebuild puts them right")
        }
    }
}
