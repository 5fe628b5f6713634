import Decisions
import EventLog
package import Events
import Layout
import Projections
import Views

/// The answer of `leaderboard rebuild`.
package struct StandingsRebuildReport: Codable, Sendable {
    package struct Place: Codable, Equatable, Sendable {
        package var rank: Int
        package var engagement: Int
    }
    /// A member who moved. Without `from` the member was not on the board; without `to` the member no longer is.
    package struct Change: Codable, Sendable {
        package var week: String
        package var username: String
        package var from: Place?
        package var to: Place?
        /// How many places the member moved. Outside counts as the place after the last of the longer board.
        package var moved: Int
    }
    package var events: Int
    package var seconds: Double
    package var eventsPerSecond: Int
    package var weeks: Int
    package var entries: Int
    package var changed: Int
    /// How many of the entries are the same on both boards.
    package var equal: Int
    /// The number of dropped events; `nil` without what-if members.
    package var omitted: Int?
    package var changes: [Change]?
}

extension StandingsRebuildReport {
    /// Puts the members who moved the most places first: then those with the larger change of points, the earlier week, and
    /// the earlier username. Keeps the first `count` (0: all). `changed` still counts all.
    package mutating func sortByMovement(keeping count: Int) {
        func points(_ change: Change) -> Int {
            abs((change.to?.engagement ?? 0) - (change.from?.engagement ?? 0))
        }
        guard var sorted = changes else { return }
        sorted.sort { one, other in
            if one.moved != other.moved { return one.moved > other.moved }
            if points(one) != points(other) { return points(one) > points(other) }
            return (one.week, one.username) < (other.week, other.username)
        }
        changes = count == 0 ? sorted : Array(sorted.prefix(count))
    }
}

extension Community {
    /// The rules in the form in which they would be stored. Refuses invalid ones.
    package static func rules(_ message: ProtoRules) throws(Refusal) -> Rules { Rules(try RulesCheck.normal(message)) }

    /// Folds the boards of a range of weeks (`nil`: all) from the headers of the log, and compares them with the boards
    /// in the views. If they differ and `dryRun` is false, the views are rebuilt. With other `rules`, or without the
    /// events of `members` (what-if), nothing is ever changed. `progress` gets (events folded, events in total).
    package func rebuildStandings(
        weeks: ClosedRange<Week>?, rules: Rules? = nil, without members: [Reference] = [], dryRun: Bool,
        listing changesWanted: Bool, progress: (Int, Int) -> Void = { _, _ in }
    ) throws(Refusal) -> StandingsRebuildReport {
        let start = ContinuousClock.now
        let report = try query { queries in
            // The log may have grown meanwhile: both sides use the views' position.
            let end = queries.snapshot.position
            let recount = BoardRecount(log: log, rules: (rules ?? queries.rules).awards, weeks: weeks, end: end)
            let boards: [Week: [BoardEntry]]
            var omitted: Int?
            if members.isEmpty {
                boards = BoardRecount.boards(try recount.fold(progress), excluding: queries.bannedNow())
            } else {
                let gone = Set(try members.map { try memberEver($0, queries) })
                let found = try recount.fold(without: gone, at: queries.now, progress)
                boards = BoardRecount.boards(found.fold, excluding: found.banned)
                omitted = found.omitted
            }
            let seconds = Self.seconds(since: start)
            var changes: [StandingsRebuildReport.Change] = []
            let served = queries.boardWeeks
                .filter { weeks?.contains($0) ?? true }
            for week in Set(boards.keys).union(served).sorted() {
                let (before, after) = (queries.board(of: week), boards[week] ?? [])
                guard before != after else { continue }
                changes += Self.changes(
                    week, from: before, to: after,
                    name: { queries.named($0)?.username ?? $0.description })
            }
            let entries = boards.values.reduce(0) { $0 + $1.count }
            return StandingsRebuildReport(
                events: Int(end.value), seconds: seconds, eventsPerSecond: Int(Double(end.value) / max(seconds, 1e-6)),
                weeks: boards.count, entries: entries, changed: changes.count,
                equal: entries - changes.count { $0.to != nil }, omitted: omitted,
                changes: changesWanted ? changes : nil)
        }
        if report.changed > 0, !dryRun, rules == nil, members.isEmpty { _ = try viewsRebuild([], progress: progress) }
        return report
    }

    /// A member, deleted or not.
    private func memberEver(_ reference: Reference, _ queries: Queries) throws -> MemberID {
        let position = try queries.creation(of: reference)
        guard try log.read({ try $0.header(at: position)?.kind }) == .memberRegistered else {
            throw Refusal(.notFound, "\(reference) is not a member: name one as @name or m17", field: "without-member")
        }
        return MemberID(position)
    }

    private static func changes(
        _ week: Week, from old: [BoardEntry], to new: [BoardEntry], name: (MemberID) -> String
    ) -> [StandingsRebuildReport.Change] {
        func places(_ board: [BoardEntry]) -> [MemberID: StandingsRebuildReport.Place] {
            let places = board.map {
                ($0.member, StandingsRebuildReport.Place(rank: $0.rank, engagement: Int($0.place.engagement)))
            }
            // A wrong board may contain a member twice: the later place then differs from the right one.
            return Dictionary(places, uniquingKeysWith: { $1 })
        }
        let (before, after) = (places(old), places(new))
        let outside = max(old.count, new.count) + 1
        return Set(before.keys).union(after.keys).sorted().compactMap { member in
            guard before[member] != after[member] else { return nil }
            return .init(
                week: week.description, username: name(member), from: before[member], to: after[member],
                moved: abs((before[member]?.rank ?? outside) - (after[member]?.rank ?? outside)))
        }
    }
}
