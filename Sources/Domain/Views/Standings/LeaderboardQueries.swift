import Events
package import Layout
import Projections

/// A member's line of a week's board.
package struct LeaderboardEntry: Codable, Hashable, Sendable {
    package var rank: Int
    package var member: String
    package var username: String
    package var engagement: Int64
    package var activeDays: Int
    package var recipes: Int64
    package var likesReceived: Int64
    package var comments: Int64
    package var bookmarks: Int64
}

/// A page of a week's board.
package struct LeaderboardAnswer: Codable, Sendable {
    package var position: UInt64
    package var week: String
    package var completed: Bool
    package var participants: Int
    package var entries: [LeaderboardEntry]
    package var next: String?
}

/// The weeks with participants, in the order of time.
package struct LeaderboardWeeksAnswer: Codable, Sendable {
    package struct Week: Codable, Hashable, Sendable {
        package var week: String
        package var participants: Int
        package var completed: Bool
    }

    package var position: UInt64
    package var weeks: [Week]
}

extension Queries {
    /// The board of `week`, or of the latest week that anybody is on the board of. With `around`, the page of which
    /// that member is the middle, whatever `page.after` says. Whoever is apart from the viewer is left out; ranks and
    /// participants are those of the whole board. O(page), wherever on the board it lies.
    package func leaderboard(
        week: Week?, page: Page, around: MemberID? = nil, viewer: MemberID? = nil
    ) throws(Refusal) -> LeaderboardAnswer {
        let week = week ?? latestBoardWeek() ?? now.week
        let prefix = StandingsView.weekKey(week)
        var standings = BoardStandings(self, week)
        let after = try around == nil ? page.key(beginningWith: prefix, byteCount: BoardPlace.keyBytes) : nil
        let first =
            try around.map { member throws(Refusal) in try firstKey(around: member, on: standings, page) } ?? after
        var contents = PageContents<LeaderboardEntry>(page)
        scanBoard(standings, from: first) { place in
            let key = place.key(in: week)
            guard key != after, !isApart(place.member, from: viewer) else { return true }
            return contents.add(entry(place, rank: standings.rank(of: place), in: week), key)
        }
        return LeaderboardAnswer(
            position: snapshot.position.value, week: week.description, completed: isCompleted(week),
            participants: standings.participants, entries: contents.items, next: contents.next)
    }

    /// The weeks with participants, in the order of time.
    package func leaderboardWeeks() -> LeaderboardWeeksAnswer {
        var answer = LeaderboardWeeksAnswer(position: snapshot.position.value, weeks: [])
        forEachBoardWeek(reversed: false) { week, participants in
            answer.weeks.append(
                .init(week: week.description, participants: participants, completed: isCompleted(week)))
            return true
        }
        return answer
    }

    /// The ranks that those on a page had in the week before, by member id as lists write it.
    package func ranksBefore(_ answer: LeaderboardAnswer) -> [String: Int] {
        guard let week = Week(answer.week) else { return [:] }
        var standings = BoardStandings(self, Week(number: week.number - 1))
        var ranks: [String: Int] = [:]
        for entry in answer.entries {
            guard let member = UInt64(entry.member.dropFirst()).map({ MemberID($0) }),
                let place = standings.place(of: member)
            else { continue }
            ranks[entry.member] = standings.rank(of: place)
        }
        return ranks
    }

    /// The boards as `BoardFold` gives them: everybody who is neither deleted nor banned now. O(board).
    package func board(of week: Week) -> [BoardEntry] {
        var entries: [BoardEntry] = []
        var ranking = BoardRanking()
        scanBoard(BoardStandings(self, week)) { place in
            entries.append(BoardEntry(rank: ranking.rank(of: place), place: place))
            return true
        }
        return entries
    }

    /// Whether something has happened after its end.
    package func isCompleted(_ week: Week) -> Bool {
        snapshot.get(views.standings.latest, StandingsView.onlyKey).map { $0.occurredAt >= week.end } ?? false
    }

    /// From `first` on, best first; else from the top. Stops when `body` answers false.
    private func scanBoard(
        _ standings: BoardStandings, from first: Key? = nil, reversed: Bool = false, _ body: (BoardPlace) -> Bool
    ) {
        let prefix = StandingsView.weekKey(standings.week)
        snapshot.scan(views.standings.board, prefix: prefix, from: first, reversed: reversed) { key, _ in
            guard let place = BoardPlace(key), !standings.isSuspended(place.member) else { return true }
            return body(place)
        }
    }

    func week(_ week: Week, of member: MemberID) -> WeekRow {
        snapshot.get(views.standings.weeks, StandingsView.countsKey(week, member)) ?? WeekRow()
    }

    private func latestBoardWeek() -> Week? {
        var latest: Week?
        forEachBoardWeek(reversed: true) { week, _ in
            latest = week
            return false
        }
        return latest
    }

    /// Only those with participants.
    private func forEachBoardWeek(reversed: Bool, _ body: (Week, _ participants: Int) -> Bool) {
        snapshot.scan(views.standings.groups, reversed: reversed) { key, _ in
            let week = Week(number: key.int32(at: 0))
            let participants = BoardStandings(self, week).participants
            return participants == 0 || body(week, participants)
        }
    }

    /// Where a page begins that has the member in its middle; nil: at the top.
    private func firstKey(around member: MemberID, on standings: BoardStandings, _ page: Page) throws(Refusal) -> Key? {
        guard let middle = standings.place(of: member)?.key(in: standings.week) else {
            let name = memberCard(member).map { "@\($0.username)" } ?? member.description
            throw Refusal(.notFound, "\(name) is not on the board of \(standings.week)")
        }
        guard page.limit > 0 else { return nil }
        var first = middle
        var left = page.limit / 2
        scanBoard(standings, from: middle, reversed: true) { place in
            first = place.key(in: standings.week)
            left -= 1
            return left >= 0
        }
        return first
    }

    private func entry(_ place: BoardPlace, rank: Int, in week: Week) -> LeaderboardEntry {
        let counts = self.week(week, of: place.member).counts
        return LeaderboardEntry(
            rank: rank, member: place.member.description,
            username: memberCard(place.member)?.username ?? place.member.description,
            engagement: place.engagement, activeDays: place.activeDays, recipes: counts.total(.recipes),
            likesReceived: counts.total(.likesReceived), comments: counts.total(.comments),
            bookmarks: counts.total(.bookmarks))
    }
}
