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
        Example("reports f9 --as @mod", "one report"),
        Example("reports --own --as @bo", "bo's own reports, and what became of them"),
    ]

    @Argument(help: "One report, such as f9.") var id: String?
    @Option(help: "pending, resolved or all (else pending).", completion: .words(ReportsInput.Status.self)) var status:
        String?
    @Flag(help: "Your own reports.") var own = false
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func validate() throws {
        guard [id != nil, status != nil, own].count(where: { $0 }) < 2 else {
            throw ValidationError("use only one of: a report, --status, --own")
        }
    }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        if let id {
            let input = ReportInput(report: "\(try EntityName.reference(id, "f"))")
            return Call(API.report, input) { answer, backend in
                try show(answer, [answer.report], backend, invocation.output)
            }
        }
        if own {
            _ = try invocation.actor(to: "look at their reports")
            return Call(API.ownReports, ListInput(page: invocation.pageRequest)) { answer, backend in
                try show(answer, answer.reports, backend, invocation.output)
                if answer.reports.isEmpty { invocation.output.note("No reports.") }
                invocation.output.noteNext(answer.next)
            }
        }
        let status = try Word.choose(status ?? "pending", of: ReportsInput.Status.self, field: "status")
        return Call(API.reports, ReportsInput(status: status, page: invocation.pageRequest)) { answer, backend in
            try show(answer, answer.reports, backend, invocation.output)
            invocation.output.note("\(answer.pending) pending")
            invocation.output.noteNext(answer.next)
        }
    }

    private func show(
        _ answer: some Codable, _ reports: [ReportDocument], _ backend: any Backend, _ output: CommandOutput
    ) throws {
        try output.answer(answer) {
            var table = TextTable([
                .whole("id"), .text("reason"), .whole("about"), .text("of"), .text("says"), .text("by").extra,
                .whole("when"), .text("outcome"), .text("note"),
            ])
            for report in reports {
                let outcome = report.outcome.map { outcome in
                    outcome + (report.resolvedBy.map { " by @\($0.username)" } ?? "")
                }
                table.add([
                    report.id, report.reason, report.target, report.owner.map { "@\($0.username)" } ?? "",
                    report.text ?? "", report.reporter.map { "@\($0.username)" } ?? "",
                    output.terminal.time(report.filedAt, now: backend.now), outcome ?? report.status,
                    report.resolutionNote ?? report.note ?? "",
                ])
            }
            return table.text(for: output.terminal)
        }
    }
}

struct ModerationLog: Question {
    static let configuration = CommandConfiguration(
        commandName: "modlog", abstract: "What moderators did, to whom and why, the newest first.")
    static let examples = [Example("modlog --as @mod", "bans, removals, restorations, roles and resolutions")]

    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.moderationLog, ListInput(page: invocation.pageRequest)) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([
                    .number("id"), .whole("when"), .text("by"), .whole("what"), .text("about"), .text("member").extra,
                    .text("why"),
                ])
                for entry in answer.entries {
                    let end = entry.until.map { invocation.output.terminal.future($0) }
                    let results = [
                        entry.role ?? entry.outcome ?? end.map { "until \($0)" },
                        entry.voided.map { _ in "marks void" },
                    ].compactMap { $0 }
                    let result = results.isEmpty ? nil : results.joined(separator: ", ")
                    let member = entry.member.map { "@\($0.username)" }
                    // People know a member by the name, also where the column of members finds no room.
                    let isMember = entry.member?.id == entry.subject && invocation.output.terminal.isOutputTerminal
                    table.add([
                        "\(entry.id)", invocation.output.terminal.time(entry.at, now: backend.now),
                        entry.actor.map { "@\($0.username)" } ?? "operator",
                        entry.kind + (result.map { " (\($0))" } ?? ""), isMember ? member ?? "" : entry.subject,
                        member ?? "",
                        entry.reason ?? entry.report.map { "report \($0)" } ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if answer.entries.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }
}

struct Dashboard: Question {
    static let configuration = CommandConfiguration(
        commandName: "dashboard", abstract: "The place in figures, for moderators.")
    static let examples = [Example("dashboard", "members, recipes, comments, reports and bans")]

    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.dashboard, NoInput()) { answer, _ in
            let terminal = invocation.output.terminal
            try invocation.output.answer(answer) {
                terminal.list([
                    "members": terminal.count(answer.members), "recipes": terminal.count(answer.recipes),
                    "comments": terminal.count(answer.comments), "reports": terminal.count(answer.reports),
                    "pending reports": terminal.count(answer.pendingReports), "banned": terminal.count(answer.banned),
                ])
            }
        }
    }
}
