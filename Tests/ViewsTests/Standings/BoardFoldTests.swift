import Events
import Layout
import Projections
import TestSupport
import Testing
import Views

@Suite struct BoardFoldTests {
    @Test(arguments: 0..<50 as Range<UInt64>)
    func segmentsMergeToWhatTheViewHolds(seed: UInt64) throws {
        let history = HistoryGenerator.history(seed: seed, count: 400)
        let queries = Queries(history, now: Timestamp(seconds: 1_800_000_000))
        let banned = queries.bannedNow()
        let rules = queries.rules.awards
        var sequential = BoardFold(rules: rules, weeks: nil)
        for record in history { sequential.fold(record.header) }
        let boards = sequential.boards(excluding: banned.contains)
        let weeks = queries.leaderboardWeeks().weeks.compactMap { Week($0.week) }
        for week in weeks { #expect(boards[week] == queries.board(of: week)) }
        #expect(boards.count == queries.leaderboardWeeks().weeks.count)

        var random = SeededGenerator(seed: seed)
        var parts: [BoardFold] = []
        var start = 0
        while start < history.count {
            let end = min(history.count, start + Int.random(in: 1...90, using: &random))
            var part = BoardFold(rules: rules, weeks: nil)
            for record in history[start..<end] { part.fold(record.header) }
            parts.append(part)
            start = end
        }
        var merged = BoardFold(rules: rules, weeks: nil)
        for part in parts.shuffled(using: &random) { merged.merge(part) }
        #expect(merged.boards(excluding: banned.contains) == boards)

        guard let some = boards.keys.min() else { return }
        var one = BoardFold(rules: rules, weeks: some...some)
        for record in history { one.fold(record.header) }
        #expect(one.boards(excluding: banned.contains) == [some: boards[some] ?? []])
    }

    @Test func rulesWeighTheSameCountsAnew() {
        var story = Story()
        let ada = story.register("ada")
        for _ in 0..<3 { story.post(by: ada) }
        let rules = AwardRules([.recipes: 7, .comments: 1], dailyCaps: [.recipes: 2])
        var fold = BoardFold(rules: rules, weeks: nil)
        for record in story.records { fold.fold(record.header) }
        let board = fold.boards(excluding: { _ in false }).values.first
        #expect(board?.map(\.place.engagement) == [14])
        #expect(board?.map { $0.counts.total(.recipes) } == [3])
    }
}

@Suite("Weeks as they are kept")
struct WeekRowTests {
    /// What is kept beside the counts is what they come to.
    @Test(arguments: 1...12) func engagementAndActiveDaysFollowFromTheCounts(seed: Int) {
        let replay = Replay<StandingsProjector>().fold(HistoryGenerator.history(seed: UInt64(seed), count: 400))
        let stored = replay.snapshot.get(replay.view.awardRules, StandingsView.onlyKey)?.rules
        let rules = stored ?? Rules.standard.awards
        var weeks: [Key: WeekRow] = [:]
        replay.snapshot.scan(replay.view.weeks) { key, row in
            weeks[key] = row
            return true
        }
        #expect(!weeks.isEmpty)
        var listed: [Key: Int64] = [:]
        for (key, row) in weeks {
            #expect(row.engagement == row.counts.engagement(by: rules))
            #expect(Int(row.activeDays) == row.counts.activeDays(by: rules))
            let place = row.place(of: StandingsView.weekAndMember(ofCountsKey: key).1)
            if place != nil { listed[Key().appending(key.int32(at: 0)), default: 0] += 1 }
        }
        var participants: [Key: Int64] = [:]
        replay.snapshot.scan(replay.view.participants) { key, row in
            participants[key] = row.count
            return true
        }
        #expect(participants == listed)
    }
}

@Suite struct WeekCountsTests {
    @Test func rowsReadBackWhatTheyWrote() throws {
        var counts = WeekCounts()
        counts.add(3, to: .recipes, on: Day(number: 4))
        counts.add(-2, to: .bookmarks, on: Day(number: 10))
        counts.add(1, to: .comments, on: Day(number: 7))
        var writer = ByteWriter()
        counts.encode(into: &writer)
        #expect(try WeekCounts(bytes: writer.bytes) == counts)
        #expect(counts.activeDays(by: Rules.standard.awards) == 2)
        #expect(throws: MalformedRow.self) { try WeekCounts(bytes: [UInt8](repeating: 0xFF, count: 8)) }
        #expect(throws: MalformedRow.self) { try WeekCounts(bytes: [0, 0, 0, 0, 0, 0, 0, 0x80]) }
    }

    @Test func placesReadBackFromTheirKeys() {
        let places = [(100, 7, 1), (100, 7, 2), (100, 6, 1), (99, 7, 1)].map {
            BoardPlace(engagement: $0.0, activeDays: $0.1, member: MemberID(UInt64($0.2)))
        }
        let week = Week(number: -5)
        #expect(places.map { $0.key(in: week) }.sorted() == places.map { $0.key(in: week) })
        #expect(places.sorted() == places)
        #expect(places.map { BoardPlace($0.key(in: week)) } == places)
        #expect(BoardPlace(Key(1)) == nil)
    }
}
