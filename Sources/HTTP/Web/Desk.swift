import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages

/// The desk: for moderators and admins. To others it does not exist.
enum Desk {
    static let routes: [PageRoute] = [
        .page("desk", "/desk", load: .heavy) { _, queries in
            try requireModerator(queries)
            return DeskPage(try queries.ask(API.dashboard, NoInput())).page
        },
        .page("deskReports", "/desk/reports") { request, queries in
            try requireModerator(queries)
            let status = request["status"].flatMap(ReportsInput.Status.init) ?? .pending
            let reports = try queries.ask(API.reports, ReportsInput(status: status, page: request.page))
            return ReportsPage(reports, status, after: request["after"]).page
        },
        .page("deskLog", "/desk/log") { request, queries in
            try requireModerator(queries)
            let log = try queries.ask(API.moderationLog, ListInput(page: request.page))
            return DeskLogPage(log, after: request["after"]).page
        },
        .form("resolve", "/{id}/resolve") { request, form in
            let id = request.id
            // The next report that waits is the first of the queue.
            return try await request.end(form, .settled, at: Link("/desk/reports")) {
                var body: [String: JSON] = ["outcome": .text(form["outcome"] ?? "")]
                body["note"] = form["note"].map { .text($0) }
                return try await request.perform(API.resolveReport, ["report": id], .object(body), form: form)
            } again: { queries, state, _ in
                try reportPage(id, request, queries, state)
            }
        },
    ]

    /// A report at `/f9`.
    static func reportPage(
        _ id: String, _ request: WebRequest, _ queries: PageQueries, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        try requireModerator(queries)
        let report = try queries.ask(API.report, ReportInput(report: id)).report
        return ReportDeskPage(
            report, about: try target(of: report, queries), once: request.once("resolve", queries), state
        ).page
    }

    private static func target(of report: ReportDocument, _ queries: PageQueries) throws -> ReportDeskPage.Target {
        do {
            switch report.target.first {
            case "r": return .recipe(try queries.recipe(report.target))
            case "c":
                let answer = try queries.comment(report.target)
                return .comment(answer.comment, on: answer.recipe)
            default: return .member(try queries.profile(report.target))
            }
        } catch let refusal as Refusal where [.gone, .notFound].contains(refusal.code) {
            return .gone
        }
    }

    private static func requireModerator(_ queries: PageQueries) throws(Refusal) {
        guard let reader = queries.reader, reader.role > .member else { throw .noPage }
    }
}
