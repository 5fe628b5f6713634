package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let boards: [any AnyBinding] = [
        bind(API.leaderboard) { input, viewer, queries in
            let week = try input.week.map { text throws(Refusal) in try Times.week(text) }
            let around = try input.around.map { text throws(Refusal) in
                try queries.member(try MemberName.reference(text, field: "around"), for: viewer.member)
            }
            return try queries.leaderboard(
                week: week, page: input.page.page, around: around, viewer: viewer.member)
        },
        bind(API.leaderboardWeeks) { _, _, queries in queries.leaderboardWeeks() },
        bind(API.experience) { input, viewer, queries in
            try queries.experience(
                try viewer.reference(input.member), page: input.page.page, viewer: viewer.member)
        },
        bind(API.awards) { input, viewer, queries in
            try queries.awardHistory(
                of: try viewer.reference(input.member), AwardFilter(input), page: input.page.page,
                viewer: viewer.member, viewerIsOperator: viewer.isOperator)
        },
        bind(API.streak) { input, viewer, queries in
            queries.streak(of: try queries.member(try viewer.reference(input.member), for: viewer.member))
        },
    ]
}

extension Queries {
    /// The board of `week`, or of the latest week with participants. With `around`, the page that has this member in
    /// its middle; `page.after` is ignored then. A member who is not on the board stands at its end, without a rank.
    /// Members whom a block separates from the viewer are omitted, but ranks and participants are those of the whole
    /// board. The viewer's own line comes along, wherever it stands. O(page).
    package func leaderboard(
        week: Week?, page: Page, around: MemberID? = nil, viewer: MemberID? = nil
    ) throws(Refusal) -> LeaderboardAnswer {
        if let around, !isLiving(around) {
            throw Refusal(.notFound, "there is no member \(around)", field: "around")
        }
        let week = week ?? latestBoardWeek() ?? now.week
        let prefix = StandingsView.weekKey(week)
        var lines = BoardLines(self, week, viewer: viewer)
        let after = try around == nil ? page.key(beginningWith: prefix, byteCount: BoardPlace.keyBytes) : nil
        let first = around.flatMap { firstKey(around: $0, on: lines.standings, page) } ?? after
        var contents = PageContents<LeaderboardEntry>(page)
        scanBoard(lines.standings, from: first) { place in
            let key = place.key(in: week)
            guard key != after, !isApart(place.member, from: viewer) else { return true }
            return contents.add(lines.line(at: place), key)
        }
        var entries = contents.items
        if let around, lines.standings.place(of: around) == nil, !isApart(around, from: viewer) {
            entries.append(lines.line(of: around))
        }
        return LeaderboardAnswer(
            position: snapshot.position.value, week: week.description, completed: isCompleted(week),
            participants: lines.standings.participants, entries: entries, viewer: viewer.map { lines.line(of: $0) },
            next: contents.next)
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

    /// The key at which the page with the member in its middle begins; nil: the top of the board. For a member who is
    /// not on the board, the page ends with the board.
    private func firstKey(around member: MemberID, on standings: BoardStandings, _ page: Page) -> Key? {
        guard page.limit > 0 else { return nil }
        let middle = standings.place(of: member)?.key(in: standings.week)
        var first = middle ?? StandingsView.weekKey(standings.week).upperBoundOfPrefix
        // The member's own place is the first that the scan meets.
        var left = page.limit / 2 + (middle == nil ? 0 : 1)
        scanBoard(standings, from: middle, reversed: true) { place in
            guard left > 0 else { return false }
            first = place.key(in: standings.week)
            left -= 1
            return true
        }
        return first
    }

    /// The member's XP week by week: it is the sum of the weeks' engagement and the points that were carried over.
    package func experience(
        _ reference: Reference, page: Page, viewer: MemberID?
    ) throws(Refusal) -> ExperienceAnswer {
        let member = try member(reference, for: viewer)
        let standing = standing(of: member)
        let after = try page.key(beginningWith: Key(member.value), byteCount: 12)
        var contents = PageContents<ExperienceAnswer.Week>(page)
        for week in weeks(of: member).reversed() {
            let key = StandingsView.memberKey(member, week)
            if let after, key >= after { continue }
            let row = self.week(week, of: member)
            let counts = row.counts
            guard counts.hasAwards(by: rules.awards) else { continue }
            let item = ExperienceAnswer.Week(
                week: week.description, engagement: row.engagement,
                activeDays: Int(row.activeDays), recipes: counts.total(.recipes),
                likesReceived: counts.total(.likesReceived), comments: counts.total(.comments),
                bookmarks: counts.total(.bookmarks))
            guard contents.add(item, key) else { break }
        }
        return ExperienceAnswer(
            position: snapshot.position.value, id: member.description,
            username: memberCard(member)?.username ?? "", xp: standing.xp,
            pointsCarriedOver: standing.carriedOver == 0 ? nil : standing.carriedOver, level: standing.level,
            nextLevelAt: standing.nextLevelAt, badges: standing.badges,
            weeks: contents.items, next: contents.next)
    }

    /// O(weeks of the member).
    fileprivate func streak(of member: MemberID) -> StreakAnswer {
        let weeks = weeks(of: member).filter { week($0, of: member).engagement > 0 }
        var answer = StreakAnswer(position: snapshot.position.value, weeks: 0, longest: 0)
        guard let last = weeks.last, let board = latestBoardWeek() else { return answer }
        var (first, length, before) = (last, 0, Int32?.none)
        for week in weeks {
            if week.number - 1 != before { (first, length) = (week, 0) }
            length += 1
            answer.longest = max(answer.longest, length)
            before = week.number
        }
        // A week that has just begun ends no streak.
        if last.number >= board.number - 1 { (answer.weeks, answer.since) = (length, first.description) }
        return answer
    }
}
