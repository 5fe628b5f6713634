import Operations
import LarderAPI
import Community
import EventLog
import Events
import Layout
import Projections
import TestSupport
import Views

/// «Any query can be asked as of a position or a time: same answer as if asked then; what has been erased since shows as
/// erased.»
extension Trial {
    func lookBack() throws {
        guard !past.isEmpty, dice.chance(60) else { return }
        let then = past[dice.number(0...past.count - 1)]
        // Where no member was deleted since, the answers are those of then.
        if then.deletedMembers == model.deletedMembers { try ask(asOf: Position(then.head), then) }
        // They are always those of views that were folded through there, from what can still be read, and no further.
        if dice.chance(40) { try compareWithReplay(Position(UInt64(dice.number(1...Int(model.head))))) }
    }

    private func ask(asOf position: Position, _ then: Model) throws {
        let comparison = Comparison(self, then, now: try time(of: position), at: position)
        try community.query(asOf: try moment(of: position)) { queries in
            Result { try comparison.ask(queries) }
        }.get()
        if dice.chance(5) { try comparison.askElsewhere() }
    }

    /// Now and then by its time, where that names it.
    private func moment(of position: Position) throws -> Moment {
        let (time, next) = try community.log.read { snapshot in
            (try snapshot.header(at: position)?.recordedAt, try snapshot.header(at: position.next)?.recordedAt)
        }
        guard let time, time != next, dice.chance(50) else { return .position(position) }
        return .time(time)
    }

    private func time(of position: Position) throws -> Timestamp {
        try community.log.read { try $0.header(at: position) }?.recordedAt ?? .earliest
    }

    private func compareWithReplay(_ position: Position) throws {
        let log = community.log
        let records = try log.read { snapshot in
            var records: [Record] = []
            try snapshot.forEach(from: Position(1), through: position) {
                records.append($0)
                return true
            }
            return records
        }
        let replay = Replay<AllProjectors>().fold(records)
        let now = try time(of: position)
        let (answered, folded) = (AnswerRecord(), AnswerRecord())
        // The same questions twice, also about what came later.
        let dice = self.dice
        try community.query(asOf: .position(position)) { queries in
            Result { try Comparison(self, model, now: now, at: position, writing: answered).ask(queries) }
        }.get()
        self.dice = dice
        let queries = Queries(
            snapshot: ViewSnapshot(base: replay.base, position: position), views: replay.view, now: now,
            log: ReplayedLog(log: log, origins: model.origins, end: position))
        try Comparison(self, model, now: now, at: position, writing: folded).ask(queries)
        if let (question, mine, others) = answered.difference(from: folded) {
            throw failure(
                "\(question), as of \(position)", expected: String(decoding: others, as: UTF8.self),
                actual: String(decoding: mine, as: UTF8.self))
        }
    }
}

/// The log as it was then.
private struct ReplayedLog: LogReading {
    let log: EventLog
    /// They are known for ever, whichever members were deleted since.
    let origins: [Origin: Model.Remembered]
    let end: Position

    func position(of origin: Origin) -> Position? {
        origins[origin].flatMap { $0.event <= end.value ? Position($0.position) : nil }
    }

    func record(at position: Position) -> Record? {
        position <= end ? try? log.read { try $0.record(at: position) } : nil
    }

    func forEachHeader(from first: Position, through last: Position, _ body: (EventHeader) -> Bool) {
        try? log.read { snapshot in try snapshot.forEachHeader(from: first, through: min(last, end)) { body($0) } }
    }
}

extension Model {
    fileprivate var deletedMembers: Set<UInt64> { Set(members.filter { $1.isDeleted }.keys) }
}
