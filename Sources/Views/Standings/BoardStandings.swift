package import Events
package import Layout
import Projections

/// Who stands how high on a week's board, as of a question's instant. It counts by classes: nobody walks the board from
/// its top.
package struct BoardStandings {
    package let week: Week
    private let queries: Queries
    private let groups: TallyRow
    /// The group that was asked about last.
    private var last: (group: UInt64, classes: TallyRow)?
    /// Those on the stored board who are banned for a time that is not over.
    private let suspended: [BoardPlace]
    private let suspendedMembers: Set<MemberID>

    package init(_ queries: Queries, _ week: Week) {
        self.queries = queries
        self.week = week
        let view = queries.views.standings
        groups = queries.snapshot.get(view.groups, StandingsView.weekKey(week)) ?? TallyRow()
        var suspended: [BoardPlace] = []
        // An answer that has not asked what time it is holds until the next event.
        if !groups.isEmpty, queries.isAnyoneSuspended(in: week) {
            let now = StandingsView.suspensionKey(week, queries.now)
            queries.snapshot.scan(view.suspended, from: now, to: StandingsView.weekKey(week).upperBoundOfPrefix) {
                key, _ in
                // Whose ban ends now is back.
                if !key.hasPrefix(now), let place = BoardPlace(key, at: now.count) { suspended.append(place) }
                return true
            }
        }
        self.suspended = suspended
        suspendedMembers = Set(suspended.map(\.member))
    }

    /// How many are on the board.
    package var participants: Int { groups.total - suspended.count }

    func isSuspended(_ member: MemberID) -> Bool { suspendedMembers.contains(member) }

    /// Nil when the member is not on the board. O(log n).
    package func place(of member: MemberID) -> BoardPlace? {
        isSuspended(member) ? nil : queries.week(week, of: member).place(of: member)
    }

    /// Of a place on the board. O(classes of a group).
    package mutating func rank(of place: BoardPlace) -> Int { count(like: place).above + 1 }

    /// Whether a place on the board is one of so many from its top; those of equal rank stand in the order of their ids.
    /// O(those of its rank) where these are not all in or out.
    mutating func isAmongFirst(_ places: Int, _ place: BoardPlace) -> Bool {
        let (above, alike) = count(like: place)
        let left = places - above
        if left <= 0 || left >= alike { return left > 0 }
        // Whichever end is nearer to the last place that counts.
        let isNearTop = left <= alike / 2
        var steps = isNearTop ? left : alike - left
        var isMet = false
        queries.snapshot.scan(
            queries.views.standings.board, prefix: place.classKey(in: week), reversed: !isNearTop
        ) { key, _ in
            guard let next = BoardPlace(key), !isSuspended(next.member) else { return true }
            isMet = next.member == place.member
            steps -= 1
            return !isMet && steps > 0
        }
        return isMet == isNearTop
    }

    /// How many are better, and how many share the place's rank, itself included.
    private mutating func count(like place: BoardPlace) -> (above: Int, alike: Int) {
        let wanted = BoardClass(place)
        if last?.group != wanted.group {
            let key = StandingsView.groupKey(week, wanted.group)
            last = (wanted.group, queries.snapshot.get(queries.views.standings.classes, key) ?? TallyRow())
        }
        var (above, alike) = last?.classes.position(of: wanted.number) ?? (0, 0)
        above += groups.position(of: wanted.group).before
        for other in suspended {
            if other.ties(with: place) { alike -= 1 } else if other < place { above -= 1 }
        }
        return (above, alike)
    }
}

extension Queries {
    /// Whether anybody on that week's board is, or was, banned for a time. O(log n).
    fileprivate func isAnyoneSuspended(in week: Week) -> Bool {
        var found = false
        snapshot.scan(views.standings.suspended, prefix: StandingsView.weekKey(week)) { _, _ in
            found = true
            return false
        }
        return found
    }
}
