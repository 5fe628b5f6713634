import Events
import Recipes

/// What an export says about members and recipes in numbers alone, beyond what is imported as acts of members.
///
/// The acts of the plan count and earn points here by themselves. So a count is carried over without the acts that are
/// imported with their members, and points without those that the imported acts earn: nothing counts twice.
struct CarriedNumbers {
    private struct Mark: Hashable {
        var kind: EventKind
        var actor: Reference?
        var subject: Reference?
    }

    private struct Award: Hashable {
        var kind: AwardKind
        /// `nil`: the day of the import.
        var day: Day?
    }

    private var counted: [Reference: ToldCounts] = [:]
    private var earned: [Reference: [Award: Int64]] = [:]
    private let awards: AwardRules

    /// `commands`: those of the plan. `awards`: the rules in force. O(commands).
    init(_ commands: [Command], by awards: AwardRules) {
        self.awards = awards
        var authors: [Reference: Reference] = [:]
        for command in commands {
            guard command.kind == .recipePosted || command.kind == .commentPosted, let origin = command.origin else {
                continue
            }
            authors[.external(source: origin.source, id: origin.id)] = command.actor
        }
        var origins: Set<Origin> = []
        var marks: Set<Mark> = []
        for command in commands {
            guard let origin = command.origin, origins.insert(origin).inserted else { continue }
            let mark = Mark(kind: command.kind, actor: command.actor, subject: command.subject)
            if Self.isOncePerMember(command.kind), !marks.insert(mark).inserted { continue }
            count(command)
            credit(command, authors)
        }
    }

    /// Two such acts of a member on one subject are one.
    private static func isOncePerMember(_ kind: EventKind) -> Bool {
        kind != .recipePosted && kind != .commentPosted && kind != .recipeReposted && kind != .recipeCooked
    }

    private mutating func count(_ command: Command) {
        guard let subject = command.subject else { return }
        switch command.kind {
        case .recipeLiked: counted[subject, default: ToldCounts()].likes += 1
        case .recipeUpvoted: counted[subject, default: ToldCounts()].upvotes += 1
        case .recipeDownvoted: counted[subject, default: ToldCounts()].downvotes += 1
        case .commentPosted: counted[subject, default: ToldCounts()].comments += 1
        default: break
        }
    }

    private mutating func credit(_ command: Command, _ authors: [Reference: Reference]) {
        guard let kind = AwardKind(command.kind) else { return }
        let member: Reference? =
            switch kind {
            case .recipes, .comments, .bookmarks, .cooked: command.actor
            case .likesReceived, .commentLikesReceived: command.subject.flatMap { authors[$0] }
            case .followersWon: command.subject
            }
        let isOwn = kind == .likesReceived || kind == .commentLikesReceived ? member == command.actor : false
        guard let member, !isOwn else { return }
        let award = Award(kind: kind, day: command.occurredAt?.day)
        earned[member, default: [:]][award, default: 0] += 1
    }

    /// The points that the imported acts earn for the member.
    private func points(of member: Reference) -> Int64 {
        (earned[member] ?? [:]).reduce(0) { $0 + awards.points(of: $1.value, $1.key.kind) }
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
        let counted = counted[recipe] ?? ToldCounts()
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

    /// What to report where the member has other points at the source now.
    static func staying(_ held: Payload, _ points: UInt32) -> [String] {
        guard case .points(let held) = held, points > 0 else { return [] }
        return [staying("xp", points, held.points)]
    }

    /// What to report of each count in the export of which `now` would carry over another number than `held`.
    static func staying(_ held: Payload, _ now: Payload?, _ told: ToldCounts) -> [String] {
        guard case .counts(let held) = held else { return [] }
        var rest = ProtoCountsCarriedOver()
        if case .counts(let counts)? = now { rest = counts }
        return [
            ("likes", told.likes, rest.likes, held.likes), ("upvotes", told.upvotes, rest.upvotes, held.upvotes),
            ("downvotes", told.downvotes, rest.downvotes, held.downvotes),
            ("comments", told.comments, rest.comments, held.comments),
        ].filter { $0.1 > 0 && $0.2 != $0.3 }.map { staying($0.0, $0.1, $0.3) }
    }

    private static func staying(_ name: String, _ now: UInt32, _ held: UInt32) -> String {
        held == 0
            ? "\(name): \(now) at the source now; the first import carried none over, and that stays"
            : "\(name): \(now) at the source now; the \(held) carried over at the first import stay"
    }
}

extension FittedItem {
    func adding(_ notes: [String]) -> FittedItem {
        notes.isEmpty ? self : FittedItem(place: place, title: title, notes: self.notes + notes, outcome)
    }
}
