import Answers
import ArgumentParser
import Community
import EventLog
import Events
import LarderAPI
import Views

struct ViewsGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "views", abstract: "The views: how far they are, and whether they are right.",
        subcommands: [ViewsStatusCommand.self, RebuildViews.self, VerifyViews.self])
    static let examples = [
        Example("views status", "positions, rows and fingerprints"),
        Example("views rebuild", "rebuild them from the log"),
        Example("views verify", "rebuild aside and compare"),
    ]
}

struct ViewsStatusCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "How far the views are, with their fingerprints.")
    static let examples = [Example("views status", "how far they are, and which earlier positions lie ready")]

    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }
    var columns: [String] { ["view", "version", "rows", "fingerprint", "as of", "bytes", "last asked"] }

    func execute(_ invocation: Invocation) throws {
        let status = try invocation.withBackend { try $0.ask(API.views, NoInput()) }
        try invocation.output.answer(status) {
            let table = TextTable(views: status.views)
            let facts = invocation.output.terminal.list([
                "head": "\(status.head)", "position": "\(status.position)", "lag": "\(status.lag)",
                "generation": "\(status.generation)",
            ])
            return invocation.output.terminal.above(facts) + table.text(for: invocation.output.terminal)
                + kept(status, invocation.output.terminal)
        }
    }

    private func kept(_ status: ViewsAnswer, _ terminal: Terminal) -> String {
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
    init(views: [ViewsAnswer.View]) {
        self.init([.text("view"), .number("version"), .number("rows"), .text("fingerprint")])
        for view in views { add([view.name, "\(view.version)", "\(view.rows)", view.fingerprint]) }
    }
}

struct RebuildViews: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Rebuild the views from the log, beside the live ones, and swap them in.")
    static let examples = [
        Example("views rebuild", "all of them"), Example("views rebuild standings", "report on one"),
    ]

    @Argument(help: "Which views to report on (else all).", completion: .list(AllViews.names)) var views: [String] = []
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }
    var columns: [String] { ["view", "version", "rows", "fingerprint"] }

    func execute(_ invocation: Invocation) throws {
        var report: RebuildReport = try invocation.doing(API.rebuildViews, NoInput()) { community in
            let bar = invocation.output.progressBar("Rebuilding", unit: "events")
            defer { bar.finish() }
            return try community.viewsRebuild(views, progress: { bar.update(done: $0, of: $1) })
        }
        report.views.removeAll { !views.isEmpty && !views.contains($0.name) }
        try invocation.output.answer(report) {
            let facts = invocation.output.terminal.list([
                "events": invocation.output.terminal.count(report.events),
                "time": Wording.duration(seconds: report.seconds),
                "events per second": invocation.output.terminal.count(report.eventsPerSecond),
                "matches": report.matchesLive ? "yes" : "no",
            ])
            return invocation.output.terminal.above(facts)
                + TextTable(views: report.views.map { ViewsAnswer.View($0) }).text(for: invocation.output.terminal)
        }
        guard report.matchesLive else {
            throw Refusal(
                .verificationFailed,
                "the views that served until now differed from the log: the rebuilt ones are in place")
        }
    }
}

struct VerifyViews: Verb {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Rebuild the views aside and compare; changes nothing.")
    static let examples = [Example("views verify", "exit code 7 where they differ")]

    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }
    var columns: [String] { ["view", "live", "rebuilt", "result"] }

    func execute(_ invocation: Invocation) throws {
        let report: VerifyReport = try invocation.doing(API.verifyViews, NoInput()) { community in
            let bar = invocation.output.progressBar("Verifying", unit: "events")
            defer { bar.finish() }
            return try community.viewsVerify(progress: { bar.update(done: $0, of: $1) })
        }
        try invocation.output.answer(report) {
            var table = TextTable([
                .text("view"), .text("live"), .text("rebuilt"), .unnamed("result", invocation.output.terminal),
            ])
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
