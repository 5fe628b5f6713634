import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct Reports: Question {
    static let configuration = CommandConfiguration(
        commandName: "reports", abstract: "The moderators' queue: what was reported, and what became of it.")
    static let examples = [
        Example("reports --as @mod", "what is pending, the oldest first"),
        Example("reports --status resolved --as @mod", "what was settled, the newest first"),
    ]

    @Option(help: "pending, resolved or all.") var status = "pending"
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let status = try Word.choose(status, of: ReportsInput.Status.self, field: "status")
        return Call(API.reports, ReportsInput(status: status, page: invocation.pageRequest)) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([
                    .whole("id"), .text("reason"), .whole("about"), .text("of"), .text("says"), .text("by").extra,
                    .whole("when"), .text("outcome"), .text("note"),
                ])
                for report in answer.reports {
                    let outcome = report.outcome.map { outcome in
                        outcome + (report.resolvedBy.map { " by @\($0.username)" } ?? "")
                    }
                    table.add([
                        report.id, report.reason, report.target, report.owner.map { "@\($0.username)" } ?? "",
                        report.text ?? "", report.reporter.map { "@\($0.username)" } ?? "",
                        invocation.output.terminal.time(report.filedAt, now: backend.now), outcome ?? report.status,
                        report.resolutionNote ?? report.note ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            invocation.output.note("\(answer.pending) pending")
            invocation.output.noteNext(answer.next)
        }
    }
}
