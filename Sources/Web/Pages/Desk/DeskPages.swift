package import LarderAPI
import Markup

/// The moderators' desk: the community in figures, each a way on.
package struct DeskPage {
    private let figures: DashboardAnswer

    package init(_ figures: DashboardAnswer) { self.figures = figures }

    package var page: Page {
        Page(
            desk: "Desk",
            """
            <h1>Desk</h1>\(DeskTabs(.figures).html)<ul class="rows measure">\
            \(Self.row(figures.pendingReports, ("pending report", "pending reports"), Link("/desk/reports")))\
            \(Self.row(figures.reports, ("report in all", "reports in all"), Link("/desk/reports").query("status", "all")))\
            \(Self.row(figures.members, ("member", "members"), Link("/find")))\
            \(Self.row(figures.banned, ("banned member", "banned members"), Link("/desk/log")))\
            \(Self.row(figures.recipes, ("recipe", "recipes"), Link("/").query("mode", "everyone")))\
            \(Self.row(figures.comments, ("comment", "comments"), Link("/").query("mode", "everyone").query("sort", "discussed")))</ul>\
            \(Equivalent("dashboard").html)
            """)
    }

    private static func row(_ number: Int, _ thing: (one: String, many: String), _ link: Link) -> HTML {
        """
        <li><a href="\(link)">\(number == 1 ? thing.one : thing.many)</a><span class="num">\(Words.grouped(Int64(number)))</span></li>
        """
    }
}

/// Reports: the pending ones, the oldest first, or all.
package struct ReportsPage {
    private let answer: ReportsAnswer
    private let status: ReportsInput.Status
    private let after: String?

    package init(_ answer: ReportsAnswer, _ status: ReportsInput.Status, after: String?) {
        (self.answer, self.status, self.after) = (answer, status, after)
    }

    private static let link = Link("/desk/reports")

    package var page: Page {
        let pager = Pager(
            Self.link.query("status", status == .pending ? nil : status.rawValue), after: after, next: answer.next)
        let list: HTML =
            answer.reports.isEmpty
            ? EmptyList(after == nil ? "Nothing waits here." : "That was all.").html
            : "<ul class=\"rows\">\(each: answer.reports, Self.row)</ul>"
        var page = Page(
            desk: "Reports",
            """
            <h1>Reports</h1>\(DeskTabs(.reports).html)<p class="lead">\(Words.count(Int64(answer.pending), "report")) \
            \(answer.pending == 1 ? "waits" : "wait") for a decision.</p>\
            <nav class="chips" aria-label="Which reports">\(chip(.pending, "Pending"))\(chip(.resolved, "Settled"))\(chip(.all, "All"))</nav>\
            \(list)\(pager.html)\(Equivalent("reports\(status == .pending ? "" : " --status \(status.rawValue)")").html)
            """)
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private func chip(_ status: ReportsInput.Status, _ text: String) -> HTML {
        let link = Self.link.query("status", status == .pending ? nil : status.rawValue)
        return
            "<a class=\"chip\" href=\"\(link)\"\(HTML.Attribute("aria-current", status == self.status ? "true" : nil))>\(text)</a>"
    }

    private static func row(_ report: ReportDocument) -> HTML {
        let owner: HTML? = report.owner.map { " of @\($0.username)" }
        let reporter: HTML? = report.reporter.map { ", by @\($0.username)" }
        return """
            <li><div class="grow"><a href="\(Link.id(report.id))">\(report.text ?? report.thing)</a><br>\
            <span class="soft small">\(report.thing)\(owner) · \(Words.time(report.filedAt))\(reporter)</span></div>\
            <span class="pill">\(report.outcome ?? report.reason)</span></li>
            """
    }
}

/// One report beside what it is about, and the decision.
package struct ReportDeskPage {
    /// What was reported, as it is now.
    package enum Target: Sendable {
        case recipe(RecipeDocument)
        case comment(CommentDocument, on: String)
        case member(ProfileAnswer)
        /// It is deleted, or its member is.
        case gone
    }

    private let report: ReportDocument
    private let target: Target
    private let once: Once
    private let state: FormState

    package init(_ report: ReportDocument, about target: Target, once: Once, _ state: FormState = FormState()) {
        (self.report, self.target, self.once, self.state) = (report, target, once, state)
    }

    package var page: Page {
        let reporter: HTML? = report.reporter.map {
            "<span>by <a href=\"\(Link.member($0))\">@\($0.username)</a></span>"
        }
        let note: HTML? = report.note.map { "<blockquote class=\"tip\">\(Paragraphs.html($0))</blockquote>" }
        var page = Page(
            desk: state.title("Report \(report.id)"),
            """
            <section class="measure"><h1>Report \(report.id)</h1>\(DeskTabs(.reports).html)\
            <p class="meta"><span class="pill">\(report.reason)</span><span>\(Words.time(report.filedAt))</span>\(reporter)</p>\(note)\
            <h2>What it is about</h2>\(content)\(report.outcome == nil ? form : settled)</section>
            """)
        page.isKept = state.errors.isEmpty
        page.status = state.errors.isEmpty ? 200 : 422
        return page
    }

    /// The content as it is now. What changed since the report is said, and where the change is seen.
    private var content: HTML {
        switch target {
        case .recipe(let recipe):
            let changed: HTML? = since(recipe.editedAt).map {
                "<p class=\"note\">The recipe was changed \($0), after the report. <a href=\"\(Link.id(recipe.id).end("/history"))\">See what changed</a></p>"
            }
            let text: HTML? = recipe.description.map { Paragraphs.html($0) }
            let picture: HTML? = recipe.picture.map {
                "<p class=\"shot\">\(Picture($0, in: .note, .normal, showing: recipe.pictureText).html)</p>"
            }
            return "\(SmallForm.about(recipe))\(changed)\(picture)\(text)"
        case .comment(let comment, let recipe):
            let changed: HTML? = since(comment.editedAt).map {
                "<p class=\"note\">The comment was changed \($0), after the report.</p>"
            }
            return """
                \(changed)\(SmallForm.about(comment))<p><a href="\(Link.id(comment.id))">In its place</a>, on <a href="\(Link.id(recipe))">its recipe</a></p>
                """
        case .member(let member):
            let bio: HTML? = member.bio.map { Paragraphs.html($0) }
            return """
                <p class="lead"><a class="bare" href="\(Link.member(member.username))"><b>\(member.name)</b></a> @\(member.username), \
                joined \(Words.time(member.joinedAt))</p>\(bio)
                """
        case .gone: return "<p class=\"note\">It is deleted.</p>"
        }
    }

    private func since(_ edited: String?) -> HTML? {
        guard let edited, edited > report.filedAt else { return nil }
        return Words.time(edited)
    }

    private var settled: HTML {
        let moderator: HTML? = report.resolvedBy.map { " by <a href=\"\(Link.member($0))\">@\($0.username)</a>" }
        let note: HTML? = report.resolutionNote.map { "<blockquote class=\"tip\">\(Paragraphs.html($0))</blockquote>" }
        return """
            <h2>Settled</h2><p><span class="pill">\(report.outcome)</span>\(moderator) \(report.resolvedAt.map { Words.time($0) })</p>\(note)
            """
    }

    private var form: HTML {
        var outcomes = [(value: "dismissed", text: "Nothing is wrong with it")]
        switch target {
        case .recipe, .comment: outcomes.append(("removed", "Remove it"))
        case .member, .gone: break
        }
        if let owner = report.owner { outcomes.append(("banned", "Ban \(owner.name)")) }
        let note = Field(
            "note", "Why? (optional)", hint: "It stands in the log of the moderators.", rows: 3, lengthMax: 2_000)
        return """
            <h2>Your decision</h2>\(state.summary(fields: ["outcome", "note"]))\
            <form method="post" action="\(Link.id(report.id).end("/resolve"))">\(once.html)\
            \(Choice("outcome", "What do you decide?", outcomes).html(state))\(note.html(state))\
            <div class="buttons"><button class="btn main">Settle the report</button><a class="btn quiet" href="/desk/reports">Later</a></div></form>\
            \(Equivalent("resolve \(report.id) --outcome dismissed").html)
            """
    }
}

/// What moderators did, to whom and why.
package struct DeskLogPage {
    private let answer: ModerationLogAnswer
    private let after: String?

    package init(_ answer: ModerationLogAnswer, after: String?) { (self.answer, self.after) = (answer, after) }

    package var page: Page {
        let pager = Pager(Link("/desk/log"), after: after, next: answer.next)
        let list: HTML =
            answer.entries.isEmpty
            ? EmptyList("The moderators have done nothing yet.").html
            : "<ul class=\"rows tall\">\(each: answer.entries, Self.row)</ul>"
        var page = Page(
            desk: "Log of the moderators",
            "<h1>Log of the moderators</h1>\(DeskTabs(.log).html)\(list)\(pager.html)\(Equivalent("modlog").html)")
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private static func row(_ entry: ModerationEntry) -> HTML {
        let actor: HTML = entry.actor.map { "<a href=\"\(Link.member($0))\">@\($0.username)</a>" } ?? "the operator"
        let member: HTML? = entry.member.map { " of <a href=\"\(Link.member($0))\">@\($0.username)</a>" }
        let subject: HTML =
            entry.subject.first.map("rcpf".contains) == true
            ? "<a href=\"\(Link.id(entry.subject))\">\(entry.subject)</a>" : "\(entry.subject)"
        let more = [
            entry.outcome, entry.role, entry.until.map { "until \($0.prefix(10))" },
            entry.voided == true ? "marks taken back" : nil,
        ].compactMap(\.self).joined(separator: ", ")
        let detail: HTML? = more.isEmpty ? nil : " (\(more))"
        let reason: HTML? = entry.reason.map { "<br>\($0)" }
        return """
            <li><div class="grow"><b>\(meaning(entry.kind))</b>\(detail): \(subject)\(member)\(reason)<br>\
            <span class="soft small">\(Words.time(entry.at)) by \(actor) · event \(Int64(entry.id))</span></div></li>
            """
    }

    private static func meaning(_ kind: String) -> String {
        switch kind {
        case "member.banned": "Banned"
        case "member.unbanned": "Ended a ban"
        case "member.roleChanged": "Gave a role"
        case "report.resolved": "Settled a report"
        case "recipe.deleted": "Removed a recipe"
        case "recipe.restored": "Restored a recipe"
        case "comment.deleted": "Removed a comment"
        case "comment.restored": "Restored a comment"
        case "repost.deleted": "Removed a repost"
        case "recipe.cookNoteDeleted": "Removed a cook's note"
        default: kind
        }
    }
}

// MARK: Parts

/// The ways through the desk.
struct DeskTabs {
    enum Tab: CaseIterable {
        case figures, reports, log
    }

    private let current: Tab

    init(_ current: Tab) { self.current = current }

    var html: HTML { "<nav class=\"segs\" aria-label=\"Desk\">\(each: Tab.allCases, entry)</nav>" }

    private func entry(_ tab: Tab) -> HTML {
        let (link, text) =
            switch tab {
            case .figures: (Link("/desk"), "Figures")
            case .reports: (Link("/desk/reports"), "Reports")
            case .log: (Link("/desk/log"), "Log")
            }
        return "<a href=\"\(link)\"\(HTML.Attribute("aria-current", tab == current ? "true" : nil))>\(text)</a>"
    }
}

/// The command line that answers or does the same.
struct Equivalent {
    private let command: String

    init(_ command: String) { self.command = command }

    var html: HTML { "<p class=\"soft small\">At the terminal: <code>larder \(command)</code></p>" }
}

extension Page {
    /// A page of the desk, which search engines do not list.
    fileprivate init(desk title: String, _ main: HTML) {
        self.init(title, in: .desk, main)
        (hasSide, isListed) = (false, false)
    }
}

extension ReportDocument {
    /// What kind of thing the report is about.
    fileprivate var thing: String {
        switch target.first {
        case "r": "recipe \(target)"
        case "c": "comment \(target)"
        default: "a member"
        }
    }
}
