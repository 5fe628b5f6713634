package import LarderAPI
import Markup

/// The moderators' desk: the community in figures, each a way on, with what came in each of the last days.
package struct DeskPage {
    /// What came on each day, the present one last; empty where nothing came.
    package struct Course: Sendable {
        package var reports: [Int]
        package var members: [Int]
        package var bans: [Int]
        package var recipes: [Int]
        package var comments: [Int]

        package init(reports: [Int], members: [Int], bans: [Int], recipes: [Int], comments: [Int]) {
            (self.reports, self.members, self.bans) = (reports, members, bans)
            (self.recipes, self.comments) = (recipes, comments)
        }
    }

    /// Four weeks.
    package static let days = 28

    private let figures: DashboardAnswer
    private let course: Course

    package init(_ figures: DashboardAnswer, _ course: Course) { (self.figures, self.course) = (figures, course) }

    package var page: Page {
        var page = Page(
            console: "Desk", in: .desk, command: "dashboard",
            """
            <h1>Desk</h1>\(NewPill(Link("/desk/reports"), kinds: ["report.filed"], word: "report").html)<div class="tiles">\
            \(Self.tile("Pending reports", figures.pendingReports, Link("/desk/reports"), course.reports))\
            \(Self.tile("Reports in all", figures.reports, Link("/desk/reports").query("status", "all"), nil))\
            \(Self.tile("Members", figures.members, Link("/desk/members"), course.members))\
            \(Self.tile("Banned members", figures.banned, Link("/desk/members").query("banned", "1"), course.bans))\
            \(Self.tile("Recipes", figures.recipes, Link("/desk/recipes"), course.recipes))\
            \(Self.tile("Comments", figures.comments, Link("/").query("mode", "everyone").query("sort", "discussed"), course.comments))</div>
            """)
        page.topics = ["moderation"]
        // The days go on without an event.
        page.isKept = false
        return page
    }

    private static func tile(_ name: String, _ number: Int, _ link: Link, _ days: [Int]?) -> HTML {
        let course: HTML? = days.map { days in
            let sum = Words.grouped(Int64(days.reduce(0, +)))
            return
                "<span class=\"small soft\">\(sum) new in four weeks</span>\(Sparkline(days.map { UInt64($0) }).html)"
        }
        return """
            <div class="tile"><a href="\(link)">\(name)</a><b class="num">\(Words.grouped(Int64(number)))</b>\(course)</div>
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
            Self.link.query("status", status == .pending ? nil : status.rawValue), after: after, next: answer.next,
            isNewestFirst: status != .pending)
        let list: HTML =
            answer.reports.isEmpty
            ? EmptyList(after == nil ? "Nothing waits here." : "That was all.").html
            : "<ul class=\"rows\">\(each: answer.reports, Self.row)</ul>"
        var page = Page(
            console: "Reports", in: .reports,
            command: "reports\(status == .pending ? "" : " --status \(status.rawValue)")",
            """
            <h1>Reports</h1><p class="lead">\(Words.count(Int64(answer.pending), "report")) \
            \(answer.pending == 1 ? "waits" : "wait") for a decision.</p>\
            <nav class="chips" aria-label="Which reports">\(chip(.pending, "Pending"))\(chip(.resolved, "Settled"))\(chip(.all, "All"))</nav>\
            \(NewPill(Self.link, kinds: ["report.filed"], word: "report").html)\(list)\(pager.html)
            """)
        page.topics = ["moderation"]
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

/// Recipes as moderators see them: the newest, or those with most reports.
package struct DeskRecipesPage {
    private let feed: FeedAnswer
    private let sort: FeedInput.Sort
    private let after: String?
    private let reader: Reader?

    package init(_ feed: FeedAnswer, _ sort: FeedInput.Sort, after: String?, for reader: Reader?) {
        (self.feed, self.sort, self.after, self.reader) = (feed, sort, after, reader)
    }

    private static func link(_ sort: FeedInput.Sort) -> Link {
        Link("/desk/recipes").query("sort", sort == .newest ? nil : sort.rawValue)
    }

    package var page: Page {
        let pager = Pager(Self.link(sort), after: after, next: feed.next, isNewestFirst: sort == .newest)
        // A repost brings no other recipe.
        let recipes = feed.items.filter { $0.repost == nil }.map(\.recipe)
        let list: HTML =
            recipes.isEmpty
            ? EmptyList(sort == .reported ? "No recipe has a report." : "There are no recipes.").html
            : "<ul class=\"rows\">\(each: recipes, row)</ul>"
        let name = reader?.username ?? "mod"
        var page = Page(
            console: "Recipes", in: reader?.role == .admin ? .more : .recipes,
            command: sort == .reported ? "feed --sort reported --as @\(name)" : "feed",
            """
            <h1>Recipes</h1><nav class="chips" aria-label="Which recipes">\(chip(.newest, "Newest"))\(chip(.reported, "Most reported"))</nav>\
            \(NewPill(Self.link(.newest), kinds: ["recipe.posted"], word: "recipe").html)\(list)\(pager.html)
            """)
        page.topics = ["everything"]
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private func chip(_ sort: FeedInput.Sort, _ text: String) -> HTML {
        "<a class=\"chip\" href=\"\(Self.link(sort))\"\(HTML.Attribute("aria-current", sort == self.sort ? "true" : nil))>\(text)</a>"
    }

    private func row(_ recipe: RecipeDocument) -> HTML {
        """
        <li><div class="grow"><a href="\(Link.id(recipe.id))">\(recipe.title)</a><br>\
        <span class="soft small">by <a href="\(Link.dossier(recipe.author.username))">@\(recipe.author.username)</a> · \(Words.time(recipe.postedAt)) · \
        \(Words.count(recipe.likes, "like")) · \(Words.count(recipe.comments, "comment")) · \(Words.count(recipe.bookmarks, "bookmark"))</span></div>\
        <a class="btn quiet" href="\(Link.id(recipe.id).end("/delete"))">Delete<span class="hide"> \(recipe.title)</span></a></li>
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

    private let answer: ReportAnswer
    private let target: Target
    private let isOwnerBanned: Bool
    private let next: String?
    private let once: Once
    private let state: FormState
    private var report: ReportDocument { answer.report }

    /// `isOwnerBanned`: whether the member is banned whom the target belongs to. `next`: another report that waits.
    package init(
        _ answer: ReportAnswer, about target: Target, isOwnerBanned: Bool, next: String?, once: Once,
        _ state: FormState = FormState()
    ) {
        (self.answer, self.target, self.isOwnerBanned) = (answer, target, isOwnerBanned)
        (self.next, self.once, self.state) = (next, once, state)
    }

    package var page: Page {
        let reporter: HTML? = report.reporter.map {
            "<span>by <a href=\"\(Link.dossier($0.username))\">@\($0.username)</a></span>"
        }
        let owner: HTML? = report.owner.map {
            "<span>about <a href=\"\(Link.dossier($0.username))\">@\($0.username)</a></span>"
        }
        let banned: HTML? = isOwnerBanned ? "<span class=\"pill bad\">banned</span>" : nil
        let note: HTML? = report.note.map { "<blockquote class=\"tip\">\(Paragraphs.html($0))</blockquote>" }
        var page = Page(
            console: state.title("Report \(report.id)"), in: .reports,
            """
            <section class="measure"><h1>Report \(report.id)</h1>\
            <p class="meta"><span class="pill">\(report.reason)</span><span>\(Words.time(report.filedAt))</span>\(reporter)\(owner)\(banned)</p>\(note)\
            \(reported)<h2>\(isChanged ? "As it is now" : "What it is about")</h2>\(content)\(report.outcome == nil ? form : settled)\
            \(next.map { "<p class=\"buttons\"><a class=\"btn quiet\" rel=\"next\" href=\"\(Link.id($0))\">Next report\(Icon.right)</a></p>" as HTML })</section>
            """)
        page.older = next.map { Link.id($0) }
        page.modules = [.log]
        page.isKept = state.errors.isEmpty
        page.status = state.status
        return page
    }

    private var isChanged: Bool { answer.asReported != nil && answer.asReported != answer.now }

    /// The content as it was when it was reported, where that differs.
    private var reported: HTML? {
        guard isChanged, let then = answer.asReported else { return nil }
        return "<h2>As it was reported</h2>\(Self.sheet(then))"
    }

    private static func sheet(_ then: ReportedContent) -> HTML {
        let title: HTML? = then.title.map { "<h3>\($0)</h3>" }
        let text: HTML? = then.text.map { Paragraphs.html($0) }
        let ingredients: HTML? = then.ingredients.map { "<ul>\(each: $0, { "<li>\($0)</li>" })</ul>" }
        let steps: HTML? = then.steps.map { "<ol>\(each: $0, { "<li>\($0)</li>" })</ol>" }
        return "<div class=\"sheet pad then\">\(title)\(text)\(ingredients)\(steps)</div>"
    }

    /// The content as it is now. What changed since the report is said, and where the change is seen.
    private var content: HTML {
        switch target {
        case .recipe(let recipe):
            let changed: HTML? = since(recipe.editedAt).map {
                "<p class=\"note\">The recipe was changed \($0), after the report. <a href=\"\(Link.id(recipe.id).end("/history"))\">See what changed</a></p>"
            }
            // All that was written: advertising may stand in a step.
            let text: HTML? = answer.now.map { Self.sheet($0) } ?? recipe.description.map { Paragraphs.html($0) }
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
        let restore: HTML? =
            if case .gone = target, report.outcome == "removed" {
                "<p><a class=\"btn\" href=\"\(Link.id(report.target).end("/restore"))\">Restore it</a></p>"
            } else { nil }
        return """
            <h2>Settled</h2><p><span class="pill">\(report.outcome)</span>\(moderator) \(report.resolvedAt.map { Words.time($0) })</p>\(note)\(restore)
            """
    }

    private var form: HTML {
        var outcomes = [(value: "", text: "Choose"), (value: "dismissed", text: "Nothing is wrong with it")]
        switch target {
        case .recipe, .comment: outcomes.append(("removed", "Remove it"))
        // Another report about it was right, and so was this one.
        case .gone where report.target.first != "m": outcomes.append(("removed", "It is removed already, and rightly"))
        case .member, .gone: break
        }
        // A second ban would take away the end of the first one.
        if let owner = report.owner, !isOwnerBanned { outcomes.append(("banned", "Ban \(owner.name)")) }
        let ban: HTML? = report.owner.map { owner in
            isOwnerBanned
                ? "<p class=\"soft small\">\(owner.name) is banned already: <a href=\"\(Link.dossier(owner.username))\">see the dossier</a>.</p>"
                : banFields(owner)
        }
        let note = Field(
            "note", "Why? (optional)", hint: "It stands in the log of the moderators.", rows: 3, lengthMax: 2_000)
        return """
            <h2>Your decision</h2>\(state.summary(fields: ["outcome", "note", "reason", "until"]))\
            <form method="post" action="\(Link.id(report.id).end("/resolve"))">\(once.html)\
            \(Choice("outcome", "What do you decide?", outcomes, isRequired: true).html(state))\(note.html(state))\(ban)\(alike)\
            <div class="buttons"><button class="btn main">Settle the report</button><a class="btn quiet" href="/desk/reports">Later</a></div></form>\
            \(Equivalent("resolve \(report.id) --outcome dismissed").html)
            """
    }

    /// What a ban says, if the decision is one.
    private func banFields(_ owner: MemberCard) -> HTML {
        let isOpen = state["reason"] != nil || state["until"] != nil || state["outcome"] == "banned"
        return """
            <details\(HTML.Flag("open"), if: isOpen)><summary>A reason and an end for a ban</summary>\
            \(Field("reason", "Reason of the ban (optional)", hint: "\(owner.name) reads it.", rows: 2, lengthMax: 2_000).html(state))\
            \(Field("until", "Last day of the ban (optional)", .date, hint: "Without it the ban does not end by itself.").html(state))</details>
            """
    }

    /// The other reports about the same thing, which one decision settles too.
    private var alike: HTML? {
        guard let others = answer.alike, !others.isEmpty else { return nil }
        let text = "Settle \(Words.count(Int64(others.count), "other report")) about it too, with the same decision"
        return """
            \(Tick("alike", "1", text, isOn: state.values.isEmpty || state["alike"] != nil).html)\
            <ul class="soft small">\(each: others, Self.other)</ul>
            """
    }

    private static func other(_ report: ReportDocument) -> HTML {
        let reporter: HTML? = report.reporter.map { " by @\($0.username)" }
        let note: HTML? = report.note.map { ": \(String($0.prefix(140)))" }
        return "<li><a href=\"\(Link.id(report.id))\">\(report.id)</a> \(report.reason)\(reporter)\(note)</li>"
    }
}

/// What moderators did, to whom and why.
package struct DeskLogPage {
    private let answer: ModerationLogAnswer
    private let after: String?

    package init(_ answer: ModerationLogAnswer, after: String?) { (self.answer, self.after) = (answer, after) }

    private static let kinds = [
        "report.resolved", "member.banned", "member.unbanned", "member.roleChanged", "member.deleted", "recipe.deleted",
        "recipe.restored",
        "comment.deleted", "comment.restored", "recipe.cookNoteDeleted",
    ]

    package var page: Page {
        let pager = Pager(Link("/desk/log"), after: after, next: answer.next)
        let list: HTML =
            answer.entries.isEmpty
            ? EmptyList("The moderators have done nothing yet.").html
            : "<ul class=\"rows tall\">\(each: answer.entries, DecisionRow.html)</ul>"
        var page = Page(
            console: "Decisions", in: .decisions, command: "modlog",
            "<h1>Decisions of the moderators</h1>\(NewPill(Link("/desk/log"), kinds: Self.kinds, word: "decision").html)\(list)\(pager.html)"
        )
        page.topics = ["moderation"]
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }
}

/// A decision of a moderator in a list.
enum DecisionRow {
    static func html(_ entry: ModerationEntry) -> HTML {
        let actor: HTML = entry.actor.map { "<a href=\"\(Link.member($0))\">@\($0.username)</a>" } ?? "the operator"
        let member: HTML? = entry.member.map { " of <a href=\"\(Link.member($0))\">@\($0.username)</a>" }
        let more = [
            entry.outcome, entry.role, entry.until.map { "until \($0.prefix(10)) \($0.dropFirst(11).prefix(5))" },
            entry.voided == true ? "marks taken back" : nil,
        ].compactMap(\.self).joined(separator: ", ")
        let detail: HTML? = more.isEmpty ? nil : " (\(more))"
        let reason: HTML? = entry.reason.map { "<br>\($0)" }
        let restore: HTML? = Link.restoring(after: entry.kind, of: entry.subject).map {
            " · <a href=\"\($0)\">restore</a>"
        }
        return """
            <li><div class="grow"><b>\(meaning(entry.kind))</b>\(detail): \(Name.html(entry.subject))\(member)\(reason)<br>\
            <span class="soft small">\(Words.time(entry.at)) by \(actor) · event \(Int64(entry.id))\(restore)</span></div></li>
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

extension Link {
    /// Where a deletion is taken back; `nil`: an event of that kind is no deletion of a recipe or comment.
    static func restoring(after kind: String, of subject: String) -> Link? {
        ["recipe.deleted", "comment.deleted"].contains(kind) ? Link.id(subject).end("/restore") : nil
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
