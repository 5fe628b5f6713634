package import Events
import Foundation

/// How large a crowd is, and which of all crowds of that size.
package struct CrowdSize: Hashable, Sendable {
    package static let membersAllowed = 10...1_000_000
    package static let weeksAllowed = 1...520
    /// At a hundred, ten of a thousand events are registrations.
    package static let commandsPerMemberAllowed = 5...10_000

    package let members: Int
    package let weeks: Int
    package let seed: UInt64
    package let commandsPerMember: Int

    package init(members: Int, weeks: Int, seed: UInt64, commandsPerMember: Int = 100) throws(Refusal) {
        guard Self.membersAllowed.contains(members) else {
            throw Refusal(.invalid, "a crowd has 10 to 1,000,000 members, not \(members)", field: "members")
        }
        guard Self.weeksAllowed.contains(weeks) else {
            throw Refusal(.invalid, "a crowd lives 1 to 520 weeks, not \(weeks)", field: "weeks")
        }
        guard Self.commandsPerMemberAllowed.contains(commandsPerMember) else {
            throw Refusal(
                .invalid, "each of a crowd makes for 5 to 10,000 events, not \(commandsPerMember)", field: "each")
        }
        self.members = members
        self.weeks = weeks
        self.seed = seed
        self.commandsPerMember = commandsPerMember
    }

    package var commandCount: Int { members * commandsPerMember }
}

/// A crowd of any size that likes, votes, comments, follows and posts in a realistic mix.
///
/// Commands are made one after the other, and what is kept does not grow with them: some words for each member and each
/// recipe, the pairs of who follows whom, and the newest comments and marks. A quarter of the members founded the place;
/// the others join as time goes on, and the more there are, the more happens.
package struct Crowd {
    struct Member {
        var isActive = true
        /// How readily they take part, 0 to 1.
        var zeal: Double
    }

    struct Recipe {
        var author: Int32
        /// How many members there were when it was posted.
        var audience: Int32
        var isLiving = true
        /// How far its audience has been gone through, by `Mark`.
        var places: (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    }

    struct Comment {
        var number: Int
        var recipe: Int
        var author: Int
    }

    /// A like, vote or bookmark, or a following, that may be taken back.
    struct Taken {
        var kind: EventKind
        var member: Int
        var subject: Int
    }

    /// What a member does about a recipe once.
    enum Mark: UInt64 {
        case like, vote, rating, bookmark, repost
    }

    static let source = "demo"
    /// The few who write much: every hundredth member.
    static let prolificEvery = 100
    private static let freshMicroseconds: Int64 = 48 * 3_600_000_000
    /// How often something is drawn anew that could not be carried out.
    static let triesMax = 12
    /// Of one kind among all that can be taken back.
    static let takenTriesMax = 60

    let size: CrowdSize
    let prefix: String
    var random: SplitMix64
    var members: [Member] = []
    var recipes: [Recipe] = []
    var comments = RecentList<Comment>(limit: 1_000)
    var taken = RecentList<Taken>(limit: 1_000)
    var reports = RecentList<(number: Int, subject: Reported)>(limit: 1_000)
    var banned: [Int] = []
    var followings: Set<UInt64> = []
    /// How much a recipe draws the eye, and how well known a member is.
    private var appeal = WeightedList()
    private var fame = WeightedList()
    private var postedAt: [Timestamp] = []
    private var firstFresh = 0
    var commentCount = 0
    private var appointed = 0
    private(set) var number = 0
    private(set) var now: Timestamp
    private let start: Timestamp

    enum Reported {
        case recipe(Int)
        case comment(Comment)
    }

    private init(_ size: CrowdSize) {
        self.size = size
        prefix = Self.prefix(of: size)
        random = SplitMix64(seed: size.seed)
        start = DemoTime.start(weeks: size.weeks)
        now = start
    }

    /// Crowds of other sizes and seeds have other ids.
    private static func prefix(of size: CrowdSize) -> String {
        let each = size.commandsPerMember == 100 ? "" : "x\(size.commandsPerMember)"
        return "\(size.members)x\(size.weeks)\(each)/\(size.seed)/"
    }
    static func firstOrigin(of size: CrowdSize) -> Origin { Origin(source: source, id: prefix(of: size) + "m0") }

    /// Hands out all commands of a crowd, in order; the same ones each time.
    package static func forEachCommand(of size: CrowdSize, _ body: (Command) throws -> Void) throws {
        var crowd = Crowd(size)
        let founders = max(CrowdSize.membersAllowed.lowerBound, size.members / 4)
        while crowd.number < size.commandCount {
            crowd.advance()
            let later = (size.members - founders) * (crowd.number + 1) / size.commandCount
            if crowd.members.count < founders + later {
                try body(crowd.registration())
            } else if crowd.appointed < moderators.count {
                try body(crowd.appointment())
            } else {
                try body(crowd.next())
            }
        }
    }

    // MARK: Time

    /// More happens from week to week, and by day more than by night.
    private mutating func advance() {
        let share = pow(Double(number) / Double(size.commandCount), 0.8)
        let days = share * Double(size.weeks * 7)
        // Of a day's events none fall before six; the density rises until the evening.
        let seconds = days.rounded(.down) * 86_400 + 21_600 + 64_000 * pow(days - days.rounded(.down), 0.8)
        now = Timestamp(microseconds: start.microseconds + Int64(seconds * 1_000_000))
        while firstFresh < postedAt.count, now.microseconds - postedAt[firstFresh].microseconds > Self.freshMicroseconds
        {
            firstFresh += 1
        }
    }

    // MARK: Commands

    mutating func command(
        _ kind: EventKind, by member: Int?, on subject: Reference? = nil, cause: Reference? = nil, id: String? = nil,
        payload: Payload = .none, value: UInt8 = 0
    ) -> Command {
        number += 1
        return Command(
            kind, actor: member.map { reference("m\($0)") }, subject: subject, cause: cause, occurredAt: now,
            origin: Origin(source: Self.source, id: prefix + (id ?? "e\(number)")), payload: payload, value: value)
    }

    func reference(_ id: String) -> Reference { .external(source: Self.source, id: prefix + id) }

    private mutating func registration() -> Command {
        let index = members.count
        // Few take part in nearly everything, most in little.
        members.append(Member(zeal: min(1, 0.15 * pow(1 - random.unit(), -0.7))))
        // A power law of exponent 2.2 for how many follow a member; the mix makes their mean: 7.
        fame.append(pow(1 - random.unit(), -1 / 1.2))
        return command(
            .memberRegistered, by: nil, id: "m\(index)", payload: .registration(CrowdNames.registration(index)))
    }

    /// The second and third member look after the others.
    private mutating func appointment() -> Command {
        let moderator = Self.moderators[appointed]
        appointed += 1
        return command(
            .memberRoleChanged, by: nil, on: reference("m\(moderator)"), value: Role.moderator.rawValue)
    }

    static let moderators = [1, 2]

    /// Another draw where a draw cannot be carried out.
    private mutating func next() -> Command {
        if recipes.count < 8 { return post() }
        for _ in 0..<Self.triesMax {
            if let command = command(for: random.pick(CrowdAct.lots)) { return command }
        }
        return comment() ?? post()
    }

    // MARK: Whom and what

    mutating func anyMember() -> Int {
        while true {
            let index = random.below(members.count)
            if members[index].isActive, random.chance(members[index].zeal) { return index }
        }
    }

    /// Four of ten recipes are by every hundredth member.
    mutating func author() -> Int {
        while true {
            var index = random.below(members.count)
            if random.chance(0.4) {
                index = Self.prolificEvery * random.below((members.count - 1) / Self.prolificEvery + 1)
            } else if index % Self.prolificEvery == 0 {
                continue
            }
            if members[index].isActive { return index }
        }
    }

    /// A living recipe: mostly of the last two days, and among those by Zipf's law.
    mutating func anyRecipe() -> Int? {
        for _ in 0..<Self.triesMax {
            let isFresh = firstFresh < recipes.count && random.chance(0.85)
            let recipe = appeal.draw(in: (isFresh ? firstFresh : 0)..<recipes.count, &random)
            if recipes[recipe].isLiving { return recipe }
        }
        return nil
    }

    mutating func anyoneKnown() -> Int { fame.draw(in: 0..<members.count, &random) }

    mutating func add(_ recipe: Recipe) {
        recipes.append(recipe)
        // Weights whose sizes and ranks follow Zipf's law.
        appeal.append(1 / (0.005 + random.unit()))
        postedAt.append(now)
    }

    /// A member who has not yet done that about a recipe, and the recipe.
    mutating func newcomer(to mark: Mark) -> (member: Int, recipe: Int)? {
        for _ in 0..<Self.triesMax {
            guard let recipe = anyRecipe() else { return nil }
            let seed = size.seed ^ UInt64(recipe) << 3 ^ mark.rawValue
            let audience = Audience(count: Int(recipes[recipe].audience), seed: seed)
            while let member = audience.member(at: Int(recipes[recipe][mark])) {
                recipes[recipe][mark] += 1
                guard members[member].isActive, member != Int(recipes[recipe].author) else { continue }
                if random.chance(members[member].zeal) { return (member, recipe) }
            }
        }
        return nil
    }
}

extension Crowd.Recipe {
    subscript(mark: Crowd.Mark) -> Int32 {
        get {
            switch mark {
            case .like: places.0
            case .vote: places.1
            case .rating: places.2
            case .bookmark: places.3
            case .repost: places.4
            }
        }
        set {
            switch mark {
            case .like: places.0 = newValue
            case .vote: places.1 = newValue
            case .rating: places.2 = newValue
            case .bookmark: places.3 = newValue
            case .repost: places.4 = newValue
            }
        }
    }
}
