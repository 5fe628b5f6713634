/// The rules of scoring and discovery. `rules.changed` stores all of them at once.
package struct Rules: Hashable, Sendable {
    package struct Level: Hashable, Sendable {
        package var name: String
        /// The XP from which the level is reached.
        package var xp: Int64

        package init(_ name: String, from xp: Int64) {
            self.name = name
            self.xp = xp
        }
    }

    package struct Badges: Hashable, Sendable {
        /// Trending Chef: likes received in one week.
        package var trendingLikes: Int64
        /// Community Helper: comments in one week.
        package var helpfulComments: Int64
        /// Loved Chef: likes received in total.
        package var lovedLikes: Int64
        /// Top Contributor: this share of a completed week's board, in percent.
        package var topPercent: Int
        /// Top Contributor: a board with fewer participants has none.
        package var topContributorMinParticipants: Int

        package static let minParticipants = 5

        package init(
            trendingLikes: Int64, helpfulComments: Int64, lovedLikes: Int64, topPercent: Int,
            topContributorMinParticipants: Int = minParticipants
        ) {
            self.trendingLikes = trendingLikes
            self.helpfulComments = helpfulComments
            self.lovedLikes = lovedLikes
            self.topPercent = topPercent
            self.topContributorMinParticipants = topContributorMinParticipants
        }
    }

    package struct Collection: Hashable, Sendable {
        package var name: String
        /// A recipe needs one of these tags; with no tags, every recipe fits.
        package var tags: [String]
        package var maxMinutes: UInt32?

        package init(_ name: String, tags: [String] = [], maxMinutes: UInt32? = nil) {
            self.name = name
            self.tags = tags
            self.maxMinutes = maxMinutes
        }
    }

    package var awards: AwardRules
    /// Ascending; the first level begins at zero.
    package var levels: [Level]
    package var badges: Badges
    package var rating: RatingPrior
    package var collections: [Collection]

    package init(
        awards: AwardRules, levels: [Level], badges: Badges, rating: RatingPrior, collections: [Collection]
    ) {
        self.awards = awards
        self.levels = levels
        self.badges = badges
        self.rating = rating
        self.collections = collections
    }

    /// In force until the first `rules.changed`.
    package static let standard = Rules(
        awards: AwardRules([.recipes: 10, .likesReceived: 2, .comments: 1, .bookmarks: 1]),
        levels: [
            Level("Beginner Cook", from: 0), Level("Home Chef", from: 50), Level("Pro Chef", from: 150),
            Level("Master Chef", from: 400),
        ],
        badges: Badges(trendingLikes: 12, helpfulComments: 8, lovedLikes: 30, topPercent: 10),
        rating: .standard,
        collections: [
            Collection("Cozy Breakfasts", tags: ["breakfast", "brunch"]),
            Collection("Spicy Dinners", tags: ["spicy"]),
            Collection("Sweet Treats", tags: ["dessert", "desserts", "sweet"]),
            Collection("Quick Fixes", maxMinutes: 30),
            Collection("Healthy Bowls", tags: ["healthy"]),
        ])

    /// The highest level that `xp` reaches, and the XP of the next one; `nil` at the top.
    package func level(xp: Int64) -> (name: String, nextAt: Int64?) {
        let reached = levels.last { $0.xp <= max(xp, 0) }
        return (reached?.name ?? levels.first?.name ?? "", levels.first { $0.xp > max(xp, 0) }?.xp)
    }

    /// The number of places on a board that make a Top Contributor: rounded up, so at least one on a board with enough
    /// participants.
    package func topPlaces(participants: Int) -> Int {
        guard participants >= badges.topContributorMinParticipants else { return 0 }
        return (participants * badges.topPercent + 99) / 100
    }
}

/// The points of awards.
package struct AwardRules: Hashable, Sendable {
    // By award kind, and in place, because every event reads them.
    private var points = SIMD8<Int64>.zero
    private var dailyCaps = SIMD8<Int64>(repeating: .max)
    /// The bits of all kinds with points: an act without points is no award.
    package private(set) var countingKinds = SIMD8<Int32>.zero

    package init(_ points: [AwardKind: Int64], dailyCaps: [AwardKind: Int64] = [:]) {
        for (kind, value) in points {
            self.points[kind.rawValue] = value
            countingKinds[kind.rawValue] = value == 0 ? 0 : -1
        }
        for (kind, value) in dailyCaps { self.dailyCaps[kind.rawValue] = value }
    }

    package subscript(_ kind: AwardKind) -> Int64 { points[kind.rawValue] }
    /// The number of awards of a kind that may earn points in a day; `nil`: unlimited. All awards are counted.
    package func dailyCap(_ kind: AwardKind) -> Int64? {
        dailyCaps[kind.rawValue] == .max ? nil : dailyCaps[kind.rawValue]
    }

    /// The points of that many awards of a kind on one day.
    package func points(of count: Int64, _ kind: AwardKind) -> Int64 {
        points[kind.rawValue] * min(count, dailyCaps[kind.rawValue])
    }
}

/// The prior of a recipe's ratings: the mean is computed as if `weight` ratings of `stars` came first.
package struct RatingPrior: Hashable, Sendable {
    package var stars: Double
    package var weight: Double

    package init(stars: Double, weight: Double) {
        self.stars = stars
        self.weight = weight
    }

    package static let standard = RatingPrior(stars: 3.5, weight: 5)
}

/// The kinds of awards: the acts for which rules can give points.
///
/// The kinds include only acts whose retraction carries the time at which they were earned, so that a week is a plain
/// sum. The raw values are part of the views' formats.
package enum AwardKind: Int, CaseIterable, Sendable {
    case recipes = 0
    case likesReceived = 1
    case comments = 2
    case bookmarks = 3
    case cooked = 4
    case commentLikesReceived = 5
    case followersWon = 6

    package static let count = allCases.count

    /// The kind of the event that earns it.
    package var eventKind: EventKind {
        switch self {
        case .recipes: .recipePosted
        case .likesReceived: .recipeLiked
        case .comments: .commentPosted
        case .bookmarks: .recipeBookmarked
        case .cooked: .recipeCooked
        case .commentLikesReceived: .commentLiked
        case .followersWon: .memberFollowed
        }
    }

    /// Whether it comes from a mark: a like, bookmark or follow, which a ban may void.
    package var isOfMark: Bool {
        switch self {
        case .likesReceived, .bookmarks, .commentLikesReceived, .followersWon: true
        case .recipes, .comments, .cooked: false
        }
    }

    package init?(_ kind: EventKind) {
        guard let award = Self.allCases.first(where: { $0.eventKind == kind }) else { return nil }
        self = award
    }
}

extension Rules {
    /// Reads rules from a payload. Total: kinds that cannot have points are skipped.
    package init(_ message: ProtoRules) {
        var points: [AwardKind: Int64] = [:]
        var caps: [AwardKind: Int64] = [:]
        for award in message.awards {
            guard let kind = EventKind(name: award.kind).flatMap(AwardKind.init) else { continue }
            points[kind] = Int64(award.points)
            if award.hasDailyCap { caps[kind] = Int64(award.dailyCap) }
        }
        self.init(
            awards: AwardRules(points, dailyCaps: caps),
            levels: message.levels.map { Level($0.name, from: Int64($0.xp)) },
            badges: Badges(
                trendingLikes: Int64(message.badges.trendingLikes),
                helpfulComments: Int64(message.badges.helpfulComments),
                lovedLikes: Int64(message.badges.lovedLikes), topPercent: Int(message.badges.topPercent),
                topContributorMinParticipants: message.badges.hasTopContributorMinParticipants
                    ? Int(message.badges.topContributorMinParticipants) : Badges.minParticipants),
            rating: RatingPrior(stars: message.rating.stars, weight: message.rating.weight),
            collections: message.collections.map {
                Collection($0.name, tags: $0.tags, maxMinutes: $0.hasMaxMinutes ? $0.maxMinutes : nil)
            })
    }

    /// The rules as a payload; kinds without points or cap are left out.
    package var message: ProtoRules {
        var message = ProtoRules()
        for kind in AwardKind.allCases where awards[kind] != 0 || awards.dailyCap(kind) != nil {
            var award = ProtoRules.Award()
            award.kind = kind.eventKind.name
            award.points = Int32(clamping: awards[kind])
            if let cap = awards.dailyCap(kind) { award.dailyCap = UInt32(clamping: cap) }
            message.awards.append(award)
        }
        message.levels = levels.map {
            var level = ProtoRules.Level()
            level.name = $0.name
            level.xp = UInt32(clamping: $0.xp)
            return level
        }
        message.badges.trendingLikes = UInt32(clamping: badges.trendingLikes)
        message.badges.helpfulComments = UInt32(clamping: badges.helpfulComments)
        message.badges.lovedLikes = UInt32(clamping: badges.lovedLikes)
        message.badges.topPercent = UInt32(clamping: badges.topPercent)
        message.badges.topContributorMinParticipants = UInt32(clamping: badges.topContributorMinParticipants)
        message.rating.stars = rating.stars
        message.rating.weight = rating.weight
        message.collections = collections.map {
            var collection = ProtoRules.Collection()
            collection.name = $0.name
            collection.tags = $0.tags
            if let minutes = $0.maxMinutes { collection.maxMinutes = minutes }
            return collection
        }
        return message
    }
}
