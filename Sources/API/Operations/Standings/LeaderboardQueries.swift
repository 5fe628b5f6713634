import Events
package import LarderAPI
package import Layout
import Projections
package import Views

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
