import Events
import Foundation
import Layout
import TestSupport

/// Rolls commands that mostly make sense, and sometimes, on purpose, do not.
struct CommandDice {
    var numbers: SeededGenerator
    /// Those with an origin: to be sent again, the same or changed.
    private var sent: [Command] = []
    private var names = 0
    private var now = Timestamp.earliest

    /// What every history begins with: the admin registers at the terminal.
    static let first = {
        var said = ProtoMemberRegistered()
        said.username = "chief"
        said.name = "The Chief"
        return Command(.memberRegistered, actor: nil, payload: .registration(said))
    }()

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    /// Of a sorted copy: dictionaries are in another order in every process.
    mutating func pick<T: Comparable>(_ things: some Sequence<T>) -> T? { numbers.pick(things.sorted()) }

    /// How often each kind is asked for.
    private static let weights: [(EventKind, Int)] = [
        (.memberRegistered, 9), (.memberProfileChanged, 5), (.memberDeleted, 2), (.memberFollowed, 10),
        (.memberUnfollowed, 4), (.memberBlocked, 3), (.memberUnblocked, 4), (.memberRoleChanged, 4),
        (.memberBanned, 4), (.memberUnbanned, 4), (.recipePosted, 14), (.recipeEdited, 10), (.recipeDeleted, 5),
        (.recipeRestored, 4), (.recipeLiked, 14), (.recipeUnliked, 6), (.recipeUpvoted, 7), (.recipeDownvoted, 6),
        (.recipeVoteRetracted, 4), (.recipeRated, 9), (.recipeRatingRetracted, 3), (.recipeBookmarked, 8),
        (.recipeUnbookmarked, 4), (.recipeReposted, 8), (.repostDeleted, 4), (.recipeCooked, 4), (.commentPosted, 16),
        (.commentEdited, 4), (.commentDeleted, 5), (.commentRestored, 4), (.commentLiked, 8), (.commentUnliked, 4),
        (.reportFiled, 8), (.reportResolved, 6), (.notificationsRead, 4), (.feedSeen, 4), (.rulesChanged, 4),
        (.memberLoggedIn, 1), (.planSet, 6), (.planCleared, 3), (.listItemAdded, 4), (.listItemChecked, 3),
        (.listItemUnchecked, 2), (.listItemRemoved, 2), (.cookbookCreated, 3), (.cookbookChanged, 2),
        (.memberPointsCarriedOver, 2), (.recipeCountsCarriedOver, 2), (.cookbookDeleted, 1), (.cookbookRecipeAdded, 8),
        (.cookbookRecipeRemoved, 3), (.cookbookRecipeMoved, 5), (.recipeCookNoteDeleted, 4),
    ]

    mutating func roll(_ model: Model, now: Timestamp) -> Command {
        self.now = now
        if chance(8), let old = numbers.pick(sent) { return again(old) }
        var turn = number(1...Self.weights.reduce(0) { $0 + $1.1 })
        let kind = Self.weights.first { weight in
            turn -= weight.1
            return turn <= 0
        }?.0
        var command = roll(kind ?? .recipeLiked, model, now)
        if chance(70) { command.occurredAt = time(now) }
        if chance(35) {
            let source = chance(2) ? "" : "app"
            command.origin = Origin(
                source: source, id: "\(sent.count)" + (chance(1) ? String(repeating: "x", count: 256) : ""))
            sent.append(command)
        }
        return command
    }

    /// «it is the same command (kind, actor, subject, cause, data, and `time` where given)» — or is it?
    private mutating func again(_ old: Command) -> Command {
        var command = old
        guard chance(40) else { return command }
        switch number(0...4) {
        case 0: command.occurredAt = chance(50) ? nil : Timestamp(seconds: 1_768_000_000)
        case 1: (command.kind, command.payload, command.value) = (.recipeLiked, .none, 0)
        case 2: command.actor = .username("name1")
        case 3: command.subject = .position(Position(UInt64(number(1...60))), letter: nil)
        default: command.value = command.value &+ 1
        }
        return command
    }

    /// A handful of weeks around the turn of a year, few hours: ties are frequent, and so are days that end a week.
    private mutating func time(_ now: Timestamp) -> Timestamp {
        if chance(1) { return Timestamp(microseconds: now.microseconds + 600_000_000) }
        let sunday: Int64 = 1_766_880_000  // 2025-12-28, the last day of 2025-W52
        let day = Int64(number(-6...24))
        return Timestamp(seconds: sunday + day * 86_400 + [0, 43_200, 43_200, 86_399][number(0...3)])
    }

    private mutating func roll(_ kind: EventKind, _ model: Model, _ now: Timestamp) -> Command {
        var command = Command(kind, actor: nil)
        (command.payload, command.value) = words(kind, model, now)
        if kind == .memberRegistered {
            if chance(30) { command.actor = .username(chance(80) ? "name\(names)" : "somebody") }
            return command
        }
        let subject = subject(of: kind, model)
        if subject == nil, !Self.withoutSubject.contains(kind) {
            // Nothing of that sort is there yet: then let something come to be.
            let maker: [EventKind: EventKind] = [
                .reportResolved: .reportFiled, .repostDeleted: .recipeReposted, .listItemChecked: .listItemAdded,
                .listItemUnchecked: .listItemAdded, .listItemRemoved: .listItemAdded,
                .cookbookChanged: .cookbookCreated, .cookbookDeleted: .cookbookCreated,
                .cookbookRecipeAdded: .cookbookCreated, .cookbookRecipeRemoved: .cookbookCreated,
                .cookbookRecipeMoved: .cookbookCreated, .recipeCookNoteDeleted: .recipeCooked,
            ]
            let isOnComment = kind.name.hasPrefix("comment.") && kind != .commentPosted
            return roll(maker[kind] ?? (isOnComment ? .commentPosted : .recipePosted), model, now)
        }
        command.actor = actor(of: kind, on: subject, model)
        // Only imports carry over numbers, in no member's name.
        if kind.isCarriedOver {
            if chance(90) { command.actor = nil }
            if chance(95) { command.authority = .operator }
        }
        command.subject = subject.map { chance(4) ? junk(model) : reference($0, model) }
        if chance(1) { command.subject = nil }
        switch kind {
        case .commentPosted:
            let replied = model.works.filter { $0.value.sort == .comment && $0.value.recipe == subject }.keys
                .sorted()
            if chance(50), let parent = pick(replied.filter { chance(10) || model.isLiving($0) }) {
                command.cause = reference(parent, model)
            } else if chance(3) {
                command.cause = junk(model)
            }
        case .recipePosted:
            if chance(20) { command.cause = work(.recipe, model).map { reference($0, model) } }
        case .listItemAdded:
            let isLine = if case .listItem(let item) = command.payload { item.hasText } else { false }
            if chance(isLine ? 4 : 96) { command.cause = work(.recipe, model).map { reference($0, model) } }
        case .cookbookRecipeAdded:
            command.cause = chance(3) ? junk(model) : work(.recipe, model).map { reference($0, model) }
        case .cookbookRecipeRemoved, .cookbookRecipeMoved:
            let placed = subject.flatMap { model.cookbooks[$0]?.recipes.map(\.recipe) } ?? []
            command.cause = (chance(90) ? pick(placed) : work(.recipe, model)).map { reference($0, model) }
            if kind == .cookbookRecipeMoved {
                command.value = UInt8(number(chance(4) ? 0...9 : 1...max(1, placed.count)))
            }
        case .recipeCookNoteDeleted:
            let noted = (1...model.head).filter { model.hasNote($0) && model.facts[Int($0) - 1].subject == subject }
            guard let event = pick(noted) else { break }
            command.cause = chance(4) ? junk(model) : reference(event, model, isBare: true)
            if chance(60) { command.actor = reference(model.facts[Int(event) - 1].actor, model) }
            if chance(60) { command.subject = nil }
        case .notificationsRead, .feedSeen:
            if chance(50) { command.cause = reference(UInt64(number(1...Int(model.head))), model, isBare: chance(80)) }
        case .reportResolved:
            // Members cannot be removed, so it would mostly be refused.
            let target = subject.flatMap { model.reports[$0]?.target }
            if let target, model.isLiving(target), chance(60) { command.value = 2 }
        case .recipeEdited, .commentEdited:
            if chance(20) { command.expectedVersion = UInt32(number(1...3)) }
        default: break
        }
        return command
    }

    private static let withoutSubject: [EventKind] = [
        .recipePosted, .rulesChanged, .notificationsRead, .feedSeen, .memberProfileChanged, .listItemAdded,
        .cookbookCreated,
    ]

    // MARK: Whom and what

    private mutating func actor(of kind: EventKind, on subject: UInt64?, _ model: Model) -> Reference? {
        let now = now
        let living = model.members.filter { !$0.value.isDeleted && $0.value.ban?.holds(at: now) != true }
        let staff = living.filter { $0.value.role > .member }.keys
        let choice = number(0...99)
        if choice < 2 { return .username("nobody") }
        if choice < 4 { return nil }
        if choice < 8, let member = pick(model.members.keys) { return reference(member, model) }
        let wantsStaff: [EventKind] = [
            .memberRoleChanged, .memberBanned, .memberUnbanned, .reportResolved, .rulesChanged, .recipeCookNoteDeleted,
        ]
        if wantsStaff.contains(kind), chance(90) {
            if kind == .memberRoleChanged || kind == .rulesChanged, chance(30) { return nil }
            return pick(staff).map { reference($0, model) }
        }
        let wantsAuthor: [EventKind] = [
            .recipeEdited, .commentEdited, .recipeDeleted, .commentDeleted, .repostDeleted, .recipeRestored,
            .commentRestored,
        ]
        if wantsAuthor.contains(kind), let author = subject.flatMap({ model.works[$0]?.author }) {
            if kind != .recipeEdited, kind != .commentEdited, chance(30) {
                return pick(staff).map { reference($0, model) }
            }
            if chance(90) { return reference(author, model) }
        }
        // A member who takes something back has mostly done it.
        let ties: [EventKind: Model.Tie] = [
            .recipeUnliked: .like, .commentUnliked: .like, .recipeUnbookmarked: .bookmark,
            .recipeVoteRetracted: .vote, .recipeRatingRetracted: .rating, .memberUnfollowed: .follow,
            .memberUnblocked: .block,
        ]
        if let tie = ties[kind], let subject, chance(85) {
            let tied = living.keys.filter { model.holds(tie, $0, subject) != nil }
            if let member = pick(tied) { return reference(member, model) }
        }
        // Some do again what they took back.
        let repeated: [EventKind: Model.Tie] = [
            .recipeLiked: .like, .commentLiked: .like, .recipeBookmarked: .bookmark, .memberFollowed: .follow,
        ]
        if let tie = repeated[kind], let subject, chance(40) {
            let untied = living.keys.filter {
                model.ties[Model.TieKey(tie: tie, member: $0, thing: subject)]?.value == 0
            }
            if let member = pick(untied) { return reference(member, model) }
        }
        let owners = subject.flatMap { model.items[$0]?.member ?? model.cookbooks[$0]?.member }
        if let owner = owners, chance(90) { return reference(owner, model) }
        if kind == .planCleared, let subject, chance(85) {
            let planners = model.plans.filter { $0.key.recipe == subject && $0.value.isThere }.map(\.key.member)
            if let member = pick(planners.filter { model.isHere($0) }) { return reference(member, model) }
        }
        let isOthers = [.memberFollowed, .memberBlocked, .memberUnfollowed, .memberUnblocked, .reportFiled].contains(
            kind)
        let owner = subject.map { model.works[$0]?.author ?? $0 }
        return pick(living.keys.filter { !isOthers || $0 != owner }).map { reference($0, model) }
    }

    private mutating func subject(of kind: EventKind, _ model: Model) -> UInt64? {
        switch kind {
        case .recipePosted, .rulesChanged, .listItemAdded, .cookbookCreated: return chance(2) ? 2 : nil
        case .notificationsRead, .feedSeen, .memberProfileChanged: return chance(2) ? pick(model.members.keys) : nil
        case .memberUnbanned:
            return pick(model.members.filter { $0.value.ban != nil }.keys) ?? pick(model.members.keys)
        case .memberUnfollowed: return tied(.follow, model) ?? pick(model.members.keys)
        case .memberUnblocked: return tied(.block, model) ?? pick(model.members.keys)
        case .recipeUnliked, .commentUnliked: return tied(.like, model, kind == .recipeUnliked ? .recipe : .comment)
        case .recipeUnbookmarked: return tied(.bookmark, model, .recipe)
        case .recipeVoteRetracted: return tied(.vote, model, .recipe)
        case .recipeRatingRetracted: return tied(.rating, model, .recipe)
        case .recipeRestored, .commentRestored:
            let sort: Model.Sort = kind == .recipeRestored ? .recipe : .comment
            return pick(model.works.filter { $0.value.sort == sort && $0.value.isHidden }.keys) ?? work(sort, model)
        case .recipeDeleted, .commentDeleted:
            // Some were deleted or removed before: then the other one may still do so.
            let sort: Model.Sort = kind == .recipeDeleted ? .recipe : .comment
            let hidden = model.works.filter { $0.value.sort == sort && $0.value.isHidden }.keys
            return (chance(30) ? pick(hidden) : nil) ?? work(sort, model)
        case .listItemChecked, .listItemUnchecked, .listItemRemoved:
            let checked =
                kind == .listItemUnchecked && chance(80)
                ? model.items.keys.filter { id in
                    model.holds(.check, model.items[id]?.member ?? 0, id) != nil
                } : Array(model.items.keys)
            return pick(checked.filter { model.items[$0]?.removedBy == 0 }) ?? pick(model.items.keys)
        case .cookbookChanged, .cookbookDeleted, .cookbookRecipeAdded, .cookbookRecipeRemoved, .cookbookRecipeMoved:
            // Few have much in them.
            let living = model.cookbooks.filter { $0.value.deletedBy == 0 && model.isHere($0.value.member) }.keys
            let filled = living.filter { (model.cookbooks[$0]?.recipes.count ?? 0) > 1 }
            if kind == .cookbookRecipeMoved, chance(90), let book = pick(filled) { return book }
            return pick(chance(70) ? Array(living.sorted().prefix(2)) : Array(living)) ?? pick(model.cookbooks.keys)
        case .planCleared:
            return pick(model.plans.filter(\.value.isThere).map(\.key.recipe)) ?? work(.recipe, model)
        case .commentEdited, .commentLiked: return work(.comment, model)
        case .repostDeleted: return work(.repost, model)
        case .recipeCookNoteDeleted:
            return pick((1...model.head).filter { model.hasNote($0) }.map { model.facts[Int($0) - 1].subject })
        case .reportResolved:
            return pick(model.reports.keys.sorted().filter { chance(20) || model.reports[$0]?.outcome == 0 })
        case .reportFiled:
            switch number(0...4) {
            case 0: return pick(model.members.keys)
            case 1, 2: return work(.recipe, model)
            default: return work(.comment, model)
            }
        case .memberFollowed, .memberBlocked, .memberRoleChanged, .memberBanned, .memberDeleted,
            .memberPointsCarriedOver:
            return pick(model.members.keys.sorted().filter { chance(5) || model.isHere($0) })
        default: return work(.recipe, model)
        }
    }

    private mutating func work(_ sort: Model.Sort, _ model: Model) -> UInt64? {
        let all = model.works.filter { $0.value.sort == sort }.keys.sorted()
        // The first ones are everybody's favourites: a few things have much going on.
        let some = chance(40) ? Array(all.prefix(3)) : all
        return pick(some.filter { chance(6) || model.isLiving($0) })
    }

    private mutating func tied(_ tie: Model.Tie, _ model: Model, _ sort: Model.Sort? = nil) -> UInt64? {
        let things = model.ties.filter { $0.key.tie == tie && $0.value.value != 0 }.map(\.key.thing)
            .filter { sort == nil || (model.works[$0]?.sort == sort && model.isLiving($0)) }
        return pick(things) ?? sort.flatMap { work($0, model) }
    }

    /// One of the ways to write it.
    private mutating func reference(_ id: UInt64, _ model: Model, isBare: Bool = false) -> Reference {
        if isBare { return .position(Position(id), letter: nil) }
        if chance(20), let origin = model.origins.filter({ $0.value.position == id }).keys.map(\.id).min() {
            return .external(source: "app", id: origin)
        }
        if let member = model.members[id] {
            if chance(60), !member.isDeleted {
                return .username(chance(10) ? member.username.uppercased() : member.username)
            }
            return .position(Position(id), letter: chance(80) ? "m" : nil)
        }
        let letter =
            model.works[id].map { Model.letter($0.sort) } ?? (model.reports[id] == nil ? nil : "f")
            ?? (model.items[id] == nil ? nil : "i")
            ?? (model.cookbooks[id] == nil ? nil : "b")
        return .position(Position(id), letter: chance(90) ? letter : nil)
    }

    /// What names nothing, or something else.
    private mutating func junk(_ model: Model) -> Reference {
        switch number(0...4) {
        case 0: .username("nobody")
        case 1: .external(source: "app", id: "never")
        case 2: .position(Position(model.head + 500), letter: nil)
        case 3: .position(Position(UInt64(number(1...Int(model.head)))), letter: "c")
        default: .position(Position(UInt64(number(1...Int(model.head)))), letter: nil)
        }
    }

    mutating func newName(_ model: Model) -> String {
        if chance(12), let taken = pick(model.members.values.map(\.username)) {
            return chance(50) ? taken : taken.uppercased()
        }
        if chance(3) { return chance(50) ? "x" : "two words" }
        names += 1
        return "name\(names)"
    }
}
