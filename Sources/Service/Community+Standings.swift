import Dispatch
import EventLog
package import Events
import Foundation
import Layout
import Projections
import Synchronization
import Views

/// What `leaderboard rebuild` answers.
package struct StandingsRebuildReport: Encodable, Sendable {
    package struct Place: Encodable, Equatable, Sendable {
        package var rank: Int
        package var engagement: Int
    }
    /// Who moved. Without `from` they were not on the board, without `to` they are no longer.
    package struct Change: Encodable, Sendable {
        package var week: String
        package var username: String
        package var from: Place?
        package var to: Place?
    }
    package var events: Int
    package var seconds: Double
    package var eventsPerSecond: Int
    package var weeks: Int
    package var entries: Int
    package var changed: Int
    package var changes: [Change]?
}

extension Community {
    /// Folds the boards of a range of weeks (all if nil) from the headers of the log, in batch, and compares them with the
    /// boards as they are served. Where they differ and `dryRun` is false, the views are rebuilt; with other `rules` than
    /// those in force (what-if) nothing ever changes. `progress` gets (events
    /// folded, events in all).
    package func rebuildStandings(
        weeks: ClosedRange<Week>?, rules: Rules? = nil, dryRun: Bool, listing changesWanted: Bool,
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws(Refusal) -> StandingsRebuildReport {
        let start = ContinuousClock.now
        let report = try query { queries in
            // The log may have grown since: what counts is where the views stand.
            let end = queries.snapshot.position
            let fold = try foldBoards((rules ?? queries.rules).awards, weeks, through: end, progress)
            let boards = Self.boards(fold, excluding: queries.bannedNow())
            let seconds = Self.seconds(since: start)
            var changes: [StandingsRebuildReport.Change] = []
            let served = queries.leaderboardWeeks().weeks.compactMap { Week($0.week) }
                .filter { weeks?.contains($0) ?? true }
            for week in Set(boards.keys).union(served).sorted() {
                let (before, after) = (queries.board(of: week), boards[week] ?? [])
                guard before != after else { continue }
                changes += Self.changes(
                    week, from: before, to: after,
                    name: { queries.memberCard($0)?.username ?? $0.description })
            }
            return StandingsRebuildReport(
                events: Int(end.value), seconds: seconds, eventsPerSecond: Int(Double(end.value) / max(seconds, 1e-6)),
                weeks: boards.count, entries: boards.values.reduce(0) { $0 + $1.count }, changed: changes.count,
                changes: changesWanted ? changes : nil)
        }
        if report.changed > 0, !dryRun, rules == nil { _ = try viewsRebuild([], progress: progress) }
        return report
    }

    /// Each thread folds a part of the log, and what they give is added up.
    private func foldBoards(
        _ rules: AwardRules, _ weeks: ClosedRange<Week>?, through end: Position, _ progress: (Int, Int) -> Void
    ) throws -> BoardFold {
        let parts = max(1, min(ProcessInfo.processInfo.activeProcessorCount, Int(end.value) / Self.eventsOfPartMin))
        let bounds = (0...parts).map { Position(1 + end.value * UInt64($0) / UInt64(parts)) }
        let others = Mutex<[Result<BoardFold, any Error>]>([])
        let group = DispatchGroup()
        for part in 1..<max(parts, 1) {
            DispatchQueue.global().async(group: group) { [log] in
                let fold = Result {
                    try Self.fold(log, from: bounds[part], to: bounds[part + 1], BoardFold(rules: rules, weeks: weeks))
                }
                others.withLock { $0.append(fold) }
            }
        }
        let fold = Result {
            try Self.fold(log, from: bounds[0], to: bounds[1], BoardFold(rules: rules, weeks: weeks)) {
                progress(Int($0.value) * parts, Int(end.value))
            }
        }
        group.wait()
        let sum = try fold.get()
        for other in others.withLock({ $0 }) { sum.merge(try other.get()) }
        return sum
    }

    /// Fewer are not worth a thread of their own.
    private static let eventsOfPartMin = 100_000

    private static func fold(
        _ log: EventLog, from first: Position, to end: Position, _ fold: BoardFold,
        _ progress: (Position) -> Void = { _ in }
    ) throws -> BoardFold {
        guard first < end else { return fold }
        try log.read { snapshot in
            var nextReport = first
            try snapshot.forEachHeaderRun(from: first, through: Position(end.value - 1)) { run, position in
                if position >= nextReport {
                    progress(position)
                    nextReport = Position(position.value + 0x10000)
                }
                return fold.fold(run, from: position)
            }
        }
        return fold
    }

    /// Several weeks are ranked at a time.
    private static func boards(_ fold: BoardFold, excluding excluded: Set<MemberID>) -> [Week: [BoardEntry]] {
        let weeks = fold.weeksFolded
        let boards = Mutex<[Week: [BoardEntry]]>([:])
        DispatchQueue.concurrentPerform(iterations: weeks.count) { index in
            let board = fold.board(of: weeks[index], excluding: excluded)
            if !board.isEmpty { boards.withLock { $0[weeks[index]] = board } }
        }
        return boards.withLock { $0 }
    }

    private static func changes(
        _ week: Week, from old: [BoardEntry], to new: [BoardEntry], name: (MemberID) -> String
    ) -> [StandingsRebuildReport.Change] {
        func places(_ board: [BoardEntry]) -> [MemberID: StandingsRebuildReport.Place] {
            let places = board.map {
                ($0.member, StandingsRebuildReport.Place(rank: $0.rank, engagement: Int($0.place.engagement)))
            }
            // A board that is wrong may show a member twice: the later place differs from the right one.
            return Dictionary(places, uniquingKeysWith: { $1 })
        }
        let (before, after) = (places(old), places(new))
        return Set(before.keys).union(after.keys).sorted().compactMap { member in
            guard before[member] != after[member] else { return nil }
            return .init(week: week.description, username: name(member), from: before[member], to: after[member])
        }
    }
}
