/// A session that was begun. Its token stands here once and nowhere else.
public struct SessionAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    /// The member's.
    public var id: String
    public var session: String
    /// Absent where it went into a cookie.
    public var token: String?
    /// What a browser sends as `X-CSRF-Token` with every action.
    public var csrfToken: String?
    public var expiresAt: String?

    public init(
        position: UInt64, id: String, session: String, token: String? = nil, csrfToken: String? = nil,
        expiresAt: String? = nil
    ) {
        self.position = position
        self.id = id
        self.session = session
        self.token = token
        self.csrfToken = csrfToken
        self.expiresAt = expiresAt
    }
}

/// A session or key in a list.
public struct SessionDocument: Codable, Hashable, Sendable {
    public var id: String
    public var label: String?
    public var scopes: [String]?
    public var createdAt: String
    public var usedAt: String
    public var expiresAt: String?
    /// Whether the request that lists it used it.
    public var current: Bool

    public init(
        id: String, label: String? = nil, scopes: [String]? = nil, createdAt: String, usedAt: String,
        expiresAt: String? = nil, current: Bool
    ) {
        self.id = id
        self.label = label
        self.scopes = scopes
        self.createdAt = createdAt
        self.usedAt = usedAt
        self.expiresAt = expiresAt
        self.current = current
    }
}

/// The caller's sessions, the last used first.
public struct SessionsAnswer: Codable, Hashable, Sendable {
    public var sessions: [SessionDocument]

    public init(sessions: [SessionDocument]) {
        self.sessions = sessions
    }
}

/// The caller's keys for apps.
public struct KeysAnswer: Codable, Hashable, Sendable {
    public var keys: [SessionDocument]

    public init(keys: [SessionDocument]) {
        self.keys = keys
    }
}

/// A key that was made. It stands here once and nowhere else.
public struct KeyAnswer: Codable, Hashable, Sendable {
    public var id: String
    public var key: String
    public var label: String
    public var scopes: [String]
    public var createdAt: String

    public init(id: String, key: String, label: String, scopes: [String], createdAt: String) {
        self.id = id
        self.key = key
        self.label = label
        self.scopes = scopes
        self.createdAt = createdAt
    }
}
