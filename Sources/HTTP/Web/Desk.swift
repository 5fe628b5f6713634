import Answers
import Community
import Events
import LarderAPI
import Markup
import Operations
import Pages
import Views

/// The desk: for moderators and admins. To others it does not exist.
enum Desk {
    static let routes: [PageRoute] = [
        .page("desk", "/desk", load: .heavy) { request, queries in
            try requireModerator(queries)
            let counts = try EventSelection(
                kinds: [.reportFiled, .memberRegistered, .memberBanned, .recipePosted, .commentPosted], actor: nil
            ).daily(DeskPage.days, through: queries.queries.now, in: request.context.community.log)
            return DeskPage(
                try queries.ask(API.dashboard, NoInput()),
                DeskPage.Course(
                    reports: counts[.reportFiled] ?? [], members: counts[.memberRegistered] ?? [],
                    bans: counts[.memberBanned] ?? [], recipes: counts[.recipePosted] ?? [],
                    comments: counts[.commentPosted] ?? [])
            ).page
        },
        .page("deskReports", "/desk/reports") { request, queries in
            try requireModerator(queries)
            let status = request["status"].flatMap(ReportsInput.Status.init) ?? .pending
            let reports = try queries.ask(API.reports, ReportsInput(status: status, page: request.page))
            return ReportsPage(reports, status, after: request["after"]).page
        },
        .page("deskRecipes", "/desk/recipes") { request, queries in
            try requireModerator(queries)
            let sort: FeedInput.Sort = request["sort"] == "reported" ? .reported : .newest
            let recipes = try queries.ask(API.feed, FeedInput(sort: sort, page: request.page))
            return DeskRecipesPage(recipes, sort, after: request["after"], for: queries.reader).page
        },
        .page("deskLog", "/desk/log") { request, queries in
            try requireModerator(queries)
            let log = try queries.ask(API.moderationLog, ListInput(page: request.page))
            return DeskLogPage(log, after: request["after"]).page
        },
        .page("deskMembers", "/desk/members") { request, queries in
            try requireModerator(queries)
            let input = MembersInput(
                search: request["search"], role: request["role"].flatMap(MembersInput.Role.init),
                banned: request["banned"] == nil ? nil : true, page: request.page)
            return DeskMembersPage(try queries.ask(API.members, input), input).page
        },
        .direct("dossier", "/desk/members/{member}") { request in try await dossier(request) },
        decision("ban", "/desk/members/{member}/ban", API.banMember) { form throws(Refusal) in
            var body = try ban(form)
            if form.isOn("voided") { body["voided"] = .flag(true) }
            return body
        },
        decision("unban", "/desk/members/{member}/unban", API.unbanMember) { _ in [:] },
        decision("role", "/desk/members/{member}/role", API.changeRole) { form in
            ["role": .text(form["role"] ?? "")]
        },
        .form("resetLink", "/desk/members/{member}/reset-link") { request, form in
            try request.ask { queries in try requireModerator(queries) }
            let name = request.path["member"] ?? ""
            do {
                let answer = try await request.perform(API.makeResetLink, ["member": name], nil, form: form)
                    .decoded(ResetLinkAnswer.self)
                return try request.reply { _ in ResetLinkPage(answer, for: name, at: request.site).page }
            } catch let refusal as Refusal where refusal.code == .conflict {
                return try await dossier(request, form.state(refusal))
            }
        },
        .form("revokeAccess", "/desk/members/{member}/sessions/revoke") { request, form in
            try request.ask { queries in try requireModerator(queries) }
            let member = request.path["member"] ?? ""
            do {
                var body: [String: JSON] = [:]
                body["session"] = form["session"].map { .text($0) }
                // The ban of the same page has a reason, too.
                body["reason"] = form["why"].map { .text($0) }
                _ = try await request.perform(API.revokeAccess, ["member": member], .object(body), form: form)
            } catch let refusal as Refusal where [.invalid, .notFound].contains(refusal.code) {
                return try await dossier(request, form.state(refusal))
            }
            return .see(Link("/desk/members").part(member), saying: .accessRevoked, request)
        },
        .form("resolve", "/{id}/resolve") { request, form in
            let id = request.id
            // The next report that waits is the first of the queue.
            return try await request.end(form, .settled, at: Link("/desk/reports")) {
                try await resolve(id, request, form)
            } again: { queries, state, _ in
                try reportPage(id, request, queries, state)
            }
        },
    ]

    /// What a form says about a ban: its reason, and its last day.
    private static func ban(_ form: FormBody) throws(Refusal) -> [String: JSON] {
        var body: [String: JSON] = [:]
        body["reason"] = form["reason"].map { .text($0) }
        // The member is free again when the day is over.
        body["until"] = try form["until"].map { text throws(Refusal) in
            guard let day = Day(text) else {
                throw Refusal(.invalid, "«\(text.excerpt())» is not a day: write it like 2026-12-24", field: "until")
            }
            return .text("\(Day(number: day.number + 1))T00:00:00Z")
        }
        return body
    }

    /// Settles a report, and the others about the same thing where the form says so.
    private static func resolve(_ id: String, _ request: WebRequest, _ form: FormBody) async throws -> Reply {
        guard let outcome = form["outcome"] else {
            throw Refusal(.invalid, "choose what you decide", field: "outcome")
        }
        let ban = outcome == "banned" ? try ban(form) : [:]
        let report: ReportAnswer = try request.ask { try $0.ask(API.report, ReportInput(report: id)) }
        func settle(_ report: String, _ outcome: String) async throws -> Reply {
            var body: [String: JSON] = ["outcome": .text(outcome)]
            body["note"] = form["note"].map { .text($0) }
            return try await request.perform(API.resolveReport, ["report": report], .object(body), form: form)
        }
        let answer = try await settle(id, outcome)
        for other in form.isOn("alike") ? report.alike ?? [] : [] {
            // Another moderator may have settled it meanwhile.
            do { _ = try await settle(other.id, outcome) } catch let refusal as Refusal where refusal.code == .conflict
            {
                continue
            }
        }
        if !ban.isEmpty, let owner = report.report.owner {
            // The ban of a report has no end and no reason: this one takes its place, and so it comes last.
            _ = try await request.perform(API.banMember, ["member": owner.id], .object(ban), form: form)
        }
        return answer
    }

    /// A form that decides something about a member, and shows the dossier again.
    private static func decision(
        _ name: String, _ path: PathTemplate, _ operation: any AnyOperation,
        _ body: @escaping @Sendable (FormBody) throws(Refusal) -> [String: JSON]
    ) -> PageRoute {
        .form(name, path) { request, form in
            try request.ask { queries in try requireModerator(queries) }
            let member = request.path["member"] ?? ""
            do {
                _ = try await request.perform(
                    operation, ["member": member], .object(try body(form)), form: form)
            } catch let refusal as Refusal where [.invalid, .usage, .conflict, .forbidden].contains(refusal.code) {
                return try await dossier(request, form.state(refusal))
            }
            return .see(Link("/desk/members").part(member), saying: .decided, request)
        }
    }

    private static func dossier(_ request: WebRequest, _ state: FormState = FormState()) async throws -> Reply {
        try request.ask { queries in try requireModerator(queries) }
        let member = MemberInput(member: request.path["member"] ?? "")
        let answer: DossierAnswer = try await request.answer(to: API.dossier, member)
        let isAdmin = try request.ask { queries in queries.reader?.role == .admin }
        let access: MemberAccessAnswer? = isAdmin ? try await request.answer(to: API.memberAccess, member) : nil
        return try request.reply { queries in
            DossierPage(answer, access, for: queries.reader, once: request.once("decide", queries), state).page
        }
    }

    /// A report at `/f9`.
    static func reportPage(
        _ id: String, _ request: WebRequest, _ queries: PageQueries, _ state: FormState = FormState()
    ) throws -> Pages.Page {
        try requireModerator(queries)
        let answer = try queries.ask(API.report, ReportInput(report: id))
        let waiting = try queries.ask(API.reports, ReportsInput(page: PageRequest(limit: 2))).reports
        return ReportDeskPage(
            answer, about: try target(of: answer.report, queries),
            isOwnerBanned: try answer.report.owner.map { try queries.profile($0.id).banned } ?? false,
            next: waiting.first { $0.id != answer.report.id }?.id, once: request.once("resolve", queries), state
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
