/// Weekly boards, points, and the rules that give them.
extension API {
    public static let leaderboard: Operation<LeaderboardInput, LeaderboardAnswer> = question(
        "leaderboard", "/leaderboard", "The leaderboard of a week.")
    public static let leaderboardWeeks: Operation<NoInput, LeaderboardWeeksAnswer> = question(
        "leaderboardWeeks", "/leaderboard/weeks", "All weeks that have a leaderboard.")
    public static let experience: Operation<MemberListInput, ExperienceAnswer> = question(
        "experience", "/members/{member}/xp", "A member's points, week by week.")
    public static let awards: Operation<AwardsInput, AwardHistoryAnswer> = question(
        "awards", "/members/{member}/awards",
        "A member's awards, each with its event. Other members see bookmarks as one sum for each day.", load: .heavy)
    public static let streak: Operation<MemberInput, StreakAnswer> = question(
        "streak", "/members/{member}/streak",
        "Consecutive weeks in which a member earned points. A latest week without points yet does not end the streak."
    )
    public static let rules: Operation<NoInput, RulesAnswer> = question(
        "rules", "/rules", "The rules in force: points, levels, badges, collections.")

    static let boardOperations: [any AnyOperation] = [leaderboard, leaderboardWeeks, experience, awards, streak, rules]
}

/// The leaderboard of a week.
public struct LeaderboardInput: PagedInput {
    /// A week such as 2008-W07; `nil`: the latest.
    public var week: String?
    /// Asks for the page that has this member in its middle.
    public var around: String?
    public var page = PageRequest()

    public init() {}

    public init(week: String? = nil, around: String? = nil, page: PageRequest = PageRequest()) {
        self.week = week
        self.around = around
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.query("week", &week)
        try coder.query("around", &around)
        try page.code(&coder)
    }
}

/// A member's awards, all of them or some.
public struct AwardsInput: PagedInput {
    /// What awards are given for, as boards and rules name it.
    public enum Kind: String, ParameterChoice {
        case recipes, likesReceived, comments, bookmarks, cooked, commentLikesReceived, followersWon
    }

    /// `@name`, `m17` or `external:source:id`; `me` is the caller.
    public var member: String = ""
    /// Only awards that count in this week, such as 2008-W07.
    public var week: String?
    /// Only awards of this kind, and their losses.
    public var kind: Kind?
    public var page = PageRequest()

    public init() {}

    public init(member: String, week: String? = nil, kind: Kind? = nil, page: PageRequest = PageRequest()) {
        self.member = member
        self.week = week
        self.kind = kind
        self.page = page
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("member", &member)
        try coder.query("week", &week)
        try coder.query("kind", &kind)
        try page.code(&coder)
    }
}

/// A member's line on a week's board.
public struct LeaderboardEntry: Codable, Hashable, Sendable {
    /// Equal engagement and active days share a rank. `nil`: the member is not on the board, and was asked for with
    /// `around`.
    public var rank: Int?
    public var member: String
    public var username: String
    /// The name for people.
    public var name: String?
    /// An image's id or address.
    public var avatar: String?
    public var engagement: Int64
    public var activeDays: Int
    public var recipes: Int64
    public var likesReceived: Int64
    public var comments: Int64
    public var bookmarks: Int64
    /// True if the engagement is another one than when the week was completed; otherwise `nil`.
    public var adjusted: Bool?
    /// By how many ranks the member has risen since the week before; negative: fallen. `nil`: the member was not on that
    /// board, or is not on this one.
    public var moved: Int?
    /// The points that are missing to the engagement of the next better rank; 0 if only active days are missing. `nil` at
    /// the top and without a rank.
    public var gap: Int64?

    public init(
        rank: Int?, member: String, username: String, name: String? = nil, avatar: String? = nil, engagement: Int64,
        activeDays: Int, recipes: Int64, likesReceived: Int64, comments: Int64, bookmarks: Int64,
        adjusted: Bool? = nil, moved: Int? = nil, gap: Int64? = nil
    ) {
        self.rank = rank
        self.member = member
        self.username = username
        self.name = name
        self.avatar = avatar
        self.engagement = engagement
        self.activeDays = activeDays
        self.recipes = recipes
        self.likesReceived = likesReceived
        self.comments = comments
        self.bookmarks = bookmarks
        self.adjusted = adjusted
        self.moved = moved
        self.gap = gap
    }
}

/// A page of a week's board.
public struct LeaderboardAnswer: Codable, Sendable {
    public var position: UInt64
    public var week: String
    public var completed: Bool
    public var participants: Int
    public var entries: [LeaderboardEntry]
    /// The viewer's own line, on this page or not; without a rank if the viewer is not on the board. `nil` for guests.
    public var viewer: LeaderboardEntry?
    public var next: String?

    public init(
        position: UInt64, week: String, completed: Bool, participants: Int, entries: [LeaderboardEntry],
        viewer: LeaderboardEntry? = nil, next: String? = nil
    ) {
        self.position = position
        self.week = week
        self.completed = completed
        self.participants = participants
        self.entries = entries
        self.viewer = viewer
        self.next = next
    }
}

/// The weeks with participants, in the order of time.
public struct LeaderboardWeeksAnswer: Codable, Sendable {
    public struct Week: Codable, Hashable, Sendable {
        public var week: String
        public var participants: Int
        public var completed: Bool

        public init(week: String, participants: Int, completed: Bool) {
            self.week = week
            self.participants = participants
            self.completed = completed
        }
    }

    public var position: UInt64
    public var weeks: [Week]

    public init(position: UInt64, weeks: [Week]) {
        self.position = position
        self.weeks = weeks
    }
}

/// A member's XP, week by week.
public struct ExperienceAnswer: Codable, Sendable {
    public struct Week: Codable, Hashable, Sendable {
        public var week: String
        public var engagement: Int64
        public var activeDays: Int
        public var recipes: Int64
        public var likesReceived: Int64
        public var comments: Int64
        public var bookmarks: Int64

        public init(
            week: String, engagement: Int64, activeDays: Int, recipes: Int64, likesReceived: Int64, comments: Int64,
            bookmarks: Int64
        ) {
            self.week = week
            self.engagement = engagement
            self.activeDays = activeDays
            self.recipes = recipes
            self.likesReceived = likesReceived
            self.comments = comments
            self.bookmarks = bookmarks
        }
    }

    public var position: UInt64
    public var id: String
    public var username: String
    public var xp: Int64
    /// The part of the XP from the time before Larder, which belongs to no week; `nil` if there is none.
    public var pointsCarriedOver: Int64?
    public var level: String
    public var nextLevelAt: Int64?
    public var badges: [String]
    /// The weeks in which the member earned awards and kept them, the newest first.
    public var weeks: [Week]
    public var next: String?

    public init(
        position: UInt64, id: String, username: String, xp: Int64, pointsCarriedOver: Int64? = nil, level: String,
        nextLevelAt: Int64? = nil, badges: [String], weeks: [Week], next: String? = nil
    ) {
        self.position = position
        self.id = id
        self.username = username
        self.xp = xp
        self.pointsCarriedOver = pointsCarriedOver
        self.level = level
        self.nextLevelAt = nextLevelAt
        self.badges = badges
        self.weeks = weeks
        self.next = next
    }
}

/// An award that a member earned or lost, with the event that caused it, or the sum of a day's bookmarks.
///
/// Only the member and admins see each bookmark. For other viewers all bookmarks of a day are one entry without event
/// and subject, at the end of the list.
public struct AwardEntry: Codable, Sendable {
    /// The position of the event; absent for a day's bookmarks.
    public var id: UInt64?
    public var kind: String
    /// The member who caused it; absent for a day's bookmarks, if the account was deleted, for a moderator's act unless
    /// the viewer is a moderator, and if a block hides the member from the viewer.
    public var actor: MemberCard?
    /// The recipe, comment or member that the event concerns; absent for a day's bookmarks, and if a block hides its
    /// owner from the viewer.
    public var subject: String?
    /// The time that decides in which week the award counts; for a day's bookmarks the beginning of the day.
    public var at: String
    /// Absent for points that were carried over from before: they belong to no week.
    public var week: String?
    /// 1, or −1 if the award was lost; for a day's bookmarks their sum.
    public var change: Int32
    /// The points that it added, after daily caps. The points of all entries add up to the member's XP.
    public var points: Int64

    public init(
        id: UInt64? = nil, kind: String, actor: MemberCard? = nil, subject: String? = nil, at: String,
        week: String? = nil, change: Int32, points: Int64
    ) {
        self.id = id
        self.kind = kind
        self.actor = actor
        self.subject = subject
        self.at = at
        self.week = week
        self.change = change
        self.points = points
    }
}

public struct AwardHistoryAnswer: Codable, Sendable {
    public var position: UInt64
    public var id: String
    public var username: String
    public var xp: Int64
    /// The member's line on the board of the week that was asked for; `nil` without a week.
    public var standing: LeaderboardEntry?
    public var awards: [AwardEntry]
    public var next: String?

    public init(
        position: UInt64, id: String, username: String, xp: Int64, standing: LeaderboardEntry? = nil,
        awards: [AwardEntry], next: String? = nil
    ) {
        self.position = position
        self.id = id
        self.username = username
        self.xp = xp
        self.standing = standing
        self.awards = awards
        self.next = next
    }
}

/// The number of consecutive weeks in which a member earned points.
public struct StreakAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    /// Weeks of the current streak; 0: there is none.
    public var weeks: Int
    /// Weeks of the longest streak.
    public var longest: Int
    /// The first week of the current streak, such as 2026-W30.
    public var since: String?

    public init(position: UInt64, weeks: Int, longest: Int, since: String? = nil) {
        self.position = position
        self.weeks = weeks
        self.longest = longest
        self.since = since
    }
}

/// The rules in force.
public struct RulesAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    public var rules: JSON

    public init(position: UInt64, rules: JSON) {
        self.position = position
        self.rules = rules
    }
}
