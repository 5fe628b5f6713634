import EventLog
package import Events
import Layout
import Projections
package import Views

extension Community {
    /// Asks the views as they stood at that moment: what was answered then, with the rules that were in force, but for what has
    /// been erased since, which shows as erased. Bans are compared with that moment: with the time, or with when the event was
    /// taken. `progress` gets (events folded, events in all) where the views have to be folded.
    package func query<R>(
        asOf moment: Moment, progress: @escaping (Int, Int) -> Void = { _, _ in }, _ body: (Queries) throws -> R
    ) throws(Refusal) -> R {
        let (position, now) = try resolve(moment)
        return try views.query(asOf: position, progress: progress) { snapshot in
            let reading = CommunityLogReading(log: log, through: position)
            let texts = CommunityTextIndex(search, snapshot, .past, progress)
            let result = try body(
                Queries(snapshot: snapshot, views: views.view, now: now, log: reading, texts: texts))
            if let failure = reading.failure { throw failure }
            return result
        }
    }

    /// The event that a moment follows, and the instant that it stands for.
    func resolve(_ moment: Moment) throws(Refusal) -> (position: Position, now: Timestamp) {
        try log.read { snapshot in
            switch moment {
            case .position(let position):
                guard let header = try snapshot.header(at: position) else {
                    throw Refusal(
                        .notFound, "there is no position \(position): the log goes from 1 to \(snapshot.head)",
                        field: "as-of")
                }
                return (position, header.recordedAt)
            case .time(let time):
                guard let position = try snapshot.lastPosition(recordedBy: time) else {
                    let first = try snapshot.header(at: Position(1)).map { ", which began at \($0.recordedAt.rfc3339)" }
                    throw Refusal(
                        .notFound, "\(time.rfc3339) is before the first event of the log\(first ?? "")", field: "as-of")
                }
                return (position, time)
            }
        }
    }
}
