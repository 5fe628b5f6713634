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
        let pending = status == .resolved ? pendingReports : keys.count
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
        guard let document = document(ofReport: id), let row = snapshot.get(views.moderation.reports, Key(id.value))
        else {
            throw notFound(reference, "report")
        }
        return ReportAnswer(
            position: snapshot.position.value, report: document, asReported: content(of: row.target, through: id),
            now: beginning(of: row.target) != nil || isLivingMember(row.target)
                ? content(of: row.target, through: snapshot.position) : nil,
            alike: alike(id, row.target))
    }

    /// The other pending reports about the target of a report; `nil`: there are none. O(pending reports).
    private func alike(_ report: Position, _ target: Position) -> [ReportDocument]? {
        var found: [ReportDocument] = []
        snapshot.scan(views.moderation.queue, prefix: Key([0])) { key, _ in
            let other = Position(key.uint64(at: 1))
            if other != report, snapshot.get(views.moderation.reports, Key(other.value))?.target == target,
                let document = document(ofReport: other)
            {
                found.append(document)
            }
            return found.count < Self.alikeMax
        }
        return found.isEmpty ? nil : found
    }

    private static var alikeMax: Int { 50 }

    /// How many reports wait for a decision. O(pending reports).
    package var pendingReports: Int { reportKeys(isResolved: false).count }

    private func isLivingMember(_ position: Position) -> Bool { memberCard(MemberID(position)) != nil }

    /// What a recipe, a comment or a member said up to a position; nil if that was erased. O(events since it was made).
    private func content(of target: Position, through end: Position) -> ReportedContent? {
        if snapshot.get(views.recipes.rows, Key(target.value)) != nil {
            var last: (version: UInt64, position: Position)?
            snapshot.scan(views.recipes.versions, prefix: Key(target.value)) { key, row in
                guard row.position <= end else { return false }
                last = (key.uint64(at: 8), row.position)
                return true
            }
            guard let last, case .recipe(let content)? = log.record(at: last.position)?.payload else { return nil }
            return ReportedContent(
                version: last.version, title: content.title, text: content.description_p.unlessEmpty,
                ingredients: content.ingredients.map(\.original), steps: content.steps.map(\.text),
                images: content.images.isEmpty ? nil : content.images)
        }
        let isComment = snapshot.get(views.recipes.comments, Key(target.value)) != nil
        var changes: [Position] = [target]
        log.forEachHeader(from: target.next, through: end) { header in
            let isChange =
                isComment
                ? header.kind == .commentEdited && header.subject == target
                : header.kind == .memberProfileChanged && header.owner == MemberID(target)
            if isChange { changes.append(header.position) }
            return true
        }
        if isComment {
            guard let last = changes.last, case .text(let comment)? = log.record(at: last)?.payload else {
                return nil
            }
            return ReportedContent(text: comment.text)
        }
        var content = ReportedContent()
        for change in changes {
            switch log.record(at: change)?.payload {
            case .registration(let registration)?:
                (content.title, content.text) = (registration.name.unlessEmpty, registration.bio.unlessEmpty)
            case .profileChange(let profile)?:
                if profile.hasName { content.title = profile.name }
                if profile.hasBio { content.text = profile.bio.unlessEmpty }
            default: break
            }
        }
        return content == ReportedContent() ? nil : content
    }

    // MARK: Dossier

    /// What moderators know of a member. O(events of the log), because an index would cost every append.
    package func dossier(of reference: Reference) throws(Refusal) -> DossierAnswer {
        let profile = try profile(reference, viewer: nil)
        let member = try self.member(reference)
        guard let card = memberCard(member) else { throw notFound(reference, "member") }
        var votes = VotePairs(of: member)
        var lastSignIn: Timestamp?
        log.forEachHeader(from: member.position, through: snapshot.position) { header in
            votes.take(header)
            if header.kind == .memberLoggedIn, header.actor == member { lastSignIn = header.occurredAt }
            return true
        }
        func reports(_ isMeant: (ReportRow) -> Bool) -> [ReportDocument] {
            var found: [ReportDocument] = []
            snapshot.scan(views.moderation.reports) { key, row in
                if isMeant(row), let document = document(ofReport: Position(key.uint64(at: 0))) {
                    found.append(document)
                }
                return true
            }
            return Array(found.reversed().prefix(Self.dossierListMax))
        }
        var decisions: [ModerationEntry] = []
        snapshot.scan(views.moderation.acts) { key, row in
            if row.member == member { decisions.append(entry(row, at: Position(key.uint64(at: 0)))) }
            return true
        }
        func pairs(_ counts: [MemberID: Int]) -> [DossierAnswer.Votes] {
            counts.filter { $0.value > 0 }.sorted { ($0.value, $1.key.value) > ($1.value, $0.key.value) }
                .prefix(Self.dossierPairsMax)
                .map { DossierAnswer.Votes(member: memberCard($0.key), votes: $0.value) }
        }
        return DossierAnswer(
            position: snapshot.position.value, member: card, role: (role(member) ?? .member).name,
            banned: isBanned(member),
            joinedAt: profile.joinedAt, lastSignIn: lastSignIn.map { "\($0.day)" },
            reportsAbout: reports { $0.owner == member }, reportsBy: reports { $0.reporter == member },
            decisions: Array(decisions.reversed().prefix(Self.dossierListMax)), votesFor: pairs(votes.given),
            votesFrom: pairs(votes.received))
    }

    private static var dossierListMax: Int { 50 }
    private static var dossierPairsMax: Int { 10 }

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

/// Counts the marks between a member and the others, from the headers of the log.
private struct VotePairs {
    private let member: MemberID
    private(set) var given: [MemberID: Int] = [:]
    private(set) var received: [MemberID: Int] = [:]

    init(of member: MemberID) { self.member = member }

    mutating func take(_ header: EventHeader) {
        guard header.actor == member || header.owner == member, header.actor != header.owner else { return }
        let change: Int
        switch header.kind {
        case .recipeLiked, .recipeUpvoted, .recipeBookmarked, .commentLiked: change = 1
        case .recipeUnliked, .recipeUnbookmarked, .commentUnliked: change = -1
        default: return
        }
        if header.actor == member { given[header.owner, default: 0] += change }
        if header.owner == member { received[header.actor, default: 0] += change }
    }
}
