/// Reports, the moderation log and the dashboard: for moderators.
extension API {
    public static let reports: Operation<ReportsInput, ReportsAnswer> = question(
        "reports", "/reports", "Reports, for moderators.", access: .moderator)
    public static let report: Operation<ReportInput, ReportAnswer> = question(
        "report", "/reports/{report}",
        "A report, with what it is about as it was then and as it is now. For moderators.",
        access: .moderator, load: .heavy)
    public static let dossier: Operation<MemberInput, DossierAnswer> = Operation(
        "dossier", .get, "/members/{member}/dossier",
        "What moderators know of a member: reports, decisions, and who votes for whom. For moderators.",
        access: .moderator, OperationTraits(moments: [.asOf]))
    public static let ownReports: Operation<ListInput, OwnReportsAnswer> = question(
        "ownReports", "/reports/own", "Your reports and what became of them, the newest first.", access: .member,
        load: .heavy)
    public static let moderationLog: Operation<ListInput, ModerationLogAnswer> = question(
        "moderationLog", "/moderation", "The moderation log: what moderators did, to whom and why.", access: .moderator)
    public static let dashboard: Operation<NoInput, DashboardAnswer> = question(
        "dashboard", "/dashboard", "The community in figures.", access: .moderator, load: .heavy)

    static let moderationOperations: [any AnyOperation] = [
        reports, report, ownReports, moderationLog, dashboard, dossier,
    ]
}

/// Reports with a status.
public struct ReportsInput: PagedInput {
    public enum Status: String, ParameterChoice {
        case pending, resolved, all
    }

    /// `nil`: pending reports.
    public var status: Status?
    public var page = PageRequest()

    public init() {}

    public init(status: Status? = nil, page: PageRequest = PageRequest()) {
        self.status = status
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("status", &status)
        try page.code(&coder)
    }
}

/// One report.
public struct ReportInput: OperationInput {
    /// `f9`, or `external:source:id`.
    public var report: String = ""

    public init() {}

    public init(report: String) {
        self.report = report
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("report", &report)
    }
}

/// A report as moderators see it.
public struct ReportDocument: Codable, Sendable {
    public var id: String
    /// `pending` or `resolved`.
    public var status: String
    /// `r12`, `c20` or `m3`.
    public var target: String
    /// The member whom the target belongs to; absent if the account was deleted.
    public var owner: MemberCard?
    /// The present title of a recipe, or the beginning of a comment's present text.
    public var text: String?
    public var reason: String
    public var note: String?
    public var reporter: MemberCard?
    public var filedAt: String
    public var outcome: String?
    public var resolvedBy: MemberCard?
    public var resolvedAt: String?
    public var resolutionNote: String?

    public init(
        id: String, status: String, target: String, owner: MemberCard? = nil, text: String? = nil, reason: String,
        note: String? = nil, reporter: MemberCard? = nil, filedAt: String, outcome: String? = nil,
        resolvedBy: MemberCard? = nil, resolvedAt: String? = nil, resolutionNote: String? = nil
    ) {
        self.id = id
        self.status = status
        self.target = target
        self.owner = owner
        self.text = text
        self.reason = reason
        self.note = note
        self.reporter = reporter
        self.filedAt = filedAt
        self.outcome = outcome
        self.resolvedBy = resolvedBy
        self.resolvedAt = resolvedAt
        self.resolutionNote = resolutionNote
    }
}

public struct ReportsAnswer: Codable, Sendable {
    public var position: UInt64
    /// The number of all pending reports, not of those on this page.
    public var pending: Int
    public var reports: [ReportDocument]
    public var next: String?

    public init(position: UInt64, pending: Int, reports: [ReportDocument], next: String? = nil) {
        self.position = position
        self.pending = pending
        self.reports = reports
        self.next = next
    }
}

/// What a report is about, in words.
public struct ReportedContent: Codable, Hashable, Sendable {
    /// Of a recipe.
    public var version: UInt64?
    /// A recipe's title, or a member's name.
    public var title: String?
    /// A recipe's description, a comment, or what a member says of themselves.
    public var text: String?
    /// A recipe's ingredients and steps.
    public var ingredients: [String]?
    public var steps: [String]?
    /// Ids and addresses of pictures.
    public var images: [String]?

    public init(
        version: UInt64? = nil, title: String? = nil, text: String? = nil, ingredients: [String]? = nil,
        steps: [String]? = nil, images: [String]? = nil
    ) {
        self.version = version
        self.title = title
        self.text = text
        self.ingredients = ingredients
        self.steps = steps
        self.images = images
    }
}

public struct ReportAnswer: Codable, Sendable {
    public var position: UInt64
    public var report: ReportDocument
    /// What it is about as it was when the report was filed; absent if that was erased.
    public var asReported: ReportedContent?
    /// The same as it is now; absent if it was deleted.
    public var now: ReportedContent?
    /// The other pending reports about the same target, the oldest first, at most 50; absent if there are none.
    public var alike: [ReportDocument]?

    public init(
        position: UInt64, report: ReportDocument, asReported: ReportedContent? = nil, now: ReportedContent? = nil,
        alike: [ReportDocument]? = nil
    ) {
        self.position = position
        self.report = report
        self.asReported = asReported
        self.now = now
        self.alike = alike
    }
}

/// What moderators know of a member.
public struct DossierAnswer: Codable, Sendable {
    /// How often one member liked, saved or voted for what belongs to the other. Likes and saves that were taken back do not count.
    public struct Votes: Codable, Hashable, Sendable {
        /// The other member; absent if the account was deleted.
        public var member: MemberCard?
        public var votes: Int

        public init(member: MemberCard?, votes: Int) {
            self.member = member
            self.votes = votes
        }
    }

    public var position: UInt64
    public var member: MemberCard
    public var role: String
    public var banned: Bool
    public var joinedAt: String
    /// The day of the last sign-in; absent if there was none.
    public var lastSignIn: String?
    /// Reports about the member and what they made, and reports by the member; the newest first, at most 50 each.
    public var reportsAbout: [ReportDocument]
    public var reportsBy: [ReportDocument]
    /// What moderators decided about the member and what they made, the newest first, at most 50.
    public var decisions: [ModerationEntry]
    /// The ten members for whom the member votes most, and the ten who vote most for the member.
    public var votesFor: [Votes]
    public var votesFrom: [Votes]

    public init(
        position: UInt64, member: MemberCard, role: String, banned: Bool, joinedAt: String, lastSignIn: String? = nil,
        reportsAbout: [ReportDocument], reportsBy: [ReportDocument], decisions: [ModerationEntry], votesFor: [Votes],
        votesFrom: [Votes]
    ) {
        self.position = position
        self.member = member
        self.role = role
        self.banned = banned
        self.joinedAt = joinedAt
        self.lastSignIn = lastSignIn
        self.reportsAbout = reportsAbout
        self.reportsBy = reportsBy
        self.decisions = decisions
        self.votesFor = votesFor
        self.votesFrom = votesFrom
    }
}

/// A page of the caller's own reports. They name no moderator.
public struct OwnReportsAnswer: Codable, Sendable {
    public var position: UInt64
    public var reports: [ReportDocument]
    public var next: String?

    public init(position: UInt64, reports: [ReportDocument], next: String? = nil) {
        self.position = position
        self.reports = reports
        self.next = next
    }
}

/// An entry of the moderation log: who did what to whom, and why.
public struct ModerationEntry: Codable, Sendable {
    /// The position of the event.
    public var id: UInt64
    /// The kind of the event, such as `member.banned`.
    public var kind: String
    /// Absent: the operator, or a deleted member.
    public var actor: MemberCard?
    /// The member whom it concerns; absent if the account was deleted.
    public var member: MemberCard?
    /// `r12`, `c20`, `p30`, `f9` or `m3`.
    public var subject: String
    /// The report that led to it.
    public var report: String?
    public var role: String?
    public var outcome: String?
    public var reason: String?
    public var until: String?
    /// True for a ban with which the member's marks count as taken back; otherwise `nil`.
    public var voided: Bool?
    public var at: String

    public init(
        id: UInt64, kind: String, actor: MemberCard? = nil, member: MemberCard? = nil, subject: String,
        report: String? = nil, role: String? = nil, outcome: String? = nil, reason: String? = nil,
        until: String? = nil, voided: Bool? = nil, at: String
    ) {
        self.id = id
        self.kind = kind
        self.actor = actor
        self.member = member
        self.subject = subject
        self.report = report
        self.role = role
        self.outcome = outcome
        self.reason = reason
        self.until = until
        self.voided = voided
        self.at = at
    }
}

public struct ModerationLogAnswer: Codable, Sendable {
    public var position: UInt64
    public var entries: [ModerationEntry]
    public var next: String?

    public init(position: UInt64, entries: [ModerationEntry], next: String? = nil) {
        self.position = position
        self.entries = entries
        self.next = next
    }
}

/// The community in figures.
public struct DashboardAnswer: Codable, Sendable {
    public var position: UInt64
    /// The members who are not deleted.
    public var members: Int
    /// The recipes that are not deleted, by authors who are not deleted. The comments likewise; replies count as
    /// comments.
    public var recipes: Int
    public var comments: Int
    public var reports: Int
    public var pendingReports: Int
    /// The members who are banned now.
    public var banned: Int

    public init(
        position: UInt64, members: Int, recipes: Int, comments: Int, reports: Int, pendingReports: Int, banned: Int
    ) {
        self.position = position
        self.members = members
        self.recipes = recipes
        self.comments = comments
        self.reports = reports
        self.pendingReports = pendingReports
        self.banned = banned
    }
}
