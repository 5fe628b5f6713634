/// Members, and whom they follow.
extension API {
    public static let members: Operation<MembersInput, MemberDirectoryAnswer> = question(
        "members", "/members", "Members, in the order in which they joined.", load: .heavy)
    public static let profile: Operation<MemberInput, ProfileAnswer> = question(
        "profile", "/members/{member}", "A member's profile; me is the caller's own.")
    public static let followers: Operation<MemberListInput, MemberListAnswer> = question(
        "followers", "/members/{member}/followers", "The members who follow a member.")
    public static let following: Operation<MemberListInput, MemberListAnswer> = question(
        "following", "/members/{member}/following", "The members whom a member follows.")
    public static let blocks: Operation<ListInput, MemberListAnswer> = question(
        "blocks", "/blocks", "The members whom you blocked.", access: .member)
    public static let usernameAvailability: Operation<UsernameInput, UsernameAnswer> = question(
        "usernameAvailability", "/usernames/{username}", "Whether a new member can choose a username.")
    public static let exportPerson: Operation<MemberInput, JSON> = Operation(
        "exportPerson", .get, "/members/{member}/export",
        "Everything that is stored about you, or for admins about any member. It requires a session; a key is not enough.",
        access: .member,
        OperationTraits(scope: .account, rate: .uploads))

    static let memberOperations: [any AnyOperation] = [
        members, profile, followers, following, blocks, usernameAvailability, exportPerson,
    ]
}

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

/// A username that a new member would like to have.
public struct UsernameInput: OperationInput {
    /// Without `@`.
    public var username: String = ""

    public init() {}

    public init(username: String) {
        self.username = username
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("username", &username)
    }
}

/// Whether a new member can choose a username.
public struct UsernameAnswer: Codable, Hashable, Sendable {
    public enum Obstacle: String, Codable, Hashable, Sendable {
        /// A member has the name, in this or another spelling.
        case taken
        /// It reads like the service itself, or is a path of the web app.
        case reserved
        /// It is too short or too long, or has characters that no new username may have.
        case invalid
    }

    public var position: UInt64
    public var username: String
    public var available: Bool
    /// Absent if the name is available.
    public var obstacle: Obstacle?

    public init(position: UInt64, username: String, obstacle: Obstacle? = nil) {
        self.position = position
        self.username = username
        self.available = obstacle == nil
        self.obstacle = obstacle
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

/// The members to list.
public struct MembersInput: PagedInput {
    public enum Role: String, ParameterChoice {
        case member, moderator, admin
    }

    /// A part of the username or name; for moderators also of the e-mail.
    public var search: String?
    public var role: Role?
    public var banned: Bool?
    /// Members to follow instead of all: those whom most of the members whom the viewer follows follow come first, then
    /// those whom most members follow. Without the viewer, and without those whom the viewer follows or has blocked.
    public var isSuggested = false
    public var page = PageRequest()

    public init() {}

    public init(
        search: String? = nil, role: Role? = nil, banned: Bool? = nil, isSuggested: Bool = false,
        page: PageRequest = PageRequest()
    ) {
        self.search = search
        self.role = role
        self.banned = banned
        self.isSuggested = isSuggested
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("search", &search)
        try coder.query("role", &role)
        try coder.query("banned", &banned)
        try coder.query("suggested", &isSuggested)
        try page.code(&coder)
    }
}

/// A member, as lists show it.
public struct MemberCard: Codable, Hashable, Sendable {
    public var id: String
    public var username: String
    public var name: String
    /// An image's id or address.
    public var avatar: String?
    /// Present in lists of members, for a viewer other than the member.
    public var viewer: MemberRelation?

    public init(
        id: String, username: String, name: String, avatar: String? = nil, viewer: MemberRelation? = nil
    ) {
        self.id = id
        self.username = username
        self.name = name
        self.avatar = avatar
        self.viewer = viewer
    }
}

/// What is between a viewer and a member.
public struct MemberRelation: Codable, Hashable, Sendable {
    /// Whether the viewer follows the member.
    public var follows: Bool
    public var followsViewer: Bool
    /// Whether the viewer has blocked the member.
    public var blocked: Bool

    public init(follows: Bool, followsViewer: Bool, blocked: Bool) {
        self.follows = follows
        self.followsViewer = followsViewer
        self.blocked = blocked
    }
}

/// A member's profile.
public struct ProfileAnswer: Codable, Sendable {
    public var position: UInt64
    public var id: String
    public var username: String
    public var name: String
    public var bio: String?
    public var avatar: String?
    public var email: String?
    public var phone: String?
    public var cuisines: [String]
    public var diets: [String]
    public var role: String
    public var banned: Bool
    public var joinedAt: String
    public var recipes: Int64
    public var followers: Int64
    public var following: Int64
    public var likesReceived: Int64
    public var comments: Int64
    public var bookmarks: Int64
    public var xp: Int64
    /// The part of the XP from the time before Larder; `nil` if there is none.
    public var pointsCarriedOver: Int64?
    public var level: String
    public var nextLevelAt: Int64?
    public var badges: [String]
    // Present for a viewer other than the member.
    public var follows: Bool?
    public var followsViewer: Bool?
    public var blocked: Bool?

    public init(
        position: UInt64, id: String, username: String, name: String, bio: String? = nil, avatar: String? = nil,
        email: String? = nil, phone: String? = nil, cuisines: [String], diets: [String], role: String, banned: Bool,
        joinedAt: String, recipes: Int64, followers: Int64, following: Int64, likesReceived: Int64, comments: Int64,
        bookmarks: Int64, xp: Int64, pointsCarriedOver: Int64? = nil, level: String, nextLevelAt: Int64? = nil,
        badges: [String], follows: Bool? = nil, followsViewer: Bool? = nil, blocked: Bool? = nil
    ) {
        self.position = position
        self.id = id
        self.username = username
        self.name = name
        self.bio = bio
        self.avatar = avatar
        self.email = email
        self.phone = phone
        self.cuisines = cuisines
        self.diets = diets
        self.role = role
        self.banned = banned
        self.joinedAt = joinedAt
        self.recipes = recipes
        self.followers = followers
        self.following = following
        self.likesReceived = likesReceived
        self.comments = comments
        self.bookmarks = bookmarks
        self.xp = xp
        self.pointsCarriedOver = pointsCarriedOver
        self.level = level
        self.nextLevelAt = nextLevelAt
        self.badges = badges
        self.follows = follows
        self.followsViewer = followsViewer
        self.blocked = blocked
    }
}

/// A page of members.
public struct MemberListAnswer: Codable, Sendable {
    public var position: UInt64
    public var members: [MemberCard]
    public var next: String?

    public init(position: UInt64, members: [MemberCard], next: String? = nil) {
        self.position = position
        self.members = members
        self.next = next
    }
}

/// A member, as the directory lists it.
public struct MemberSummary: Codable, Sendable {
    public var id: String
    public var username: String
    public var name: String
    /// Present, like the phone, for the member, for moderators and for the operator.
    public var email: String?
    public var phone: String?
    public var role: String
    public var banned: Bool
    public var joinedAt: String
    /// The number of recipes that are not deleted.
    public var recipes: Int64
    public var comments: Int64
    public var followers: Int64
    public var xp: Int64
    /// An image's id or address.
    public var avatar: String?
    /// Present for a viewer other than the member.
    public var viewer: MemberRelation?

    public init(
        id: String, username: String, name: String, email: String? = nil, phone: String? = nil, role: String,
        banned: Bool, joinedAt: String, recipes: Int64, comments: Int64, followers: Int64, xp: Int64,
        avatar: String? = nil, viewer: MemberRelation? = nil
    ) {
        self.avatar = avatar
        self.viewer = viewer
        self.id = id
        self.username = username
        self.name = name
        self.email = email
        self.phone = phone
        self.role = role
        self.banned = banned
        self.joinedAt = joinedAt
        self.recipes = recipes
        self.comments = comments
        self.followers = followers
        self.xp = xp
    }
}

public struct MemberDirectoryAnswer: Codable, Sendable {
    public var position: UInt64
    public var members: [MemberSummary]
    public var next: String?

    public init(position: UInt64, members: [MemberSummary], next: String? = nil) {
        self.position = position
        self.members = members
        self.next = next
    }
}
