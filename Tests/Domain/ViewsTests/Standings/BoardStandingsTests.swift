import Events
import LarderAPI
import Layout
import Operations
import Projections
import TestSupport
import Testing
import Views

/// Ranks are counted by classes: they must equal a count from the top of the board.
@Suite struct BoardStandingsTests {
    @Test("smaller numbers are better classes, and equal numbers the same class")
    func classesAreOrderedAsPlacesAre() {
        var places: [BoardPlace] = []
        for base in [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 100, 1_000, 65_535, 65_536, 1 << 40, Int64.max - 1] {
            for engagement in [base, base + 1] {
                for days in 0...7 {
                    places.append(BoardPlace(engagement: engagement, activeDays: days, member: MemberID(1)))
                }
            }
        }
        for (one, other) in zip(places.sorted(), places.sorted().dropFirst()) {
            let (better, worse) = (BoardClass(one), BoardClass(other))
            if one.ties(with: other) {
                #expect(better == worse)
            } else {
                #expect((better.group, better.number) < (worse.group, worse.number))
            }
            #expect(worse.group < 512)
        }
    }

    @Test("counts of zero are not kept")
    func tallies() throws {
        var tally = TallyRow()
        for number in [9, 3, 300, 9] as [UInt64] { tally.add(1, to: number) }
        #expect(tally.position(of: 9) == (1, 2) && tally.position(of: 4) == (1, 0) && tally.position(of: 999) == (4, 0))
        #expect(try TallyRow(bytes: tally.bytes) == tally)
        tally.add(-1, to: 3)
        tally.add(-2, to: 9)
        #expect(tally.total == 1 && tally.position(of: 300) == (0, 1))
        tally.add(-1, to: 300)
        #expect(tally.isEmpty)
    }

    /// Boards with many shared ranks, in histories with temporary bans, permanent bans and deletions.
    @Test("every page of a board says what the whole board says", arguments: 0..<30 as Range<UInt64>)
    func everyPageSaysWhatTheWholeBoardSays(seed: UInt64) throws {
        let history = HistoryGenerator.history(seed: seed, count: 500)
        for now in [history[history.count / 2].header.occurredAt, Timestamp(seconds: 1_800_000_000), .latest] {
            let queries = Queries(history, now: now)
            let weeks = queries.leaderboardWeeks().weeks
            for week in weeks.compactMap({ Week($0.week) }) {
                let board = queries.board(of: week)
                let banned = queries.bannedNow()
                #expect(!board.contains { banned.contains($0.member) })
                #expect(weeks.contains { $0.week == week.description && $0.participants == board.count })
                for (index, entry) in board.enumerated() {
                    let around = try queries.leaderboard(week: week, page: Page(limit: 3), around: entry.member)
                    let expected = board[max(0, index - 1)...].prefix(3)
                    #expect(around.entries.map(\.member) == expected.map(\.member.description))
                    #expect(around.entries.map(\.rank) == expected.map(\.rank))
                    #expect(around.participants == board.count)
                    let rest = board.dropFirst(max(0, index - 1) + 3).prefix(3)
                    guard let next = around.next else {
                        #expect(rest.isEmpty)
                        continue
                    }
                    let page = try queries.leaderboard(week: week, page: Page(limit: 3, after: next))
                    #expect(page.entries.map(\.rank) == rest.map(\.rank))
                    #expect(page.entries.map(\.member) == rest.map(\.member.description))
                }
                let before = queries.board(of: Week(number: week.number - 1))
                let all = try queries.leaderboard(week: week, page: Page(limit: 0))
                let ranks = Dictionary(uniqueKeysWithValues: before.map { ($0.member.description, $0.rank) })
                for (entry, place) in zip(all.entries, board) {
                    #expect(entry.moved == ranks[entry.member].map { $0 - place.rank })
                    let better = board.last { $0.rank < place.rank }
                    #expect(entry.gap == better.map { $0.place.engagement - place.place.engagement })
                }
            }
        }
    }

    @Test("Top Contributor: by place, not by rank, wherever the last place falls among those of equal rank")
    func topContributorsAmongEqualRanks() {
        for count in [1, 10, 11, 25, 60] {
            for alike in [1, count / 2, count] where alike > 0 {
                var story = Story()
                let cooks = (0..<count).map { story.register("cook\($0)", at: "2020-01-01T00:00:00Z") }
                let soup = story.post(by: story.register("author"), at: "2020-01-01T00:00:00Z")
                // The later half has more points, so that the order of ids is not the order of the board.
                for (index, cook) in cooks.enumerated() {
                    for _ in 0...(index < alike ? 0 : 1) {
                        story.comment(on: soup, of: cook, by: cook, at: "2026-01-05T00:00:00Z")
                    }
                }
                if count > 20 { story.ban(cooks[count - 1], until: 1_900_000_000) }
                if count > 20 { story.ban(cooks[1]) }
                story.tell(.memberLoggedIn, by: cooks[0], at: "2026-02-01T00:00:00Z")
                let queries = story.queries()
                let board = queries.board(of: story.weekOfJanuary).map(\.member)
                let top = board.count < 5 ? [] : board.prefix((board.count + 9) / 10)
                let badged = cooks.filter { queries.standing(of: $0).badges.contains("Top Contributor") }
                #expect(Set(badged) == Set(top), "\(count) participants, \(alike) alike")
            }
        }
    }
}

extension Story {
    fileprivate var weekOfJanuary: Week { Self.time("2026-01-05T00:00:00Z").week }
}
