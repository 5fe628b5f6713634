import Events
import Layout

/// Points, weeks and badges, added up from the list of all that happened.
struct Standings {
    struct Line: Encodable, Equatable {
        var rank: Int?
        var member: String
        var username: String
        var name: String
        var engagement: Int
        var activeDays: Int
        var recipes: Int
        var likesReceived: Int
        var comments: Int
        var bookmarks: Int
        var adjusted: Bool?
        var moved: Int?
        var gap: Int?
    }
    struct WeekLine: Encodable {
        var week: String
        var engagement: Int
        var activeDays: Int
        var recipes: Int
        var likesReceived: Int
        var comments: Int
        var bookmarks: Int
    }
    struct Experience: Encodable {
        var position: UInt64
        var id: String
        var username: String
        var xp: Int
        var pointsCarriedOver: Int?
        var level: String
        var nextLevelAt: Int?
        var badges: [String]
        var weeks: [WeekLine]
    }
    struct BoardWeek: Encodable {
        var week: String
        var participants: Int
        var completed: Bool
    }
    struct AwardLine: Encodable {
        var id: UInt64?
        var kind: String
        var actor: Card?
        var subject: String?
        var at: String
        /// None for what was carried over.
        var week: String?
        var change: Int
        var points: Int
    }
    struct Award {
        var member: UInt64
        /// The kind of the event that earned it.
        var kind: EventKind
        var change: Int
        var day: Day
    }

    struct MemberWeek: Hashable {
        var member: UInt64
        var week: Week
    }

    struct Cell: Hashable {
        var member: UInt64
        var kind: EventKind
        var day: Day
    }

    let model: Model
    /// The instant that bans are judged at.
    let now: Timestamp
    let weeks: [Week]
    private let counts: [Cell: Int]
    /// What a member's week counted when it was over, where that changed afterwards.
    private let settled: [MemberWeek: [Cell: Int]]
    private(set) var boards: [Week: [Line]] = [:]

    init(_ model: Model, now: Timestamp) {
        self.model = model
        self.now = now
        let awards = model.facts.filter { !Self.isVoid($0, model) }.compactMap(Self.award)
        settled = Self.settled(model.facts)
        weeks = Set(awards.map(\.day.week)).sorted()
        counts = Dictionary(
            awards.map { (Cell(member: $0.member, kind: $0.kind, day: $0.day), $0.change) }, uniquingKeysWith: +)
        for week in weeks { boards[week] = board(week) }
    }

    /// «The opposite event takes it back in the week and on the day in which it was earned; `restored` gives it back
    /// there.» Own likes are none.
    static func award(_ fact: Model.Fact) -> Award? {
        let (actor, owner) = (fact.actor, fact.owner)
        // What was hidden before and stays so is worth nothing.
        let isWork: [EventKind] = [.recipeDeleted, .recipeRestored, .commentDeleted, .commentRestored]
        if isWork.contains(fact.kind), fact.value == 1 { return nil }
        let (member, kind, change): (UInt64, EventKind, Int) =
            switch fact.kind {
            case .recipePosted: (actor, .recipePosted, 1)
            case .recipeDeleted: (owner, .recipePosted, -1)
            case .recipeRestored: (owner, .recipePosted, 1)
            case .recipeLiked: (actor == owner ? 0 : owner, .recipeLiked, 1)
            case .recipeUnliked: (actor == owner ? 0 : owner, .recipeLiked, -1)
            case .commentPosted: (actor, .commentPosted, 1)
            case .commentDeleted: (owner, .commentPosted, -1)
            case .commentRestored: (owner, .commentPosted, 1)
            case .recipeBookmarked: (actor, .recipeBookmarked, 1)
            case .recipeUnbookmarked: (actor, .recipeBookmarked, -1)
            case .recipeCooked: (actor, .recipeCooked, 1)
            case .commentLiked: (actor == owner ? 0 : owner, .commentLiked, 1)
            case .commentUnliked: (actor == owner ? 0 : owner, .commentLiked, -1)
            case .memberFollowed: (owner, .memberFollowed, 1)
            case .memberUnfollowed: (owner, .memberFollowed, -1)
            default: (0, .logCreated, 0)
            }
        return member == 0 ? nil : Award(member: member, kind: kind, change: change, day: fact.creditedAt.day)
    }

    /// «With `voided` (…) every like, vote, rating, bookmark and follow of that member counts as taken back.»
    static func isVoid(_ fact: Model.Fact, _ model: Model) -> Bool {
        model.isVoid(fact.actor) && award(fact).map { marks.contains($0.kind) } ?? false
    }

    private static let marks: [EventKind] = [.recipeLiked, .recipeBookmarked, .commentLiked, .memberFollowed]

    /// «An entry of a completed week whose sum changed after the week was completed»: by an event that occurred after the
    /// week's end, or that came after an award of a later time.
    private static func settled(_ facts: [Model.Fact]) -> [MemberWeek: [Cell: Int]] {
        var (counts, given) = ([MemberWeek: [Cell: Int]](), [UInt64: [Cell: Int]]())
        var settled: [MemberWeek: [Cell: Int]] = [:]
        var void: Set<UInt64> = []
        var awardedAt = Timestamp.earliest
        for fact in facts {
            let clock = max(fact.at, awardedAt)
            var changes: [Cell: Int] = [:]
            if let award = award(fact) {
                awardedAt = clock
                let cell = Cell(member: award.member, kind: award.kind, day: award.day)
                let isMark = marks.contains(award.kind)
                if isMark { given[fact.actor, default: [:]][cell, default: 0] += award.change }
                if !isMark || !void.contains(fact.actor) { changes[cell] = award.change }
            } else if fact.kind == .memberBanned, fact.value == 1, void.insert(fact.subject).inserted {
                changes = (given[fact.subject] ?? [:]).mapValues { -$0 }
            } else if fact.kind == .memberUnbanned, void.remove(fact.subject) != nil {
                changes = given[fact.subject] ?? [:]
            }
            for (cell, change) in changes where change != 0 {
                let key = MemberWeek(member: cell.member, week: cell.day.week)
                if clock >= key.week.end, settled[key] == nil { settled[key] = counts[key] ?? [:] }
            }
            for (cell, change) in changes {
                counts[MemberWeek(member: cell.member, week: cell.day.week), default: [:]][cell, default: 0] += change
            }
            // Nothing is left, and nothing was there.
            for key in settled.keys where settled[key]?.values.allSatisfy({ $0 == 0 }) == true {
                if counts[key]?.values.allSatisfy({ $0 == 0 }) ?? true { settled[key] = nil }
            }
        }
        return settled
    }

    // MARK: A member's week

    func total(_ member: UInt64, _ kind: EventKind, in week: Week) -> Int {
        Self.days(of: week).reduce(0) { $0 + count(member, kind, on: $1) }
    }

    func total(_ member: UInt64, _ kind: EventKind) -> Int { weeks.reduce(0) { $0 + total(member, kind, in: $1) } }

    private func count(_ member: UInt64, _ kind: EventKind, on day: Day) -> Int {
        counts[Cell(member: member, kind: kind, day: day)] ?? 0
    }

    private static func days(of week: Week) -> [Day] { (0..<7).map { Day(number: week.monday.number + $0) } }

    /// What is worth points by the rules, and how much.
    var worth: [(kind: EventKind, points: Int, cap: Int?)] {
        model.rules.awards.compactMap { award in
            guard award.points != 0, let kind = EventKind(name: award.kind) else { return nil }
            return (kind, Int(award.points), award.hasDailyCap ? Int(award.dailyCap) : nil)
        }
    }

    /// «`engagement` = the week's sum», with «optional daily caps per kind».
    func engagement(_ member: UInt64, _ week: Week) -> Int {
        engagement(counts, member, week)
    }

    private func engagement(_ counts: [Cell: Int], _ member: UInt64, _ week: Week) -> Int {
        var sum = 0
        for (kind, points, cap) in worth {
            for day in Self.days(of: week) {
                sum += points * min(counts[Cell(member: member, kind: kind, day: day)] ?? 0, cap ?? .max)
            }
        }
        return sum
    }

    private func isAdjusted(_ member: UInt64, _ week: Week) -> Bool {
        settled[MemberWeek(member: member, week: week)].map {
            engagement($0, member, week) != engagement(member, week)
        } ?? false
    }

    /// «days of the week (0 to 7) whose net count of awards is above zero».
    func activeDays(_ member: UInt64, _ week: Week) -> Int {
        Self.days(of: week).count { day in worth.reduce(0) { $0 + count(member, $1.kind, on: day) } > 0 }
    }

    // MARK: Boards

    /// «members with engagement > 0, not banned, not deleted; by engagement, then activeDays, both descending, then
    /// member id ascending», `rank` is 1-2-2-4.
    private func board(_ week: Week) -> [Line] {
        let candidates = model.members.keys.filter {
            model.isHere($0) && !model.isBanned($0, at: now) && engagement($0, week) > 0
        }
        var lines: [Line] = []
        let sorted = candidates.map { ($0, engagement($0, week), activeDays($0, week)) }
            .sorted { ($0.1, $0.2, $1.0) > ($1.1, $1.2, $0.0) }
        for (member, engagement, activeDays) in sorted {
            let tied = lines.last.map { $0.engagement == engagement && $0.activeDays == activeDays } ?? false
            lines.append(line(member, week, rank: tied ? lines.last?.rank ?? 1 : lines.count + 1))
        }
        let before = boards[Week(number: week.number - 1)] ?? []
        for index in lines.indices {
            let line = lines[index]
            lines[index].moved = before.first { $0.member == line.member }.map { ($0.rank ?? 0) - (line.rank ?? 0) }
            let better = lines.last { ($0.rank ?? 0) < (line.rank ?? 0) }
            lines[index].gap = better.map { $0.engagement - line.engagement }
        }
        return lines
    }

    /// «for a member without points it answers the same shape with `rank` absent and `engagement` 0».
    func line(_ member: UInt64, _ week: Week, rank: Int? = nil) -> Line {
        Line(
            rank: rank, member: "m\(member)", username: model.card(member).username,
            name: model.card(member).name, engagement: max(0, engagement(member, week)),
            activeDays: activeDays(member, week),
            recipes: total(member, .recipePosted, in: week), likesReceived: total(member, .recipeLiked, in: week),
            comments: total(member, .commentPosted, in: week), bookmarks: total(member, .recipeBookmarked, in: week),
            adjusted: isAdjusted(member, week) ? true : nil)
    }

    /// «when the latest `occurredAt` or `recordedAt` of any event lies beyond its end». Views ignore `command.noted`.
    func isCompleted(_ week: Week) -> Bool {
        model.facts.contains { $0.kind != .commandNoted && max($0.at, $0.recordedAt).week > week }
    }

    func boardWeeks() -> [BoardWeek] {
        weeks.map { ($0, (boards[$0] ?? []).count) }.filter { $0.1 > 0 }.map {
            BoardWeek(week: $0.0.description, participants: $0.1, completed: isCompleted($0.0))
        }
    }
}
