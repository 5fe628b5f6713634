import Events

/// Ten weeks of the sample community: its members visit, see new recipes, and act on them by their temperament.
///
/// Everything follows from the seed. The community keeps track of deleted and banned members, blocks, and deleted recipes
/// and comments, so that no command is refused.
struct SampleCommunity {
    /// A planned act of a member.
    enum Act {
        case join(member: Int)
        case post(recipe: CookbookRecipe)
        case fork(recipe: Int, fork: CookbookRecipe.Fork, member: Int)
        case visit(member: Int)
        case ask(recipe: Int, exchange: CookbookRecipe.Exchange)
        case answer(recipe: Int, exchange: CookbookRecipe.Exchange, question: Int)
        case thank(recipe: Int, answer: Int, member: Int)
        case respond(recipe: Int, remark: Int)
        case cook(recipe: Int, member: Int)
        case edit(recipe: Int, exchange: CookbookRecipe.Exchange)
        case scene(Scene)
    }

    struct Person {
        var member: SampleMember
        var isHere = false
        var following: Set<Int> = []
        /// The members with whom a block exists, in either direction.
        var blocked: Set<Int> = []
    }

    struct Recipe {
        var id: String
        var author: Int
        var content: ProtoRecipeContent
        var postedAt: Timestamp
        var isLiving = true
        /// The remarks that members who cook it have not made yet.
        var remarks: [String]
        var comments: [Comment] = []
        var seenBy: Set<Int> = []
        var likedBy: [Int] = []
        var votedBy: [Int] = []
        var bookmarkedBy: [Int] = []
        var repostedBy: [Int] = []
        var stars: [Int: UInt8] = [:]
    }

    struct Comment {
        var id: String
        var author: Int
        var isLiving = true
        var likedBy: Set<Int> = []
    }

    static let source = "demo"

    var random: SplitMix64
    var agenda = Agenda<Act>()
    var people: [Person]
    var recipes: [Recipe] = []
    private(set) var now: Timestamp
    private(set) var commands: [Command] = []
    /// The ids of the commands, without the prefix.
    private(set) var ids: [String] = []
    private var decks: [String: [String]] = [:]
    private let prefix: String
    let start: Timestamp

    /// The ids of seed 1 have no prefix, so that people can type them. Other seeds need other ids.
    static func prefix(seed: UInt64) -> String { seed == 1 ? "" : "seed-\(seed)/" }

    /// All commands, in order.
    static func commands(seed: UInt64) -> [Command] {
        var community = SampleCommunity(seed: seed)
        community.live()
        return community.commands
    }

    private init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        prefix = Self.prefix(seed: seed)
        people = Cast.members.map { Person(member: $0) }
        start = DemoTime.start(weeks: DemoTime.sampleWeeks)
        now = start
    }

    private mutating func live() {
        planJoining()
        planPosting()
        planVisits()
        planScenes()
        while let (time, act) = agenda.next() {
            guard time < DemoTime.end else { continue }
            now = max(now, time)
            perform(act)
        }
    }

    private mutating func perform(_ act: Act) {
        switch act {
        case .join(let member): join(member)
        case .post(let recipe): post(recipe)
        case .fork(let recipe, let fork, let member): self.fork(recipe, fork, by: member)
        case .visit(let member): visit(member)
        case .ask(let recipe, let exchange): ask(recipe, exchange)
        case .answer(let recipe, let exchange, let question): answer(recipe, exchange, question)
        case .thank(let recipe, let answer, let member): thank(recipe, answer, member)
        case .respond(let recipe, let remark): respond(recipe, remark)
        case .cook(let recipe, let member): cook(recipe, member)
        case .edit(let recipe, let exchange): edit(recipe, exchange)
        case .scene(let scene): play(scene)
        }
    }

    // MARK: Time

    /// A moment of the `day`-th day since the community began.
    func time(day: Int, hour: Int, minute: Int = 0) -> Timestamp {
        Timestamp(microseconds: start.microseconds + Int64(day * 86_400 + hour * 3_600 + minute * 60) * 1_000_000)
    }

    /// A time `hours` from now, moved to the morning if it is at night.
    mutating func later(hours: ClosedRange<Int>) -> Timestamp {
        let minutes = hours.lowerBound * 60 + random.below((hours.upperBound - hours.lowerBound) * 60 + 1)
        let time = Timestamp(microseconds: now.microseconds + Int64(minutes) * 60_000_000)
        let hour = Int(time.microseconds / 3_600_000_000 % 24)
        let sleep = hour < 7 ? 8 - hour : hour >= 23 ? 9 : 0
        return Timestamp(microseconds: time.microseconds + Int64(sleep) * 3_600_000_000)
    }

    // MARK: Acting

    func reference(_ id: String) -> Reference { .external(source: Self.source, id: prefix + id) }
    func reference(of member: Int) -> Reference { reference("member/\(people[member].member.username)") }
    func member(_ username: String) -> Int {
        guard let index = people.firstIndex(where: { $0.member.username == username }) else {
            preconditionFailure("no member is called \(username)")
        }
        return index
    }

    /// Adds a command, some seconds after the previous one, and returns its id. The actor `nil` is the operator.
    @discardableResult
    mutating func act(
        _ kind: EventKind, by member: Int?, on subject: Reference? = nil, cause: Reference? = nil, id: String? = nil,
        payload: Payload = .none, value: UInt8 = 0
    ) -> String {
        now = Timestamp(microseconds: now.microseconds + Int64(3 + random.below(20)) * 1_000_000)
        let id = id ?? "\(kind.name)/\(commands.count + 1)"
        commands.append(
            Command(
                kind, actor: member.map(reference(of:)), subject: subject, cause: cause, occurredAt: now,
                origin: Origin(source: Self.source, id: prefix + id), payload: payload, value: value))
        ids.append(id)
        return id
    }

    /// Whether both are members now and neither has blocked the other.
    func canMeet(_ member: Int, _ other: Int) -> Bool {
        people[member].isHere && people[other].isHere && !people[member].blocked.contains(other)
    }

    /// Whether the member may act on the recipe.
    func canTouch(_ member: Int, _ recipe: Int) -> Bool {
        recipes[recipe].isLiving && canMeet(member, recipes[recipe].author)
    }

    /// The next of `sentences` in a random order. Each is used once before any is used again.
    mutating func deal(_ name: String, _ sentences: [String]) -> String {
        if let card = decks[name]?.popLast() { return card }
        var deck = random.shuffled(sentences)
        let card = deck.popLast() ?? ""
        decks[name] = deck
        return card
    }
}
