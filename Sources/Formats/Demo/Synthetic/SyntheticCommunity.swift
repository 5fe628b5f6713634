package import Events
import Foundation

/// A community of any size whose members like, vote, comment, follow and post in a realistic mix.
///
/// Commands are made one after the other. Memory holds some words for each member and each recipe, the pairs of follower
/// and followed member, and a bounded number of recent comments and marks. A quarter of the members join at the
/// beginning, the others in the course of the weeks. The number of events per day grows.
package struct SyntheticCommunity {
    /// The numbers from which all events of a synthetic community follow.
    package struct Size: Hashable, Sendable {
        package static let membersAllowed = 10...1_000_000
        package static let weeksAllowed = 1...520
        /// Each member registers once: at a hundred, ten of a thousand events are registrations.
        package static let commandsPerMemberAllowed = 5...10_000

        package let members: Int
        package let weeks: Int
        package let seed: UInt64
        package let commandsPerMember: Int

        package init(members: Int, weeks: Int, seed: UInt64, commandsPerMember: Int = 100) throws(Refusal) {
            guard Self.membersAllowed.contains(members) else {
                throw Refusal(
                    .invalid, "a synthetic community has 10 to 1,000,000 members, not \(members)", field: "members")
            }
            guard Self.weeksAllowed.contains(weeks) else {
                throw Refusal(.invalid, "a synthetic community lasts 1 to 520 weeks, not \(weeks)", field: "weeks")
            }
            guard Self.commandsPerMemberAllowed.contains(commandsPerMember) else {
                throw Refusal(
                    .invalid,
                    "a synthetic community has 5 to 10,000 events for each member, not \(commandsPerMember)",
                    field: "each")
            }
            self.members = members
            self.weeks = weeks
            self.seed = seed
            self.commandsPerMember = commandsPerMember
        }

        package var commandCount: Int { members * commandsPerMember }
    }

    struct Member {
        var isActive = true
        /// The probability that the member acts when drawn, 0 to 1.
        var zeal: Double
    }

    struct Recipe {
        var author: Int32
        /// The number of members when it was posted.
        var audience: Int32
        var isLiving = true
        /// By `Mark`: the next place in its `Audience`.
        var places: (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    }

    struct Comment {
        var number: Int
        var recipe: Int
        var author: Int
    }

    /// A like, vote, bookmark or follow that may be taken back.
    struct Taken {
        var kind: EventKind
        var member: Int
        var subject: Int
    }

    /// The actions that a member does at most once per recipe.
    enum Mark: UInt64 {
        case like, vote, rating, bookmark, repost
    }

    static let source = "demo"
    /// Every hundredth member writes many recipes.
    static let prolificEvery = 100
    private static let freshMicroseconds: Int64 = 48 * 3_600_000_000
    /// The number of draws before an action that cannot be carried out is given up.
    static let triesMax = 12
    /// The number of draws in search of a like, vote, bookmark or follow of one kind.
    static let takenTriesMax = 60

    let size: Size
    let prefix: String
    var random: SplitMix64
    var members: [Member] = []
    var recipes: [Recipe] = []
    var comments = RecentList<Comment>(limit: 1_000)
    var taken = RecentList<Taken>(limit: 1_000)
    var reports = RecentList<(number: Int, subject: Reported)>(limit: 1_000)
    var banned: [Int] = []
    var followings: Set<UInt64> = []
    /// By recipe: the weight with which it is drawn.
    private var appeal = WeightedList()
    /// By member: the weight with which they are drawn as the one to follow.
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

    private init(_ size: Size) {
        self.size = size
        prefix = Self.prefix(of: size)
        random = SplitMix64(seed: size.seed)
        start = DemoTime.start(weeks: size.weeks)
        now = start
    }

    /// Other sizes and seeds have other ids.
    private static func prefix(of size: Size) -> String {
        let each = size.commandsPerMember == 100 ? "" : "x\(size.commandsPerMember)"
        return "\(size.members)x\(size.weeks)\(each)/\(size.seed)/"
    }
    static func firstOrigin(of size: Size) -> Origin { Origin(source: source, id: prefix(of: size) + "m0") }

    /// Calls `body` with all commands, in order. The same size always gives the same commands.
    package static func forEachCommand(of size: Size, _ body: (Command) throws -> Void) throws {
        var community = SyntheticCommunity(size)
        let founders = max(Size.membersAllowed.lowerBound, size.members / 4)
        while community.number < size.commandCount {
            community.advance()
            let later = (size.members - founders) * (community.number + 1) / size.commandCount
            if community.members.count < founders + later {
                try body(community.registration())
            } else if community.appointed < moderators.count {
                try body(community.appointment())
            } else {
                try body(community.next())
            }
        }
    }

    // MARK: Time

    /// The number of events grows from week to week, and none happen at night.
    private mutating func advance() {
        let share = pow(Double(number) / Double(size.commandCount), 0.8)
        let days = share * Double(size.weeks * 7)
        // No event of a day is before six. Their density rises until the evening.
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
        // Few members take part in nearly everything, most in little.
        members.append(Member(zeal: min(1, 0.15 * pow(1 - random.unit(), -0.7))))
        // The number of followers has a power law of exponent 2.2. Its mean, 7, follows from the shares of `Act`.
        fame.append(pow(1 - random.unit(), -1 / 1.2))
        return command(
            .memberRegistered, by: nil, id: "m\(index)", payload: .registration(SyntheticNames.registration(index)))
    }

    /// The second and third member are moderators.
    private mutating func appointment() -> Command {
        let moderator = Self.moderators[appointed]
        appointed += 1
        return command(
            .memberRoleChanged, by: nil, on: reference("m\(moderator)"), value: Role.moderator.rawValue)
    }

    static let moderators = [1, 2]

    /// The next action. Draws again if a drawn action cannot be carried out.
    private mutating func next() -> Command {
        if recipes.count < 8 { return post() }
        for _ in 0..<Self.triesMax {
            if let command = command(for: random.pick(Act.lots)) { return command }
        }
        return comment() ?? post()
    }

    // MARK: Draws

    mutating func anyMember() -> Int {
        while true {
            let index = random.below(members.count)
            if members[index].isActive, random.chance(members[index].zeal) { return index }
        }
    }

    /// The author of the next recipe: every hundredth member together writes four of ten.
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

    /// A recipe that is not deleted: mostly of the last two days, and among those by Zipf's law.
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
        // The weights follow Zipf's law.
        appeal.append(1 / (0.005 + random.unit()))
        postedAt.append(now)
    }

    /// A recipe, and a member who has not yet acted on it in that way.
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

extension SyntheticCommunity.Recipe {
    subscript(mark: SyntheticCommunity.Mark) -> Int32 {
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
