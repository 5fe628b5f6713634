import EventLog
import Events
import Layout
import Views

/// The log for queries, which cannot throw: the first failure is kept, and the whole answer refused with it.
final class CommunityLogReading: LogReading {
    private let log: EventLog
    private(set) var failure: Refusal?

    init(log: EventLog) { self.log = log }

    func position(of origin: Origin) -> Position? { latching { try $0.position(of: origin) } }

    func record(at position: Position) -> Record? { latching { try $0.record(at: position) } }

    func forEachHeader(from first: Position, through last: Position, _ body: (EventHeader) -> Bool) {
        _ = latching { snapshot -> Void? in
            try snapshot.forEachHeader(from: first, through: last) { body($0) }
            return nil
        }
    }

    private func latching<R>(_ read: (LogSnapshot) throws -> R?) -> R? {
        do throws(Refusal) { return try log.read(read) } catch {
            failure = failure ?? error
            return nil
        }
    }
}
