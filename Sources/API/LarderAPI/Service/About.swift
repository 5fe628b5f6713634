/// What the community is, and how it gives points.
extension API {
    public static let about: Operation<NoInput, AboutAnswer> = Operation(
        "about", .get, "/about", "The community: its name, its contact, its figures, and its rules in words.",
        OperationTraits(load: .heavy))
}

/// The community as a guest meets it.
public struct AboutAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    /// As the operator has set it.
    public var name: String
    /// Where the operators can be reached: an e-mail address or an address that begins with `https://`.
    public var contact: String?
    /// The version of Larder.
    public var version: String
    /// The members who are not deleted.
    public var members: Int
    /// The recipes that are not deleted, by authors who are not deleted. The comments likewise; replies count as
    /// comments.
    public var recipes: Int
    public var comments: Int
    public var rules: RulesInWords

    public init(
        position: UInt64, name: String, contact: String?, version: String, members: Int, recipes: Int, comments: Int,
        rules: RulesInWords
    ) {
        self.position = position
        self.name = name
        self.contact = contact
        self.version = version
        self.members = members
        self.recipes = recipes
        self.comments = comments
        self.rules = rules
    }
}

/// The rules of points, levels and badges as sentences. `API.rules` answers them as numbers.
public struct RulesInWords: Codable, Hashable, Sendable {
    /// What earns points; without acts that earn none.
    public var points: [PointsRule]
    /// Ascending.
    public var levels: [LevelRule]
    public var badges: [BadgeRule]

    public init(points: [PointsRule], levels: [LevelRule], badges: [BadgeRule]) {
        self.points = points
        self.levels = levels
        self.badges = badges
    }
}

public struct PointsRule: Codable, Hashable, Sendable {
    /// A sentence, such as «You post a recipe».
    public var act: String
    public var points: Int64
    /// How many of these acts earn points on one day; `nil`: all.
    public var dailyCap: Int64?

    public init(act: String, points: Int64, dailyCap: Int64? = nil) {
        self.act = act
        self.points = points
        self.dailyCap = dailyCap
    }
}

public struct LevelRule: Codable, Hashable, Sendable {
    public var name: String
    /// The points from which the level is reached.
    public var xp: Int64

    public init(name: String, xp: Int64) {
        self.name = name
        self.xp = xp
    }
}

public struct BadgeRule: Codable, Hashable, Sendable {
    public var name: String
    /// What its holder has done, such as «posted a recipe».
    public var deed: String

    public init(name: String, deed: String) {
        self.name = name
        self.deed = deed
    }
}
