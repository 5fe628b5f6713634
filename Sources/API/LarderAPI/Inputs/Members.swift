/// One member.
public struct MemberInput: OperationInput {
    /// `@name`, `m17` or `external:source:id`; `me` is the caller.
    public var member: String = ""

    public init() {}

    public init(member: String) {
        self.member = member
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("member", &member)
    }
}

/// A list that belongs to a member.
public struct MemberListInput: PagedInput {
    /// `@name`, `m17` or `external:source:id`; `me` is the caller.
    public var member: String = ""
    public var page = PageRequest()

    public init() {}

    public init(member: String, page: PageRequest = PageRequest()) {
        self.member = member
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("member", &member)
        try page.code(&coder)
    }
}

/// Which members.
public struct MembersInput: PagedInput {
    public enum Role: String, ParameterChoice {
        case member, moderator, admin
    }

    /// A part of the username, the name or, for moderators, the e-mail.
    public var search: String?
    public var role: Role?
    public var banned: Bool?
    public var page = PageRequest()

    public init() {}

    public init(search: String? = nil, role: Role? = nil, banned: Bool? = nil, page: PageRequest = PageRequest()) {
        self.search = search
        self.role = role
        self.banned = banned
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("search", &search)
        try coder.query("role", &role)
        try coder.query("banned", &banned)
        try page.code(&coder)
    }
}

/// What the caller is told.
public struct NotificationsInput: PagedInput {
    /// The one that this event made, if any.
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

/// What the caller plans to cook.
public struct PlanInput: PagedInput {
    /// The first day, in UTC; `nil`: today.
    public var from: String?
    /// Unless said, 7.
    public var days: UInt64?
    public var page = PageRequest()

    public init() {}

    public init(from: String? = nil, days: UInt64? = nil, page: PageRequest = PageRequest()) {
        self.from = from
        self.days = days
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("from", &from)
        try coder.query("days", &days)
        try page.code(&coder)
    }
}

/// What the caller has to buy.
public struct ShoppingInput: OperationInput {
    /// The first day, in UTC; `nil`: today.
    public var from: String?
    /// Unless said, 7.
    public var days: UInt64?

    public init() {}

    public init(from: String? = nil, days: UInt64? = nil) {
        self.from = from
        self.days = days
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("from", &from)
        try coder.query("days", &days)
    }
}
