import Decisions
import EventLog
import Events
import Layout
import Views

/// The log for queries, which cannot throw: the first failure is kept, and the whole answer refused with it.
final class CommunityLogReading: LogReading {
    private let log: EventLog
    /// What is later has not happened yet for whoever asks.
    private let end: Position?
    /// Whether the answer is to be traced to the rows that it was made of.
    private let isForTracing: Bool
    private(set) var failure: Refusal?

    init(log: EventLog, through end: Position? = nil, isForTracing: Bool = false) {
        self.log = log
        self.end = end
        self.isForTracing = isForTracing
    }

    func position(of origin: Origin) -> Position? { latching { try $0.position(of: origin, through: end) } }

    func record(at position: Position) -> Record? {
        if let end, position > end { return nil }
        return latching { try $0.record(at: position) }
    }

    func forEachHeader(from first: Position, through last: Position, _ body: (EventHeader) -> Bool) {
        guard !isForTracing else {
            failure = Refusal(
                .invalid, "that answer lists events themselves, each with its number: nothing is folded for it")
            return
        }
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
