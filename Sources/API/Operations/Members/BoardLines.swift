import Events
import LarderAPI
import Layout
import Projections
import Views

/// Writes the lines of a week's board for a viewer.
struct BoardLines {
    private(set) var standings: BoardStandings
    private let queries: Queries
    private let viewer: MemberID?
    private var before: BoardStandings
    /// The last place, and the next better place that the viewer may see.
    private var last: (place: BoardPlace, better: BoardPlace?)?

    init(_ queries: Queries, _ week: Week, viewer: MemberID?) {
        self.queries = queries
        self.viewer = viewer
        standings = BoardStandings(queries, week)
        before = BoardStandings(queries, Week(number: week.number - 1))
    }

    /// The line of a place on the board. O(log n), and O(members next to it whom the viewer may not see).
    mutating func line(at place: BoardPlace) -> LeaderboardEntry {
        let better = better(than: place)
        last = (place, better)
        var line = line(of: place)
        let rank = standings.rank(of: place)
        line.rank = rank
        line.moved = before.place(of: place.member).map { before.rank(of: $0) - rank }
        line.gap = better.map { $0.engagement - place.engagement }
        return line
    }

    /// A member's line, without a rank if the member is not on the board.
    mutating func line(of member: MemberID) -> LeaderboardEntry {
        if let place = standings.place(of: member) { return line(at: place) }
        let row = queries.week(standings.week, of: member)
        // A banned member has points, and is on no board.
        return line(
            of: BoardPlace(engagement: max(row.engagement, 0), activeDays: Int(row.activeDays), member: member))
    }

    private func better(than place: BoardPlace) -> BoardPlace? {
        if let last, last.place.ties(with: place) { return last.better }
        var found: BoardPlace?
        queries.scanBoard(standings, from: place.classKey(in: standings.week), reversed: true) { other in
            guard !other.ties(with: place), !queries.isApart(other.member, from: viewer) else { return true }
            found = other
            return false
        }
        return found
    }

    private func line(of place: BoardPlace) -> LeaderboardEntry {
        let row = queries.week(standings.week, of: place.member)
        let card = queries.memberCard(place.member)
        return LeaderboardEntry(
            rank: nil, member: place.member.description, username: card?.username ?? place.member.description,
            name: card?.name, avatar: card?.avatar, engagement: place.engagement, activeDays: place.activeDays,
            recipes: row.counts.total(.recipes), likesReceived: row.counts.total(.likesReceived),
            comments: row.counts.total(.comments), bookmarks: row.counts.total(.bookmarks),
            adjusted: row.isAdjusted(by: queries.rules.awards) ? true : nil)
    }
}
