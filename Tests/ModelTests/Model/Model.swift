import Events
import Layout

/// The domain as plain as it can be written down: dictionaries, and a list of all that happened.
///
/// Written from the specification and not from the program. It reads nothing faster than by looking at everything, so
/// that there is nothing in it to go wrong but the rules themselves.
struct Model {
    struct Member {
        var username: String
        var name: String
        var email = ""
        var bio = ""
        var cuisines: [String] = []
        var diets: [String] = []
        var role: Role
        var isDeleted = false
        var ban: Ban?
        var joinedAt: Timestamp
        /// The last event about them, and the last that set their role, ban or deletion.
        var profileEvent: UInt64
        var statusEvent: UInt64
    }

    struct Ban {
        var event: UInt64
        var until: Timestamp?
        /// «counts as taken back from then on (…) until `unbanned`».
        var voids = false

        func holds(at time: Timestamp) -> Bool { until.map { time < $0 } ?? true }
    }

    enum Sort { case recipe, comment, repost }

    /// A recipe, a comment or a repost.
    struct Work {
        var sort: Sort
        var author: UInt64
        /// Of a comment or repost; 0 for a recipe.
        var recipe: UInt64 = 0
        /// The comment that a reply answers, the recipe that a fork was made from.
        var origin: UInt64 = 0
        var content = ProtoRecipeContent()
        /// A comment's, or a repost's quote.
        var text = ""
        var externalID: String?
        var at: Timestamp
        var editedAt: Timestamp?
        var version = 1
        var contentEvent: UInt64
        /// By its author.
        var isDeleted = false
        /// By a moderator.
        var isRemoved = false
        var isHidden: Bool { isDeleted || isRemoved }
        var lifecycleEvent: UInt64
        /// A recipe's, the newest last.
        var versions: [Version] = []
    }

    /// What a recipe said from one event on, with its author's note on the change.
    struct Version {
        var event: UInt64
        var at: Timestamp
        var content: ProtoRecipeContent
    }

    /// Why something was done, and until when it is to hold.
    struct Words {
        var text = ""
        var until: Timestamp?
        /// A picture of a cooked recipe, and what it shows.
        var image = ""
        var imageText = ""
    }

    struct Report {
        var reporter: UInt64
        var target: UInt64
        var outcome = 0
        var resolvedBy: UInt64 = 0
    }

    /// What one member does to one thing again and again with only the last act counting.
    enum Tie: Hashable { case follow, block, like, vote, rating, bookmark, read, seen, check }
    struct TieKey: Hashable {
        var tie: Tie
        var member: UInt64
        var thing: UInt64
    }
    struct TieState {
        var event: UInt64
        /// The time that it is credited to.
        var at: Timestamp
        /// The time of the first act by log order.
        var first: Timestamp
        /// 0: taken back.
        var value: Int
    }

    /// Whose plan has which recipe when.
    struct PlanPlace: Hashable {
        var member: UInt64
        var day: String
        var meal: Int
        var recipe: UInt64
    }
    struct Planned {
        var event: UInt64
        var isThere: Bool
        /// 0: not said.
        var servings: UInt32
    }

    /// Something on a member's shopping list: a line, or a recipe.
    struct Item {
        var member: UInt64
        var text: String
        /// 0: none.
        var recipe: UInt64
        var servings: UInt32
        /// The days on which it was needed; empty: it was put on the list for itself.
        var from = ""
        var through = ""
        /// 0: it is still on the list.
        var removedBy: UInt64 = 0
    }

    struct Cookbook {
        var member: UInt64
        var name: String
        var isPublic: Bool
        var wordsEvent: UInt64
        /// 0: it is there.
        var deletedBy: UInt64 = 0
        /// In their order, each with the event that put it where it is.
        var recipes: [(recipe: UInt64, event: UInt64)] = []
        /// By recipe: what last put it in or took it out.
        var ties: [UInt64: TieState] = [:]
    }

    /// One event of the log.
    struct Fact: Equatable {
        var kind: EventKind
        var actor: UInt64
        var subject: UInt64
        var owner: UInt64
        var at: Timestamp
        var recordedAt: Timestamp
        var creditedAt: Timestamp
        var value: Int
        var cause: UInt64
    }

    struct Remembered {
        var command: Command
        var event: UInt64
        /// What the command was answered with.
        var position: UInt64
        var resolved: [UInt64]
    }

    enum Verdict: Equatable {
        case done(UInt64)
        case unchanged(UInt64)
        case refused(Refusal.Code)
    }

    /// What happened, from position 1 on.
    var facts: [Fact] = [
        Fact(
            kind: .logCreated, actor: 0, subject: 0, owner: 0, at: .earliest, recordedAt: .earliest,
            creditedAt: .earliest, value: 0, cause: 0)
    ]
    var members: [UInt64: Member] = [:]
    /// The member to whom each e-mail belongs, by the folded e-mail.
    var emailOwners: [String: UInt64] = [:]
    var works: [UInt64: Work] = [:]
    var reports: [UInt64: Report] = [:]
    var ties: [TieKey: TieState] = [:]
    var plans: [PlanPlace: Planned] = [:]
    var items: [UInt64: Item] = [:]
    var cookbooks: [UInt64: Cookbook] = [:]
    /// What members and recipes brought along from before.
    var balances: [UInt64: Balance] = [:]
    /// By event that carried numbers over: by how much it changed the first of them.
    var gains: [UInt64: Int] = [:]
    /// Of the events that a moderator may read about.
    var words: [UInt64: Words] = [:]
    var origins: [Origin: Remembered] = [:]
    var rules = Model.standardRules
    var rulesEvent: UInt64 = 0

    var head: UInt64 { UInt64(facts.count) }

    // MARK: One command

    /// Carries a command out, when the log would take its events at `now`.
    mutating func apply(_ command: Command, now: Timestamp, isAtTerminal: Bool = false) -> Verdict {
        var command = command
        // «becomes admin, by the registration's own `value`»: what other registrations say there is ignored.
        if command.kind == .memberRegistered { command.value = 0 }
        do {
            if let origin = command.origin {
                let lengths = [origin.source.utf8.count, origin.id.utf8.count]
                guard lengths.allSatisfy({ (1...255).contains($0) }) else { return .refused(.invalid) }
                if let known = origins[origin] { return repeated(command, known) }
            }
            let resolved = references(of: command).map { $0.flatMap(position) ?? 0 }
            if let time = command.occurredAt, time.microseconds > now.microseconds + 300_000_000 {
                // Whatever else it would be refused for comes first.
                var ahead = self
                _ = try ahead.decide(command, now, isAtTerminal)
                return .refused(.invalid)
            }
            let verdict = try decide(command, now, isAtTerminal)
            remember(command, verdict, resolved, now)
            return verdict
        } catch {
            return .refused((error as? No)?.code ?? .unavailable)
        }
    }

    /// A refusal.
    struct No: Error {
        var code: Refusal.Code
        init(_ code: Refusal.Code) { self.code = code }
    }

    // MARK: What references name

    func position(_ reference: Reference) -> UInt64? {
        switch reference {
        case .position(let position, _): position.value
        case .username(let name):
            members.first { !$1.isDeleted && $1.username.lowercased() == name.lowercased() }?.key
        case .external(let source, let id): origins[Origin(source: source, id: id)]?.position
        }
    }

    /// «a deleted member `not-found` (the name is free again)».
    func livingMember(_ reference: Reference) throws -> UInt64 {
        if case .position(_, let letter?) = reference, letter != "m" { throw No(.notFound) }
        guard let id = position(reference), let member = members[id], !member.isDeleted else { throw No(.notFound) }
        return id
    }

    /// Deleted or not; «gone» with its author.
    func work(_ reference: Reference?, _ sort: Sort) throws -> UInt64 {
        guard let reference else { throw No(.invalid) }
        guard let id = position(reference), let work = works[id], work.sort == sort else { throw No(.notFound) }
        if case .position(_, let letter?) = reference, letter != Self.letter(sort) { throw No(.notFound) }
        guard isHere(work.author) else { throw No(.gone) }
        return id
    }

    func livingWork(_ reference: Reference?, _ sort: Sort) throws -> UInt64 {
        let id = try work(reference, sort)
        guard works[id]?.isHidden == false else { throw No(.gone) }
        return id
    }

    /// `r12`, `c20`, `p30`, `f9` or `m3`; of any other event its plain number.
    func name(of id: UInt64) -> String {
        if let work = works[id] { return "\(Self.letter(work.sort))\(id)" }
        return
            (reports[id] != nil
            ? "f" : items[id] != nil ? "i" : cookbooks[id] != nil ? "b" : members[id] != nil ? "m" : "") + "\(id)"
    }

    static func letter(_ sort: Sort) -> Character {
        switch sort {
        case .recipe: "r"
        case .comment: "c"
        case .repost: "p"
        }
    }

    /// Registered and not deleted.
    func isHere(_ member: UInt64) -> Bool { members[member].map { !$0.isDeleted } ?? false }
    /// Neither deleted nor removed nor of a deleted member.
    func isLiving(_ id: UInt64) -> Bool { works[id].map { !$0.isHidden && isHere($0.author) } ?? false }
    func holds(_ tie: Tie, _ member: UInt64, _ thing: UInt64) -> TieState? {
        ties[TieKey(tie: tie, member: member, thing: thing)].flatMap { $0.value == 0 ? nil : $0 }
    }
    /// The tie as answers have it: «every like, vote, rating, bookmark and follow of that member counts as taken back».
    func stands(_ tie: Tie, _ member: UInt64, _ thing: UInt64) -> TieState? {
        Self.marks.contains(tie) && isVoid(member) ? nil : holds(tie, member, thing)
    }
    /// Those ties that stand.
    var standing: [TieKey: TieState] {
        ties.filter { $0.value.value != 0 && !(Self.marks.contains($0.key.tie) && isVoid($0.key.member)) }
    }
    private static let marks: [Tie] = [.like, .vote, .rating, .bookmark, .follow]
    func isVoid(_ member: UInt64) -> Bool { members[member]?.ban?.voids ?? false }
    func isApart(_ one: UInt64, _ other: UInt64) -> Bool {
        holds(.block, one, other) != nil || holds(.block, other, one) != nil
    }
    func isBanned(_ member: UInt64, at now: Timestamp) -> Bool { members[member]?.ban?.holds(at: now) ?? false }
}
