package import Events
package import LarderAPI
import Layout
import Projections
package import Views

extension Questions {
    static let moderation: [any AnyBinding] = [
        bind(API.reports) { input, _, queries in
            try queries.reports(input.status ?? .pending, page: input.page.page)
        },
        bind(API.report) { input, _, queries in
            try queries.report(try EntityName.reference(input.report, "f", field: "report"))
        },
        bind(API.ownReports) { input, viewer, queries in
            try queries.reports(by: try viewer.required, page: input.page.page)
        },
        bind(API.moderationLog) { input, _, queries in try queries.moderationLog(page: input.page.page) },
        bind(API.dashboard) { _, _, queries in queries.dashboard() },
    ]
}

extension Queries {
    /// Pending reports, the oldest first; resolved ones, the newest first; or all in that order.
    package func reports(_ status: ReportsInput.Status, page: Page) throws(Refusal) -> ReportsAnswer {
        var keys: [Key] = []
        if status != .resolved { keys += reportKeys(isResolved: false) }
        let pending = status == .resolved ? reportKeys(isResolved: false).count : keys.count
        if status != .pending { keys += reportKeys(isResolved: true).reversed() }
        if let after = try page.key(beginningWith: Key(), byteCount: 9) {
            keys = Array(keys.drop { $0 != after }.dropFirst())
        }
        var contents = PageContents<ReportDocument>(page)
        for key in keys {
            guard let document = document(ofReport: Position(key.uint64(at: 1))) else { continue }
            if !contents.add(document, key) { break }
        }
        return ReportsAnswer(
            position: snapshot.position.value, pending: pending, reports: contents.items, next: contents.next)
    }

    package func report(_ reference: Reference) throws(Refusal) -> ReportAnswer {
        let id = try position(of: reference, letter: "f", what: "report")
        guard let document = document(ofReport: id) else { throw notFound(reference, "report") }
        return ReportAnswer(position: snapshot.position.value, report: document)
    }

    /// A member's own reports, the newest first. They name neither a moderator nor a moderator's note.
    /// O(reports of all members).
    package func reports(by member: MemberID, page: Page) throws(Refusal) -> OwnReportsAnswer {
        let contents = try contents(
            of: page, in: views.moderation.reports, prefix: Key(), keyBytes: 8, reversed: true
        ) { key, row -> ReportDocument? in
            guard row.reporter == member, var document = document(ofReport: Position(key.uint64(at: 0))) else {
                return nil
            }
            (document.resolvedBy, document.resolutionNote) = (nil, nil)
            if isApart(row.owner, from: member) { (document.owner, document.text) = (nil, nil) }
            return document
        }
        return OwnReportsAnswer(position: snapshot.position.value, reports: contents.items, next: contents.next)
    }

    private func reportKeys(isResolved: Bool) -> [Key] {
        var keys: [Key] = []
        snapshot.scan(views.moderation.queue, prefix: Key([isResolved ? 1 : 0])) { key, _ in
            keys.append(key)
            return true
        }
        return keys
    }

    private func document(ofReport id: Position) -> ReportDocument? {
        guard let row = snapshot.get(views.moderation.reports, Key(id.value)) else { return nil }
        var document = ReportDocument(
            id: "f\(id)", status: row.outcome == 0 ? "pending" : "resolved", target: name(of: row.target),
            owner: memberCard(row.owner), text: beginning(of: row.target),
            reason: ProtoReportReason.Value(rawValue: Int(row.reason)).map { "\($0)" } ?? "other",
            note: row.note.unlessEmpty, reporter: memberCard(row.reporter), filedAt: row.filedAt.rfc3339)
        if let act = snapshot.get(views.moderation.acts, Key(row.resolution.value)) {
            document.outcome = ProtoReportOutcome.Value(rawValue: Int(row.outcome)).map { "\($0)" }
            document.resolvedBy = memberCard(act.actor)
            document.resolvedAt = act.at.rfc3339
            document.resolutionNote = act.reason.unlessEmpty
        }
        return document
    }

    /// A recipe's title or a comment's first words; nil for members and for deleted content.
    private func beginning(of position: Position) -> String? {
        if let recipe = recipe(RecipeID(position), .listed, viewer: nil) { return recipe.title }
        guard let comment = snapshot.get(views.recipes.comments, Key(position.value)), comment.lifecycle == .living,
            !comment.text.isEmpty
        else { return nil }
        return String(comment.text.prefix(140))
    }

    /// The acts of moderators, the newest first.
    package func moderationLog(page: Page) throws(Refusal) -> ModerationLogAnswer {
        let contents = try contents(
            of: page, in: views.moderation.acts, prefix: Key(), keyBytes: 8, reversed: true
        ) { key, row in entry(row, at: Position(key.uint64(at: 0))) }
        return ModerationLogAnswer(
            position: snapshot.position.value, entries: contents.items, next: contents.next)
    }

    private func entry(_ row: ModerationActRow, at position: Position) -> ModerationEntry {
        var entry = ModerationEntry(
            id: position.value, kind: row.kind.name, actor: memberCard(row.actor), member: memberCard(row.member),
            subject: name(of: row.subject), reason: row.reason.unlessEmpty, until: row.until?.rfc3339,
            at: row.at.rfc3339)
        switch row.kind {
        case .memberBanned where row.value == EventHeader.voiding: entry.voided = true
        case .memberRoleChanged: entry.role = Role(rawValue: row.value)?.name
        case .reportResolved:
            entry.outcome = ProtoReportOutcome.Value(rawValue: Int(row.value)).map { "\($0)" }
            entry.report = entry.subject
        default:
            // A deletion names the deleted thing as its cause, or the resolution of the report that led to it.
            if let act = snapshot.get(views.moderation.acts, Key(row.cause.value)), act.kind == .reportResolved {
                entry.report = "f\(act.subject)"
            }
        }
        return entry
    }

    /// The community in figures. O(members + reports).
    package func dashboard() -> DashboardAnswer {
        var answer = DashboardAnswer(
            position: snapshot.position.value, members: 0, recipes: 0, comments: 0, reports: 0, pendingReports: 0,
            banned: bannedNow().count)
        snapshot.scan(views.members.rows) { key, row in
            guard !row.isDeleted else { return true }
            answer.members += 1
            answer.recipes += Int(row.recipes)
            // The total counts a member's comments, less the deleted ones.
            answer.comments += Int(snapshot.get(views.standings.totals, key)?[.comments] ?? 0)
            return true
        }
        snapshot.scan(views.moderation.queue) { key, _ in
            answer.reports += 1
            if key[0] == 0 { answer.pendingReports += 1 }
            return true
        }
        return answer
    }
}
