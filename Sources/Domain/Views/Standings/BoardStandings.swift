import Events
package import Layout
import Projections

/// Ranks on a week's board at a query's instant. Ranks are counted by class: no query walks the board from its top.
package struct BoardStandings {
    package let week: Week
    private let queries: Queries
    private let groups: TallyRow
    /// The group of the last query.
    private var last: (group: UInt64, classes: TallyRow)?
    /// Members on the stored board with a temporary ban in force.
    private let suspended: [BoardPlace]
    private let suspendedMembers: Set<MemberID>

    package init(_ queries: Queries, _ week: Week) {
        self.queries = queries
        self.week = week
        let view = queries.views.standings
        groups = queries.snapshot.get(view.groups, StandingsView.weekKey(week)) ?? TallyRow()
        var suspended: [BoardPlace] = []
        // An answer that did not read the clock holds until the next event.
        if !groups.isEmpty, queries.isAnyoneSuspended(in: week) {
            let now = StandingsView.suspensionKey(week, queries.now)
            queries.snapshot.scan(view.suspended, from: now, to: StandingsView.weekKey(week).upperBoundOfPrefix) {
                key, _ in
                // A ban that ends now is over.
                if !key.hasPrefix(now), let place = BoardPlace(key, at: now.count) { suspended.append(place) }
                return true
            }
        }
        self.suspended = suspended
        suspendedMembers = Set(suspended.map(\.member))
    }

    /// The number of members on the board.
    package var participants: Int { groups.total - suspended.count }

    func isSuspended(_ member: MemberID) -> Bool { suspendedMembers.contains(member) }

    /// `nil` if the member is not on the board. O(log n).
    package func place(of member: MemberID) -> BoardPlace? {
        isSuspended(member) ? nil : queries.week(week, of: member).place(of: member)
    }

    /// The rank of a place on the board. O(classes of a group).
    package mutating func rank(of place: BoardPlace) -> Int { count(like: place).above + 1 }

    /// Whether a place is among the first `places` of the board. Equal ranks are ordered by id. O(members of that rank)
    /// unless all of them are in or out.
    mutating func isAmongFirst(_ places: Int, _ place: BoardPlace) -> Bool {
        let (above, alike) = count(like: place)
        let left = places - above
        if left <= 0 || left >= alike { return left > 0 }
        // Walks from the end that is nearer to the limit.
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

    /// The number of better places, and the number of places that share the rank, itself included.
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
    /// Whether a member of that week's board has, or had, a temporary ban. O(log n).
    fileprivate func isAnyoneSuspended(in week: Week) -> Bool {
        var found = false
        snapshot.scan(views.standings.suspended, prefix: StandingsView.weekKey(week)) { _, _ in
            found = true
            return false
        }
        return found
    }
}
