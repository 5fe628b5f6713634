/// Reports, the moderation log and the dashboard: for moderators.
extension API {
    public static let reports: Operation<ReportsInput, ReportsAnswer> = question(
        "reports", "/reports", "Reports, for moderators.", access: .moderator)
    public static let moderationLog: Operation<ListInput, ModerationLogAnswer> = question(
        "moderationLog", "/moderation", "The moderation log: what moderators did, to whom and why.", access: .moderator)
    public static let dashboard: Operation<NoInput, DashboardAnswer> = question(
        "dashboard", "/dashboard", "The community in figures.", access: .moderator, load: .heavy)

    static let moderationOperations: [any AnyOperation] = [reports, moderationLog, dashboard]
}

/// The moderators' queue.
public struct ReportsInput: PagedInput {
    public enum Status: String, ParameterChoice {
        case pending, resolved, all
    }

    /// Unless said, pending reports.
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

/// A report as moderators see it.
public struct ReportDocument: Codable, Sendable {
    public var id: String
    /// `pending` or `resolved`.
    public var status: String
    /// `r12`, `c20` or `m3`.
    public var target: String
    /// Whose that is; absent when they are gone.
    public var owner: MemberCard?
    /// The title or the beginning of what was reported, as it stands now.
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
    /// Of all, not of this page.
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

/// An entry of the moderation log: who did what to whom, and why.
public struct ModerationEntry: Codable, Sendable {
    /// The event's.
    public var id: UInt64
    /// Such as `member.banned`.
    public var kind: String
    /// Absent: the operator, or a deleted member.
    public var actor: MemberCard?
    /// Whom it concerns; absent when they are gone.
    public var member: MemberCard?
    /// `r12`, `c20`, `p30`, `f9` or `m3`.
    public var subject: String
    /// The report that it followed from.
    public var report: String?
    public var role: String?
    public var outcome: String?
    public var reason: String?
    public var until: String?
    public var at: String

    public init(
        id: UInt64, kind: String, actor: MemberCard? = nil, member: MemberCard? = nil, subject: String,
        report: String? = nil, role: String? = nil, outcome: String? = nil, reason: String? = nil,
        until: String? = nil, at: String
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

/// The place in figures.
public struct DashboardAnswer: Codable, Sendable {
    public var position: UInt64
    /// Registered and not deleted.
    public var members: Int
    /// Not deleted, nor their authors; comments with replies.
    public var recipes: Int
    public var comments: Int
    public var reports: Int
    public var pendingReports: Int
    /// Now.
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
