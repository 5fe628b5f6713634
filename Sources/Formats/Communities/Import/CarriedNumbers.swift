import Events
package import Layout
import Recipes

/// An act that an earlier import brought.
package struct ImportedAct {
    package let header: EventHeader
    package let origin: Origin

    package init(_ header: EventHeader, _ origin: Origin) { (self.header, self.origin) = (header, origin) }

    /// The kinds of acts that an export also counts without names, or that earn points.
    package static let kinds = EventKindSet(
        AwardKind.allCases.map(\.eventKind) + [.recipeUpvoted, .recipeDownvoted])
}

/// What an export says about members and recipes in numbers alone, beyond what is imported as acts of members.
///
/// The imported acts count and earn points here by themselves. So a count is carried over without the acts that are
/// imported with their members, and points without those that the imported acts earn: nothing counts twice.
///
/// The imported acts are those of the plan, and those in the log with an origin of the import's source, also if the export
/// has them no longer. What members did here, and took back here, is not among them: it changes no carried number.
struct CarriedNumbers {
    /// A member, recipe or comment: by its position as soon as it is here, so that an act in the log and one of the plan
    /// can be compared.
    private enum Thing: Hashable {
        case here(Position)
        case planned(Reference)
    }

    private struct Mark: Hashable {
        var kind: EventKind
        var actor: Thing?
        var subject: Thing?
    }

    private struct Award: Hashable {
        var kind: AwardKind
        /// `nil`: the day of the import.
        var day: Day?
    }

    private var counted: [Thing: ToldCounts] = [:]
    private var earned: [Thing: [Award: Int64]] = [:]
    private var marks: Set<Mark> = []
    private let awards: AwardRules
    private var things: [Reference: Thing] = [:]

    /// `commands`: those of the plan. `acts`: those of earlier imports. `awards`: the rules in force. `position` says what
    /// the command of an origin made. O(commands + acts).
    init(
        _ commands: [Command], after acts: [ImportedAct] = [], by awards: AwardRules,
        _ position: (Origin) throws -> Position? = { _ in nil }
    ) rethrows {
        self.awards = awards
        var origins: Set<Origin> = []
        for act in acts where origins.insert(act.origin).inserted { add(act.header) }
        var authors: [Thing: Thing] = [:]
        for command in commands {
            guard let origin = command.origin else { continue }
            let made = Reference.external(source: origin.source, id: origin.id)
            for reference in [made, command.actor, command.subject].compactMap(\.self) where things[reference] == nil {
                guard case .external(let source, let id) = reference else { continue }
                things[reference] =
                    try position(Origin(source: source, id: id)).map { .here($0) } ?? .planned(reference)
            }
            if command.kind == .recipePosted || command.kind == .commentPosted {
                authors[thing(made)] = command.actor.map { thing($0) }
            }
        }
        for command in commands {
            guard let origin = command.origin, origins.insert(origin).inserted else { continue }
            let (actor, subject) = (command.actor.map { thing($0) }, command.subject.map { thing($0) })
            guard isNew(command.kind, actor, subject) else { continue }
            count(command.kind, subject)
            credit(
                command.kind, by: actor, to: subject, of: subject.flatMap { authors[$0] }, on: command.occurredAt?.day)
        }
    }

    private func thing(_ reference: Reference) -> Thing { things[reference] ?? .planned(reference) }

    private mutating func add(_ header: EventHeader) {
        let (actor, subject) = (Thing.here(header.actor.position), Thing.here(header.subject))
        guard isNew(header.kind, actor, subject) else { return }
        count(header.kind, subject)
        credit(header.kind, by: actor, to: subject, of: .here(header.owner.position), on: header.creditedAt.day)
    }

    /// Two such acts of a member on one subject are one.
    private static func isOncePerMember(_ kind: EventKind) -> Bool {
        kind != .recipePosted && kind != .commentPosted && kind != .recipeReposted && kind != .recipeCooked
    }

    /// Whether it is the first such act, as far as it counts once.
    private mutating func isNew(_ kind: EventKind, _ actor: Thing?, _ subject: Thing?) -> Bool {
        !Self.isOncePerMember(kind) || marks.insert(Mark(kind: kind, actor: actor, subject: subject)).inserted
    }

    private mutating func count(_ kind: EventKind, _ subject: Thing?) {
        guard let subject else { return }
        switch kind {
        case .recipeLiked: counted[subject, default: ToldCounts()].likes += 1
        case .recipeUpvoted: counted[subject, default: ToldCounts()].upvotes += 1
        case .recipeDownvoted: counted[subject, default: ToldCounts()].downvotes += 1
        case .commentPosted: counted[subject, default: ToldCounts()].comments += 1
        default: break
        }
    }

    private mutating func credit(
        _ kind: EventKind, by actor: Thing?, to subject: Thing?, of author: Thing?, on day: Day?
    ) {
        guard let kind = AwardKind(kind) else { return }
        let member: Thing? =
            switch kind {
            case .recipes, .comments, .bookmarks, .cooked: actor
            case .likesReceived, .commentLikesReceived: author
            case .followersWon: subject
            }
        let isOwn = kind == .likesReceived || kind == .commentLikesReceived ? member == actor : false
        guard let member, !isOwn else { return }
        earned[member, default: [:]][Award(kind: kind, day: day), default: 0] += 1
    }

    /// The points that the imported acts earn for the member.
    private func points(of member: Reference) -> Int64 {
        (earned[thing(member)] ?? [:]).reduce(0) { $0 + awards.points(of: $1.value, $1.key.kind) }
    }

    // MARK: What is carried over

    /// The member's points from before, and what to report of them. `nil`: none.
    func points(of found: FoundMember, _ member: Reference) -> (payload: Payload?, notes: [String]) {
        guard found.points > 0 else { return (nil, []) }
        let earned = max(0, points(of: member))
        let rest = Int64(found.points) - earned
        guard rest > 0 else {
            return (nil, ["xp: \(found.points) not carried over, because what is imported earns \(earned)"])
        }
        var message = ProtoPointsCarriedOver()
        message.points = UInt32(rest)
        guard earned > 0 else { return (.points(message), []) }
        return (
            .points(message), ["xp: \(rest) of \(found.points) carried over, because what is imported earns the others"]
        )
    }

    /// The recipe's counts from before, and what to report of them. `nil`: none.
    func counts(_ told: ToldCounts, of recipe: Reference) -> (payload: Payload?, notes: [String]) {
        let counted = counted[thing(recipe)] ?? ToldCounts()
        var notes: [String] = []
        func rest(_ name: String, _ count: KeyPath<ToldCounts, UInt32>) -> UInt32 {
            let (told, here) = (told[keyPath: count], counted[keyPath: count])
            guard told > here else {
                if told > 0, told < here { notes.append("\(name): \(told) not kept, because \(here) are imported") }
                return 0
            }
            notes.append(
                "\(name): \(told - here) kept as those before Larder, because the export does not say whose they are")
            return told - here
        }
        var message = ProtoCountsCarriedOver()
        let likes = rest("likes", \.likes)
        if likes > 0 { message.likes = likes }
        let upvotes = rest("upvotes", \.upvotes)
        if upvotes > 0 { message.upvotes = upvotes }
        let downvotes = rest("downvotes", \.downvotes)
        if downvotes > 0 { message.downvotes = downvotes }
        let comments = rest("comments", \.comments)
        if comments > 0 { message.comments = comments }
        return (message == ProtoCountsCarriedOver() ? nil : .counts(message), notes)
    }

    // MARK: What an earlier import carried over

    /// A number at the source that asks for another carried number than the held one.
    struct Difference {
        var name: String
        var told: UInt32
        var held: UInt32
        var new: UInt32

        /// The line where the held number stays.
        var staying: String {
            let held = held == 0 ? "none was carried over, and that stays" : "the \(held) carried over earlier stay"
            return "\(name): \(told) at the source now; \(held); an import that updates changes that to \(new)"
        }

        /// The line where the new number replaces the held one.
        var replaced: String { "\(name): \(told) at the source now; \(new) carried over instead of \(held)" }
    }

    /// The points to hold from now on. An export without points leaves those that are held.
    static func changed(_ held: Payload, _ now: Payload?, _ told: UInt32) -> (Payload, [Difference]) {
        guard case .points(let before) = held, told > 0 else { return (held, []) }
        var message = ProtoPointsCarriedOver()
        message.points = 0
        if case .points(let points)? = now { message = points }
        guard message != before else { return (held, []) }
        return (
            .points(message), [Difference(name: "xp", told: told, held: before.points, new: message.points)]
        )
    }

    /// The counts to hold from now on. A count that the export lacks stays as it is held.
    static func changed(_ held: Payload, _ now: Payload?, _ told: ToldCounts) -> (Payload, [Difference]) {
        guard case .counts(let before) = held else { return (held, []) }
        var rest = ProtoCountsCarriedOver()
        if case .counts(let counts)? = now { rest = counts }
        let differences = [
            Difference(name: "likes", told: told.likes, held: before.likes, new: rest.likes),
            Difference(name: "upvotes", told: told.upvotes, held: before.upvotes, new: rest.upvotes),
            Difference(name: "downvotes", told: told.downvotes, held: before.downvotes, new: rest.downvotes),
            Difference(name: "comments", told: told.comments, held: before.comments, new: rest.comments),
        ]
        let changed = differences.filter { $0.told > 0 && $0.held != $0.new }
        guard !changed.isEmpty else { return (held, []) }
        let numbers = differences.map { $0.told > 0 ? $0.new : $0.held }
        var message = ProtoCountsCarriedOver()
        // An absent count is zero. Where all are zero, the likes say so: an event without any count is refused.
        if numbers[0] > 0 || numbers.allSatisfy({ $0 == 0 }) { message.likes = numbers[0] }
        if numbers[1] > 0 { message.upvotes = numbers[1] }
        if numbers[2] > 0 { message.downvotes = numbers[2] }
        if numbers[3] > 0 { message.comments = numbers[3] }
        return (.counts(message), changed)
    }
}

extension FittedItem {
    func adding(_ notes: [String]) -> FittedItem {
        notes.isEmpty ? self : FittedItem(place: place, title: title, notes: self.notes + notes, outcome)
    }
}
