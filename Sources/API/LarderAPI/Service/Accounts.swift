/// Registering, sessions, keys and passwords.
extension API {
    public static let register: Operation<RegisterInput, RegisterAnswer> = Operation(
        "register", .post, "/accounts", "Register with a password. `link` makes the first admin, `session` logs in.",
        OperationTraits(rate: .registrations, bodyBytesMax: jsonBytesMax))
    public static let logIn: Operation<LogInInput, SessionAnswer> = Operation(
        "logIn", .post, "/log-in", "Begin a session: a token, or a cookie for browsers.",
        OperationTraits(rate: .logIns, bodyBytesMax: jsonBytesMax))
    public static let logOut: Operation<NoInput, SubmitAnswer> = account(
        "logOut", .post, "/log-out", "End this session.")
    public static let sessions: Operation<NoInput, SessionsAnswer> = account(
        "sessions", .get, "/sessions", "Your sessions, the last used first.")
    public static let revokeSession: Operation<SessionInput, NoAnswer> = account(
        "revokeSession", .post, "/sessions/{session}/revoke", "End one of your sessions.")
    public static let keys: Operation<NoInput, KeysAnswer> = account("keys", .get, "/keys", "Your keys for apps.")
    public static let makeKey: Operation<MakeKeyInput, KeyAnswer> = account(
        "makeKey", .post, keys.path, "Make a key for an app, with what it may do.")
    public static let revokeKey: Operation<KeyInput, NoAnswer> = account(
        "revokeKey", .post, "/keys/{key}/revoke", "Revoke one of your keys.")
    public static let changePassword: Operation<ChangePasswordInput, SubmitAnswer> = account(
        "changePassword", .post, "/account/password", "Change your password; ends all other sessions.")
    public static let resetPassword: Operation<ResetPasswordInput, SubmitAnswer> = Operation(
        "resetPassword", .post, "/account/reset", "Choose a new password with the operator's link.",
        OperationTraits(rate: .logIns, bodyBytesMax: jsonBytesMax))
    public static let makeResetLink: Operation<MemberInput, ResetLinkAnswer> = account(
        "makeResetLink", .post, "/members/{member}/reset-link",
        "Make a link with which a member chooses a new password, once. For admins.", access: .admin)
    public static let memberAccess: Operation<MemberInput, MemberAccessAnswer> = account(
        "memberAccess", .get, "/members/{member}/sessions", "A member's sessions and keys. For admins.", access: .admin)
    public static let revokeAccess: Operation<RevokeAccessInput, RevokedAccessAnswer> = account(
        "revokeAccess", .post, "/members/{member}/sessions/revoke",
        "End a member's sessions and keys, all or one. For admins.", access: .admin)
    public static let deleteAccount: Operation<DeleteAccountInput, SubmitAnswer> = account(
        "deleteAccount", .post, "/account/delete", "Delete your account for ever.")

    static let accountOperations: [any AnyOperation] = [
        register, logIn, logOut, sessions, revokeSession, keys, makeKey, revokeKey, changePassword, resetPassword,
        makeResetLink, memberAccess, revokeAccess, deleteAccount,
    ]
}

/// The registration of an account.
public struct RegisterInput: OperationInput {
    public var password: String = ""
    /// The operator's link, which makes the first admin.
    public var link: String?
    /// A `member.registered` event's data. Without a username, the member gets one like the name.
    public var profile: JSONText = JSONText(Array("{}".utf8))
    /// Whether the member is logged in at once.
    public var session: Bool = false
    /// The session's name in lists.
    public var label: String?
    /// Whether the session's token goes into a cookie.
    public var cookie: Bool = false

    public init() {}

    public init(
        password: String, link: String? = nil, profile: JSONText, session: Bool = false, label: String? = nil,
        cookie: Bool = false
    ) {
        self.password = password
        self.link = link
        self.profile = profile
        self.session = session
        self.label = label
        self.cookie = cookie
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("password", &password)
        try coder.body("link", &link)
        try coder.body("profile", &profile)
        try coder.body("session", &session)
        try coder.body("label", &label)
        try coder.body("cookie", &cookie)
    }
}

/// A new session.
public struct LogInInput: OperationInput {
    /// The username or the e-mail.
    public var username: String = ""
    public var password: String = ""
    /// The session's name in lists.
    public var label: String?
    /// Whether the token goes into a cookie.
    public var cookie: Bool = false
    /// The `device` that an earlier log-in on this device answered: strangers who guess passwords do not lock it out.
    public var device: String?

    public init() {}

    public init(
        username: String, password: String, label: String? = nil, cookie: Bool = false, device: String? = nil
    ) {
        self.username = username
        self.password = password
        self.label = label
        self.cookie = cookie
        self.device = device
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("username", &username)
        try coder.body("password", &password)
        try coder.body("label", &label)
        try coder.body("cookie", &cookie)
        try coder.body("device", &device)
    }
}

/// One of the caller's sessions.
public struct SessionInput: OperationInput {
    public var session: String = ""

    public init() {}

    public init(session: String) {
        self.session = session
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("session", &session)
    }
}

/// One of the caller's keys.
public struct KeyInput: OperationInput {
    public var key: String = ""

    public init() {}

    public init(key: String) {
        self.key = key
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("key", &key)
    }
}

/// A key for an app.
public struct MakeKeyInput: OperationInput {
    public var label: String = ""
    /// The scopes that the key has: read, act, import.
    public var scopes: [String] = []

    public init() {}

    public init(label: String, scopes: [String]) {
        self.label = label
        self.scopes = scopes
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("label", &label)
        try coder.body("scopes", &scopes)
    }
}

/// A new password, with the present one.
public struct ChangePasswordInput: OperationInput {
    /// The present password.
    public var password: String = ""
    public var newPassword: String = ""

    public init() {}

    public init(password: String, newPassword: String) {
        self.password = password
        self.newPassword = newPassword
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("password", &password)
        try coder.body("newPassword", &newPassword)
    }
}

/// A new password, with the operator's link.
public struct ResetPasswordInput: OperationInput {
    public var link: String = ""
    public var newPassword: String = ""

    public init() {}

    public init(link: String, newPassword: String) {
        self.link = link
        self.newPassword = newPassword
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("link", &link)
        try coder.body("newPassword", &newPassword)
    }
}

/// A link with which a member chooses a new password. This answer alone shows it.
public struct ResetLinkAnswer: Codable, Hashable, Sendable {
    /// The event that says who made it.
    public var position: UInt64
    /// The id of the member.
    public var id: String
    /// What `/account/reset` and the page `/reset?link=` take.
    public var link: String
    public var expiresAt: String

    public init(position: UInt64, id: String, link: String, expiresAt: String) {
        self.position = position
        self.id = id
        self.link = link
        self.expiresAt = expiresAt
    }
}

/// The deletion of the caller's account.
public struct DeleteAccountInput: OperationInput {
    /// The caller's own name, as `@name`.
    public var confirm: String = ""
    public var password: String = ""

    public init() {}

    public init(confirm: String, password: String) {
        self.confirm = confirm
        self.password = password
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("confirm", &confirm)
        try coder.body("password", &password)
    }
}

/// A registration, with the session if one was asked for.
public struct RegisterAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    /// The id of the member.
    public var id: String
    /// False if the member was registered before by this very request.
    public var changed: Bool
    public var username: String
    /// The id of the session; absent if none was asked for, as everything below.
    public var session: String?
    /// Absent if the token is in a cookie.
    public var token: String?
    /// The value of `X-CSRF-Token` that a browser sends with every action.
    public var csrfToken: String?
    public var expiresAt: String?
    /// Absent if it is in a cookie.
    public var device: String?

    public init(position: UInt64, id: String, changed: Bool, username: String, session: SessionAnswer? = nil) {
        self.position = position
        self.id = id
        self.changed = changed
        self.username = username
        self.session = session?.session
        token = session?.token
        csrfToken = session?.csrfToken
        expiresAt = session?.expiresAt
        device = session?.device
    }
}

/// A session that was begun. This answer alone shows its token.
public struct SessionAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    /// The id of the member.
    public var id: String
    public var username: String?
    public var session: String
    /// Absent if the token is in a cookie.
    public var token: String?
    /// The value of `X-CSRF-Token` that a browser sends with every action.
    public var csrfToken: String?
    public var expiresAt: String?
    /// What the client keeps beyond log-outs and sends with the next log-in; absent if it is in a cookie.
    public var device: String?

    public init(
        position: UInt64, id: String, username: String? = nil, session: String, token: String? = nil,
        csrfToken: String? = nil,
        expiresAt: String? = nil, device: String? = nil
    ) {
        self.position = position
        self.id = id
        self.username = username
        self.session = session
        self.token = token
        self.csrfToken = csrfToken
        self.expiresAt = expiresAt
        self.device = device
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
    /// Whether the listing request used this session or key.
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

/// A member's sessions and keys, each the last used first.
public struct MemberAccessAnswer: Codable, Hashable, Sendable {
    /// The id of the member.
    public var id: String
    public var sessions: [SessionDocument]
    public var keys: [SessionDocument]

    public init(id: String, sessions: [SessionDocument], keys: [SessionDocument]) {
        self.id = id
        self.sessions = sessions
        self.keys = keys
    }
}

/// The end of a member's sessions and keys.
public struct RevokeAccessInput: OperationInput {
    /// `@name`, `m17` or `external:source:id`.
    public var member: String = ""
    /// The session or key that ends; `nil`: all of them.
    public var session: String?
    /// Why, for the log.
    public var reason: String?

    public init() {}

    public init(member: String, session: String? = nil, reason: String? = nil) {
        self.member = member
        self.session = session
        self.reason = reason
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("member", &member)
        try coder.body("session", &session)
        try coder.body("reason", &reason)
    }
}

/// Sessions and keys of a member that were ended.
public struct RevokedAccessAnswer: Codable, Hashable, Sendable {
    /// The event that says who did it.
    public var position: UInt64
    /// The id of the member.
    public var id: String
    /// How many sessions and keys were ended.
    public var revoked: UInt64

    public init(position: UInt64, id: String, revoked: UInt64) {
        self.position = position
        self.id = id
        self.revoked = revoked
    }
}

/// A key that was made. This answer alone shows it.
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
