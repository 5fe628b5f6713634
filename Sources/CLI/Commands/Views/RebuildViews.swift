import ArgumentParser
import Community
import EventLog
import Events

struct RebuildViews: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Fold the views anew from the log, beside the live ones, and swap them in.")
    static let examples = [
        Example("views rebuild", "all of them"), Example("views rebuild standings", "report on one"),
    ]

    @Argument(help: "Which views to report on (else all).") var views: [String] = []
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let bar = invocation.output.progressBar("Rebuilding", unit: "events")
        let report = try invocation.withCommunity { community in
            defer { bar.finish() }
            return try community.viewsRebuild(views, progress: { bar.update(done: $0, of: $1) })
        }
        try invocation.output.answer(report) {
            invocation.output.terminal.list([
                "events": invocation.output.terminal.count(report.events),
                "time": Wording.duration(seconds: report.seconds),
                "events per second": invocation.output.terminal.count(report.eventsPerSecond),
                "matches": report.matchesLive ? "yes" : "no",
            ]) + TextTable(views: report.views).text(for: invocation.output.terminal)
        }
        guard report.matchesLive else {
            throw Refusal(
                .verificationFailed,
                "the views that served until now differed from the log: the rebuilt ones are in place")
        }
    }
}
