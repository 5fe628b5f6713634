/// An event as a stream reports it. It carries no text but that of a notification: ask for what was written.
public struct LiveEvent: Codable, Sendable {
    /// In the log. Keep the last one to resume after it.
    public var position: UInt64
    /// Such as `recipe.liked`.
    public var kind: String
    /// RFC 3339.
    public var at: String
    /// Absent where lists do not show who did it.
    public var actor: MemberCard?
    /// What it was done to, or what it created.
    public var subject: String?
    /// The recipe that it is about.
    public var recipe: String?
    /// The notification that the event made for the listening member.
    public var notification: NotificationCard?
    /// The week whose board may have changed.
    public var week: String?

    public init(
        position: UInt64, kind: String, at: String, actor: MemberCard? = nil, subject: String? = nil,
        recipe: String? = nil, notification: NotificationCard? = nil, week: String? = nil
    ) {
        self.position = position
        self.kind = kind
        self.at = at
        self.actor = actor
        self.subject = subject
        self.recipe = recipe
        self.notification = notification
        self.week = week
    }
}

/// What a stream is about.
public enum StreamTopic: Hashable, Sendable {
    /// All that lists show.
    case everything
    /// What the followed members do. Takes a session or key.
    case following
    /// What the member does, and what is done to the member's content. Takes a session or key.
    case me
    /// What makes notifications for the member. Takes a session or key.
    case notifications
    /// What changes a week's board.
    case leaderboard
    /// For moderators.
    case moderation
    /// One recipe, such as `r12`.
    case recipe(String)

    /// All topics but the recipes.
    public static let general: [StreamTopic] = [
        .everything, .following, .me, .notifications, .leaderboard, .moderation,
    ]

    /// The topic that a request names. A word that is no general topic names a recipe.
    public init(_ word: String) { self = Self.general.first { $0.word == word } ?? .recipe(word) }

    /// The topic as a request names it.
    public var word: String {
        switch self {
        case .everything: "everything"
        case .following: "following"
        case .me: "me"
        case .notifications: "notifications"
        case .leaderboard: "leaderboard"
        case .moderation: "moderation"
        case .recipe(let id): id
        }
    }
}
