import Decisions
import Dispatch
import EventLog
import Events
import Foundation
import Layout
import Synchronization
import Views

/// The boards of some weeks, folded from the headers of a log through one position.
struct BoardRecount {
    let log: EventLog
    let rules: AwardRules
    /// `nil`: all weeks.
    let weeks: ClosedRange<Week>?
    let end: Position

    /// Folds all events: each thread folds a part of the log, and the parts are merged.
    func fold(_ progress: (Int, Int) -> Void) throws -> BoardFold {
        let voided = try voidedMembers()
        let parts = max(1, min(ProcessInfo.processInfo.activeProcessorCount, Int(end.value) / Self.eventsOfPartMin))
        let bounds = (0...parts).map { Position(1 + end.value * UInt64($0) / UInt64(parts)) }
        let others = Mutex<[Result<BoardFold, any Error>]>([])
        let group = DispatchGroup()
        for part in 1..<max(parts, 1) {
            DispatchQueue.global().async(group: group) {
                let fold = Result { try self.fold(from: bounds[part], to: bounds[part + 1], voided) }
                others.withLock { $0.append(fold) }
            }
        }
        let fold = Result {
            try self.fold(from: bounds[0], to: bounds[1], voided) { progress(Int($0.value) * parts, Int(end.value)) }
        }
        group.wait()
        let sum = try fold.get()
        for other in others.withLock({ $0 }) { sum.merge(try other.get()) }
        return sum
    }

    /// A part with fewer events is not worth a thread.
    private static let eventsOfPartMin = 100_000
    private static let eventsBetweenReports: UInt64 = 0x10000

    private func fold(
        from first: Position, to end: Position, _ voided: Set<MemberID>, _ progress: (Position) -> Void = { _ in }
    ) throws -> BoardFold {
        let fold = BoardFold(rules: rules, weeks: weeks, voided: voided)
        guard first < end else { return fold }
        try log.read { snapshot in
            var nextReport = first
            try snapshot.forEachHeaderRun(from: first, through: Position(end.value - 1)) { run, position in
                if position >= nextReport {
                    progress(position)
                    nextReport = Position(position.value + Self.eventsBetweenReports)
                }
                return fold.fold(run, from: position)
            }
        }
        return fold
    }

    /// The members whose marks are void at the end. Known before any segment is folded, because a later segment may void
    /// the marks of an earlier one. Reads one field of each header, and nothing in a log without bans.
    private func voidedMembers(_ omission: Omission? = nil) throws -> Set<MemberID> {
        try log.read { snapshot in
            guard try snapshot.counts().kinds[.memberBanned] != nil else { return [] }
            var voided = VoidedMembers()
            if var omission {
                try snapshot.forEachHeader(from: Position(1), through: end) { header in
                    if omission.kept(header) != nil { voided.take(header) }
                    return true
                }
                return voided.members
            }
            var found: [Position] = []
            try snapshot.forEachHeaderRun(from: Position(1), through: end) { run, position in
                let count = run.byteCount / EventHeader.byteCount
                for index in 0..<count {
                    let kind = HeaderWords(page: run, offset: index * EventHeader.byteCount).kind
                    if kind == EventKind.memberBanned.rawValue || kind == EventKind.memberUnbanned.rawValue {
                        found.append(Position(position.value + UInt64(index)))
                    }
                }
                // The fold verifies them.
                return count
            }
            for position in found {
                if let header = try snapshot.header(at: position) { voided.take(header) }
            }
            return voided.members
        }
    }

    /// Folds the events that the log would hold without those members. Sequential, because whether an event is dropped
    /// depends on earlier ones.
    func fold(
        without members: Set<MemberID>, at now: Timestamp, _ progress: (Int, Int) -> Void
    ) throws -> (fold: BoardFold, banned: Set<MemberID>, omitted: Int) {
        var omission = Omission(of: members)
        let fold = BoardFold(rules: rules, weeks: weeks, voided: try voidedMembers(omission))
        var bans: [MemberID: Position] = [:]
        let banned = try log.read { snapshot in
            try snapshot.forEachHeader(from: Position(1), through: end) { header in
                if header.position.value % Self.eventsBetweenReports == 1 {
                    progress(Int(header.position.value), Int(end.value))
                }
                guard let header = omission.kept(header) else { return true }
                switch header.kind {
                case .memberBanned: bans[MemberID(header.subject)] = header.position
                case .memberUnbanned: bans[MemberID(header.subject)] = nil
                default: fold.fold(header)
                }
                return true
            }
            return try bans.filter { _, position in
                guard case .ban(let said)? = try snapshot.record(at: position)?.payload, said.hasUntil else {
                    return true
                }
                return now < Timestamp(said.until)
            }
        }
        return (fold, Set(banned.keys), omission.count)
    }

    /// Ranks several weeks in parallel.
    static func boards(_ fold: BoardFold, excluding excluded: Set<MemberID>) -> [Week: [BoardEntry]] {
        let weeks = fold.weeksFolded
        let boards = Mutex<[Week: [BoardEntry]]>([:])
        DispatchQueue.concurrentPerform(iterations: weeks.count) { index in
            let board = fold.board(of: weeks[index], excluding: excluded)
            if !board.isEmpty { boards.withLock { $0[weeks[index]] = board } }
        }
        return boards.withLock { $0 }
    }
}
