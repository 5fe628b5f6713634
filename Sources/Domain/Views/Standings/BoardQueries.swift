import Events
package import Layout
import Projections

extension Queries {
    /// The boards from `BoardFold`: all members who are neither deleted nor banned now. O(board).
    package func board(of week: Week) -> [BoardEntry] {
        var entries: [BoardEntry] = []
        var ranking = BoardRanking()
        scanBoard(BoardStandings(self, week)) { place in
            entries.append(BoardEntry(rank: ranking.rank(of: place), place: place))
            return true
        }
        return entries
    }

    /// Whether an event occurred or was recorded after its end.
    package func isCompleted(_ week: Week) -> Bool {
        snapshot.get(views.standings.latest, StandingsView.onlyKey).map { $0.week > week } ?? false
    }

    /// The places from `first` on, best first; without it from the top. Stops when `body` returns false.
    package func scanBoard(
        _ standings: BoardStandings, from first: Key? = nil, reversed: Bool = false, _ body: (BoardPlace) -> Bool
    ) {
        let prefix = StandingsView.weekKey(standings.week)
        snapshot.scan(views.standings.board, prefix: prefix, from: first, reversed: reversed) { key, _ in
            guard let place = BoardPlace(key), !standings.isSuspended(place.member) else { return true }
            return body(place)
        }
    }

    package func week(_ week: Week, of member: MemberID) -> WeekRow {
        snapshot.get(views.standings.weeks, StandingsView.countsKey(week, member)) ?? WeekRow()
    }

    package func latestBoardWeek() -> Week? {
        var latest: Week?
        forEachBoardWeek(reversed: true) { week, _ in
            latest = week
            return false
        }
        return latest
    }

    /// The weeks with participants.
    package func forEachBoardWeek(reversed: Bool, _ body: (Week, _ participants: Int) -> Bool) {
        snapshot.scan(views.standings.groups, reversed: reversed) { key, _ in
            let week = Week(number: key.int32(at: 0))
            let participants = BoardStandings(self, week).participants
            return participants == 0 || body(week, participants)
        }
    }

    /// The weeks with participants, in order.
    package var boardWeeks: [Week] {
        var weeks: [Week] = []
        forEachBoardWeek(reversed: false) { week, _ in
            weeks.append(week)
            return true
        }
        return weeks
    }
}
