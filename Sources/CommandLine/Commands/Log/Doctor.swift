import ArgumentParser
import EventLog
import Events
import Service

struct Doctor: Verb {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract:
            "Check everything: log, tree, vault, state, views, readers and space. Changes nothing unless told to repair."
    )
    static let examples = [
        Example("doctor", "exit code 7 when something has failed"), Example("doctor --json", "for a nightly job"),
        Example("doctor --repair state", "fold the state anew from the log, finish erasures, then check"),
        Example("doctor --repair tree", "make the tree of hashes anew from the log, then check"),
    ]

    /// What can be mended from what is there.
    enum Repair { case state, tree }

    @OptionGroup var options: GlobalOptions
    @Option(
        help: ArgumentHelp("What to mend before checking: state or tree.", valueName: "what"),
        completion: .list(["state", "tree"]))
    var repair: String?

    func execute(_ invocation: Invocation) throws {
        let repair = try repair.map { try Word.choose($0, ["state": Repair.state, "tree": .tree], field: "repair") }
        switch repair {
        case .state?: try Community.repairState(at: invocation.dataDirectory)
        case .tree?: try Community.repairTree(at: invocation.dataDirectory)
        case nil: break
        }
        let report = try check(invocation)
        try invocation.answer(report) {
            var table = TextTable([.text("check"), .text("status"), .wrapped("finding")])
            for finding in report.checks { table.add([finding.name, finding.status.rawValue, finding.message]) }
            return table.text(for: invocation.terminal)
        }
        let failed = report.checks.filter { $0.status == .failed }.map(\.name)
        guard failed.isEmpty else {
            throw Refusal(
                .verificationFailed,
                "failed: \(failed.joined(separator: ", ")). What was found, and what to do, is said above")
        }
    }

    private func check(_ invocation: Invocation) throws -> DoctorReport {
        var shown: (part: String, bar: ProgressBar)?
        defer { shown?.bar.finish() }
        return try Community.doctor(at: invocation.dataDirectory) { part, done, total in
            if shown?.part != part {
                shown?.bar.finish()
                shown = (part, invocation.progressBar(part, unit: "events"))
            }
            shown?.bar.update(done: done, of: total)
        }
    }
}
