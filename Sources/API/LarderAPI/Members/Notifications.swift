/// The caller's notifications.
extension API {
    public static let notifications: Operation<NotificationsInput, NotificationsAnswer> = question(
        "notifications", "/notifications", "Your notifications, the newest first.", access: .member)

    static let notificationOperations: [any AnyOperation] = [notifications]
}

/// The caller's notifications.
public struct NotificationsInput: PagedInput {
    /// Asks only for the notification that this event made.
    public var only: UInt64?
    public var page = PageRequest()

    public init() {}

    public init(only: UInt64? = nil, page: PageRequest = PageRequest()) {
        self.only = only
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("only", &only)
        try page.code(&coder)
    }
}

/// A notification.
public struct NotificationCard: Codable, Sendable {
    /// The position of the event.
    public var id: UInt64
    public var kind: String
    public var actor: MemberCard?
    public var recipe: String?
    public var comment: String?
    public var text: String?
    public var createdAt: String
    public var read: Bool

    public init(
        id: UInt64, kind: String, actor: MemberCard? = nil, recipe: String? = nil, comment: String? = nil,
        text: String? = nil, createdAt: String, read: Bool
    ) {
        self.id = id
        self.kind = kind
        self.actor = actor
        self.recipe = recipe
        self.comment = comment
        self.text = text
        self.createdAt = createdAt
        self.read = read
    }
}

/// A page of notifications.
public struct NotificationsAnswer: Codable, Sendable {
    public var position: UInt64
    /// The number of all unread notifications, not of those on this page.
    public var unread: Int
    public var notifications: [NotificationCard]
    public var next: String?

    public init(position: UInt64, unread: Int, notifications: [NotificationCard], next: String? = nil) {
        self.position = position
        self.unread = unread
        self.notifications = notifications
        self.next = next
    }
}
