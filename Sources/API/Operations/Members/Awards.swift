package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

/// What a viewer may learn from a member's awards.
///
/// Bookmarks are private: the member and admins see each of them, other viewers see one sum for each day. The moderation
/// log names moderators to moderators alone, and so do awards: also the member does not learn who removed a recipe.
private struct AwardSight {
    let seesBookmarks: Bool
    let seesModerators: Bool

    init(of member: MemberID, _ viewer: MemberID?, isOperator: Bool, _ queries: Queries) {
        let role = viewer.flatMap { queries.role($0) } ?? .member
        seesBookmarks = isOperator || viewer == member || role >= .admin
        seesModerators = isOperator || role >= .moderator
    }

    func isSummed(_ award: Award) -> Bool { award.kind == .bookmarks && !seesBookmarks }
}

/// Which of a member's awards are listed.
package struct AwardFilter: Hashable, Sendable {
    package var week: Week?
    package var kind: AwardKind?

    package init(week: Week? = nil, kind: AwardKind? = nil) { (self.week, self.kind) = (week, kind) }

    /// Refuses a malformed week.
    init(_ input: AwardsInput) throws(Refusal) {
        week = try input.week.map { text throws(Refusal) in try Times.week(text) }
        kind = input.kind.map { AwardKind($0) }
    }

    func matches(_ award: Award) -> Bool {
        (week.map { $0 == award.day.week } ?? true) && (kind.map { $0 == award.kind } ?? true)
    }
}

extension AwardKind {
    fileprivate init(_ kind: AwardsInput.Kind) {
        switch kind {
        case .recipes: self = .recipes
        case .likesReceived: self = .likesReceived
        case .comments: self = .comments
        case .bookmarks: self = .bookmarks
        case .cooked: self = .cooked
        case .commentLikesReceived: self = .commentLikesReceived
        case .followersWon: self = .followersWon
        }
    }
}

extension Queries {
    /// Every award by the rules in force, and the points carried over, in the order of the log, without awards from void marks. For viewers who may not see the bookmarks, these are
    /// sums at the end of the list, one for each day. O(events of the log).
    ///
    /// A sum has no event, no subject and no time of day, and its place in the list says nothing of its place in the
    /// log: live events report each bookmark with its position and recipe, and without its member.
    package func awardHistory(
        of reference: Reference, _ filter: AwardFilter = AwardFilter(), page: Page, viewer: MemberID?,
        viewerIsOperator: Bool = false
    ) throws(Refusal) -> AwardHistoryAnswer {
        let member = try member(reference, for: viewer)
        let sight = AwardSight(of: member, viewer, isOperator: viewerIsOperator, self)
        let after = try page.key(beginningWith: Key(), byteCount: Self.awardKeyBytes)
        var contents = PageContents<AwardEntry>(page)
        var counts: [DayOfKind: Int64] = [:]
        var sums: [Day: Int64] = [:]
        var carriedOver: Int64 = 0
        var isFull = false
        log.forEachHeader(from: member.position, through: snapshot.position) { header in
            if header.kind == .memberPointsCarriedOver, header.owner == member {
                guard case .points(let said)? = log.record(at: header.position)?.payload else { return true }
                // A later balance replaces the earlier one: its entry is the difference.
                let points = Int64(said.points) - carriedOver
                carriedOver = Int64(said.points)
                // A balance is of no week and of no kind of award.
                guard filter == AwardFilter() else { return true }
                let key = Self.key(ofAwardAt: header.position)
                if let after, key <= after { return true }
                isFull = !contents.add(entry(ofPointsCarriedOverBy: header, points, viewer), key)
                return !isFull
            }
            guard let award = Award(header), award.member == member, rules.awards[award.kind] != 0,
                !award.kind.isOfMark || !areMarksVoid(of: header.actor)
            else { return true }
            guard !sight.isSummed(award) else {
                if filter.matches(award) { sums[award.day, default: 0] += Int64(award.change) }
                return true
            }
            let day = DayOfKind(day: award.day, kind: award.kind)
            let old = counts[day, default: 0]
            let new = old + Int64(award.change)
            counts[day] = new
            // Daily caps count all awards of a day and kind, and a filter keeps all of them or none.
            guard filter.matches(award) else { return true }
            let key = Self.key(ofAwardAt: header.position)
            if let after, key <= after { return true }
            let points = rules.awards.points(of: new, award.kind) - rules.awards.points(of: old, award.kind)
            isFull = !contents.add(entry(award, header, points: points, viewer, sight), key)
            return !isFull
        }
        for (day, sum) in sums.sorted(by: { $0.key < $1.key }) where sum != 0 && !isFull {
            let key = Self.key(ofSumOn: day)
            if let after, key <= after { continue }
            isFull = !contents.add(entry(sum, ofBookmarksOn: day), key)
        }
        return AwardHistoryAnswer(
            position: snapshot.position.value, id: "\(member)", username: memberCard(member)?.username ?? "",
            xp: standing(of: member).xp,
            standing: filter.week.map { week in
                var lines = BoardLines(self, week, viewer: viewer)
                return lines.line(of: member)
            }, awards: contents.items, next: contents.next)
    }

    // The first byte of a cursor's key is 0 for an event and 1 for a sum.

    private static let awardKeyBytes = 9

    private static func key(ofAwardAt position: Position) -> Key { Key([0]).appending(position.value) }

    private static func key(ofSumOn day: Day) -> Key { Key([1]).appending(Int64(day.number)) }

    private func entry(
        _ award: Award, _ header: EventHeader, points: Int64, _ viewer: MemberID?, _ sight: AwardSight
    ) -> AwardEntry {
        let isActorNamed =
            !isApart(header.actor, from: viewer) && (sight.seesModerators || !isActOfModerator(header))
        return AwardEntry(
            id: header.position.value, kind: header.kind.name, actor: isActorNamed ? memberCard(header.actor) : nil,
            subject: isApart(header.owner, from: viewer) ? nil : name(of: header.subject),
            at: header.creditedAt.rfc3339, week: award.day.week.description, change: award.change, points: points)
    }

    private func entry(
        ofPointsCarriedOverBy header: EventHeader, _ points: Int64, _ viewer: MemberID?
    ) -> AwardEntry {
        AwardEntry(
            id: header.position.value, kind: header.kind.name,
            subject: isApart(header.owner, from: viewer) ? nil : name(of: header.subject),
            at: header.creditedAt.rfc3339, change: 1, points: points)
    }

    private func entry(_ sum: Int64, ofBookmarksOn day: Day) -> AwardEntry {
        AwardEntry(
            kind: EventKind.recipeBookmarked.name, at: Timestamp(day: day).rfc3339, week: day.week.description,
            change: Int32(clamping: sum), points: rules.awards.points(of: sum, .bookmarks))
    }

    private struct DayOfKind: Hashable {
        var day: Day
        var kind: AwardKind
    }
}
