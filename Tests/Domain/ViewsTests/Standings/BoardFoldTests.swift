import Events
import LarderAPI
import Layout
import Operations
import Projections
import TestSupport
import Testing
import Views

@Suite struct BoardFoldTests {
    @Test("boards folded in segments merge to the boards of the view", arguments: 0..<50 as Range<UInt64>)
    func segmentsMergeToWhatTheViewHolds(seed: UInt64) throws {
        let history = HistoryGenerator.history(seed: seed, count: 400)
        let queries = Queries(history, now: Timestamp(seconds: 1_800_000_000))
        let banned = queries.bannedNow()
        let rules = queries.rules.awards
        var members = VoidedMembers()
        for record in history { members.take(record.header) }
        let voided = members.members
        let sequential = BoardFold(rules: rules, weeks: nil, voided: voided)
        for record in history { sequential.fold(record.header) }
        let boards = sequential.boards(excluding: banned)
        let weeks = queries.leaderboardWeeks().weeks.compactMap { Week($0.week) }
        for week in weeks { #expect(boards[week] == queries.board(of: week)) }
        #expect(boards.count == queries.leaderboardWeeks().weeks.count)

        var random = SeededGenerator(seed: seed)
        var parts: [BoardFold] = []
        var start = 0
        while start < history.count {
            let end = min(history.count, start + Int.random(in: 1...90, using: &random))
            let part = BoardFold(rules: rules, weeks: nil, voided: voided)
            for record in history[start..<end] { part.fold(record.header) }
            parts.append(part)
            start = end
        }
        let merged = BoardFold(rules: rules, weeks: nil, voided: voided)
        for part in parts.shuffled(using: &random) { merged.merge(part) }
        #expect(merged.boards(excluding: banned) == boards)

        guard let some = boards.keys.min() else { return }
        let one = BoardFold(rules: rules, weeks: some...some, voided: voided)
        for record in history { one.fold(record.header) }
        #expect(one.boards(excluding: banned) == [some: boards[some] ?? []])
    }

    private static let capped = AwardRules([.recipes: 7, .comments: 1, .followersWon: 3], dailyCaps: [.comments: 1])

    /// Stored headers in runs of any length, by rules with caps and without.
    @Test("stored headers fold in runs as they do one by one", arguments: 0..<20 as Range<UInt64>)
    func runsOfStoredHeadersFoldAsHeadersDo(seed: UInt64) {
        let headers = HistoryGenerator.history(seed: seed, count: 400).map(\.header)
        var random = SeededGenerator(seed: seed)
        let noOne: Set<MemberID> = []
        let someone = Set(headers.filter { $0.kind == .memberRegistered }.map(\.actor).prefix(3))
        for (rules, voided) in [(Rules.standard.awards, noOne), (Self.capped, noOne), (Self.capped, someone)] {
            let one = BoardFold(rules: rules, weeks: nil, voided: voided)
            let other = BoardFold(rules: rules, weeks: nil, voided: voided)
            for header in headers { one.fold(header) }
            var rest = headers[...]
            while let first = rest.first {
                let run = rest.prefix(Int.random(in: 1...63, using: &random))
                let bytes = run.flatMap(\.bytes)
                #expect(unsafe other.fold(bytes.span.bytes, from: first.position) == run.count)
                rest = rest.dropFirst(run.count)
            }
            #expect(!one.boards(excluding: []).isEmpty)
            #expect(one.boards(excluding: []) == other.boards(excluding: []))
        }
    }

    @Test("a run of headers ends before the first damaged one") func aRunEndsBeforeTheFirstDamagedHeader() {
        let headers = HistoryGenerator.history(seed: 3, count: 60).map(\.header)
        let bytes = headers.flatMap(\.bytes)
        let fold = BoardFold(rules: Rules.standard.awards, weeks: nil)
        // A missing event, and a flipped bit in each word.
        #expect(unsafe fold.fold(bytes.span.bytes, from: Position(2)) == 0)
        for word in 0..<8 {
            var damaged = bytes
            damaged[40 * EventHeader.byteCount + 8 * word + 3] ^= 16
            #expect(unsafe fold.fold(damaged.span.bytes, from: Position(1)) == 40)
        }
        #expect(unsafe fold.fold(bytes.span.bytes, from: Position(1)) == headers.count)
    }

    @Test("places sort by their digits as by comparison", arguments: 0..<20 as Range<UInt64>)
    func placesAreSortedByDigitsAsByComparing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let engagementMax: Int64 = [3, 500, 1 << 20, .max][Int(seed % 4)]
        let memberMax: UInt64 = [2_000, 1 << 24, 1 << 47][Int(seed % 3)]
        let places = (0..<3_000).map { _ in
            BoardPlace(
                engagement: Int64.random(in: 1...engagementMax, using: &random),
                activeDays: Int.random(in: 0...7, using: &random),
                member: MemberID(UInt64.random(in: 1...memberMax, using: &random)))
        }
        var sorted = places
        BoardPlace.sort(&sorted)
        #expect(sorted == places.sorted())
    }

    @Test("other rules weigh the counted acts again") func rulesWeighTheSameCountsAnew() {
        var story = Story()
        let ada = story.register("ada")
        for _ in 0..<3 { story.post(by: ada) }
        let rules = AwardRules([.recipes: 7, .comments: 1], dailyCaps: [.recipes: 2])
        let fold = BoardFold(rules: rules, weeks: nil)
        for record in story.records { fold.fold(record.header) }
        let board = fold.boards(excluding: []).values.first
        #expect(board?.map(\.place.engagement) == [14])
    }
}

@Suite("Weeks as they are kept")
struct WeekRowTests {
    /// After a failed read the rules are the standard ones, and the row was weighed by others. The transaction is discarded then.
    @Test("a change by other rules than the row was weighed by does not trap") func otherRules() {
        let day = Day(number: 4)
        var row = WeekRow()
        row.add(1, to: .likesReceived, on: day, by: AwardRules([.recipes: 7], dailyCaps: [:]))
        #expect(row.activeDays == 0)
        let rules = AwardRules([.likesReceived: 3], dailyCaps: [:])
        row.add(-1, to: .likesReceived, on: day, by: rules)
        row.weigh(by: rules)
        #expect(row.activeDays == 0 && row.engagement == 0)
    }

    /// The stored sums equal the counts.
    @Test("stored engagement and active days follow from the counts", arguments: 1...12)
    func engagementAndActiveDaysFollowFromTheCounts(seed: Int) {
        let replay = Replay<StandingsProjector>().fold(HistoryGenerator.history(seed: UInt64(seed), count: 400))
        let stored = replay.snapshot.get(replay.view.awardRules, StandingsView.onlyKey)?.rules
        let rules = stored ?? Rules.standard.awards
        var weeks: [Key: WeekRow] = [:]
        replay.snapshot.scan(replay.view.weeks) { key, row in
            weeks[key] = row
            return true
        }
        #expect(!weeks.isEmpty)
        var groups: [Key: TallyRow] = [:]
        var classes: [Key: TallyRow] = [:]
        for (key, row) in weeks {
            #expect(row.engagement == row.counts.engagement(by: rules))
            #expect(Int(row.activeDays) == row.counts.activeDays(by: rules))
            let (week, member) = StandingsView.weekAndMember(ofCountsKey: key)
            guard let place = row.place(of: member) else { continue }
            let kind = BoardClass(place)
            groups[StandingsView.weekKey(week), default: TallyRow()].add(1, to: kind.group)
            classes[StandingsView.groupKey(week, kind.group), default: TallyRow()].add(1, to: kind.number)
        }
        func rows(_ table: ViewTable<TallyRow>) -> [Key: TallyRow] {
            var rows: [Key: TallyRow] = [:]
            replay.snapshot.scan(table) { key, row in
                rows[key] = row
                return true
            }
            return rows
        }
        #expect(rows(replay.view.groups) == groups)
        #expect(rows(replay.view.classes) == classes)
    }
}

@Suite struct WeekCountsTests {
    @Test("week counts read back from their bytes, and malformed bytes throw") func rowsReadBackWhatTheyWrote() throws {
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

    @Test("places sort and read back by their keys") func placesReadBackFromTheirKeys() {
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
