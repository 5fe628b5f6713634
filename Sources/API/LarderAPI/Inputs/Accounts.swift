/// A new account.
public struct RegisterInput: OperationInput {
    public var password: String = ""
    /// The operator's link, which makes the first admin.
    public var link: String?
    /// A `member.registered` event's data.
    public var profile: JSONText = JSONText(Array("{}".utf8))

    public init() {}

    public init(password: String, link: String? = nil, profile: JSONText) {
        self.password = password
        self.link = link
        self.profile = profile
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("password", &password)
        try coder.body("link", &link)
        try coder.body("profile", &profile)
    }
}

/// A new session.
public struct LogInInput: OperationInput {
    public var username: String = ""
    public var password: String = ""
    /// What the session is called in lists.
    public var label: String?
    /// Whether the token goes into a cookie.
    public var cookie: Bool = false

    public init() {}

    public init(username: String, password: String, label: String? = nil, cookie: Bool = false) {
        self.username = username
        self.password = password
        self.label = label
        self.cookie = cookie
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.body("username", &username)
        try coder.body("password", &password)
        try coder.body("label", &label)
        try coder.body("cookie", &cookie)
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
    /// What it allows: read, act, import.
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

/// Another password.
public struct ChangePasswordInput: OperationInput {
    /// The present one.
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

/// Another password, by the operator's link.
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

/// The end of the caller's account.
public struct DeleteAccountInput: OperationInput {
    /// `@name`.
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
