package import Events
package import Layout
import Projections

/// A member's line of a week's board.
package struct LeaderboardEntry: Encodable, Hashable, Sendable {
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
package struct LeaderboardAnswer: Encodable, Sendable {
    package var position: UInt64
    package var week: String
    package var completed: Bool
    package var participants: Int
    package var entries: [LeaderboardEntry]
    package var next: String?
}

/// The weeks with participants, in the order of time.
package struct LeaderboardWeeksAnswer: Encodable, Sendable {
    package struct Week: Encodable, Hashable, Sendable {
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
    /// participants are those of the whole board. O(members on the board up to the page's end).
    package func leaderboard(
        week: Week?, page: Page, around: MemberID? = nil, viewer: MemberID? = nil
    ) throws(Refusal) -> LeaderboardAnswer {
        let banned = bannedNow()
        let week = week ?? latestBoardWeek(banned) ?? now.week
        let prefix = StandingsView.weekKey(week)
        let after = try around == nil ? page.key(beginningWith: prefix, byteCount: BoardPlace.keyBytes) : nil
        let first =
            try around.map { member throws(Refusal) in try firstPlace(around: member, in: week, page, banned) } ?? 0
        var contents = PageContents<LeaderboardEntry>(page)
        var index = 0
        // From the top: ranks are counted.
        scanBoard(of: week, banned: banned) { place, rank in
            defer { index += 1 }
            let key = place.key(in: week)
            guard index >= first, after.map({ key > $0 }) ?? true, !isApart(place.member, from: viewer) else {
                return true
            }
            return contents.add(entry(place, rank: rank, in: week), key)
        }
        return LeaderboardAnswer(
            position: snapshot.position.value, week: week.description, completed: isCompleted(week),
            participants: participants(of: week, banned: banned), entries: contents.items, next: contents.next)
    }

    /// The weeks with participants, in the order of time.
    package func leaderboardWeeks() -> LeaderboardWeeksAnswer {
        let banned = bannedNow()
        var answer = LeaderboardWeeksAnswer(position: snapshot.position.value, weeks: [])
        snapshot.scan(views.standings.participants) { key, _ in
            let week = Week(number: key.int32(at: 0))
            let participants = participants(of: week, banned: banned)
            if participants > 0 {
                answer.weeks.append(
                    .init(week: week.description, participants: participants, completed: isCompleted(week)))
            }
            return true
        }
        return answer
    }

    /// The ranks of the week before, by member id as lists write it.
    package func ranksBefore(_ week: String) -> [String: Int] {
        guard let week = Week(week) else { return [:] }
        let board = board(of: Week(number: week.number - 1))
        return Dictionary(uniqueKeysWithValues: board.map { ($0.member.description, $0.rank) })
    }

    /// The boards as `BoardFold` gives them: everybody who is neither deleted nor banned now.
    package func board(of week: Week) -> [BoardEntry] {
        var entries: [BoardEntry] = []
        scanBoard(of: week, banned: bannedNow()) { place, rank in
            entries.append(BoardEntry(rank: rank, place: place, counts: self.week(week, of: place.member).counts))
            return true
        }
        return entries
    }

    /// Whether something has happened after its end.
    package func isCompleted(_ week: Week) -> Bool {
        snapshot.get(views.standings.latest, StandingsView.onlyKey).map { $0.occurredAt >= week.end } ?? false
    }

    /// Best first, with ranks; `banned` as `bannedNow` gives them. Stops when `body` answers false.
    func scanBoard(of week: Week, banned: Set<MemberID>, _ body: (BoardPlace, Int) -> Bool) {
        var ranking = BoardRanking()
        snapshot.scan(views.standings.board, prefix: StandingsView.weekKey(week)) { key, _ in
            guard let place = BoardPlace(key), !banned.contains(place.member) else { return true }
            return body(place, ranking.rank(of: place))
        }
    }

    /// How many stand on the board; `banned` as `bannedNow` gives them.
    func participants(of week: Week, banned: Set<MemberID>) -> Int {
        let all = snapshot.get(views.standings.participants, StandingsView.weekKey(week))?.count ?? 0
        guard all > 0 else { return 0 }
        let out = banned.count { self.week(week, of: $0).place(of: $0) != nil }
        return Int(all) - out
    }

    func week(_ week: Week, of member: MemberID) -> WeekRow {
        snapshot.get(views.standings.weeks, StandingsView.countsKey(week, member)) ?? WeekRow()
    }

    private func latestBoardWeek(_ banned: Set<MemberID>) -> Week? {
        var latest: Week?
        snapshot.scan(views.standings.participants, reversed: true) { key, _ in
            let week = Week(number: key.int32(at: 0))
            if participants(of: week, banned: banned) > 0 { latest = week }
            return latest == nil
        }
        return latest
    }

    /// From 0: where a page begins that has the member in its middle.
    private func firstPlace(around member: MemberID, in week: Week, _ page: Page, _ banned: Set<MemberID>)
        throws(Refusal) -> Int
    {
        var index = 0
        var found = false
        scanBoard(of: week, banned: banned) { place, _ in
            found = place.member == member
            if !found { index += 1 }
            return !found
        }
        guard found else {
            let name = memberCard(member).map { "@\($0.username)" } ?? member.description
            throw Refusal(.notFound, "\(name) is not on the board of \(week)")
        }
        return page.limit == 0 ? 0 : max(0, index - page.limit / 2)
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
