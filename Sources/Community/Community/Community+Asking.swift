import Decisions
import EventLog
import Events
package import Layout
import Projections
import Search
package import Views

extension Community {
    /// Catches the views up with the log, then runs queries over one unchanging state. With `atLeast`, waits up to a
    /// second for the log to reach that position. `progress` gets (events folded, events in total).
    package func query<R>(
        atLeast position: Position? = nil, progress: @escaping (Int, Int) -> Void = { _, _ in },
        _ body: (Queries) throws -> R
    ) throws(Refusal) -> R {
        if let position { try wait(for: position) }
        for _ in 0..<Self.overtakenMax {
            if let result = try ask(.live, atLeast: position, progress, body) { return result }
        }
        // Other processes append and search faster than this query: hold the search index for it.
        do throws(any Error) {
            return try search.held {
                // A deletion alone overtakes it now.
                for _ in 0..<Self.overtakenMax {
                    if let result = try ask(.still, atLeast: position, progress, body) { return result }
                }
                throw SearchStore.Overtaken()
            }
        } catch {
            throw search.refusal(error)
        }
    }

    /// `nil` if the search index was ahead of the snapshot, or was discarded: the query must be repeated.
    private func ask<R>(
        _ standing: CommunityTextIndex.Standing, atLeast position: Position?,
        _ progress: @escaping (Int, Int) -> Void, _ body: (Queries) throws -> R
    ) throws(Refusal) -> R? {
        var isOvertaken = false
        do throws(Refusal) {
            return try views.query(progress: progress) { snapshot in
                if let position, snapshot.position < position { throw behind(position, snapshot.position) }
                let reading = CommunityLogReading(log: log)
                let texts = CommunityTextIndex(search, snapshot, standing, progress)
                defer { isOvertaken = texts.isOvertaken }
                let result = try body(
                    Queries(
                        snapshot: snapshot, views: views.view, now: log.clock(), log: reading, texts: texts,
                        pictures: pictures))
                if let failure = reading.failure { throw failure }
                return result
            }
        } catch {
            guard isOvertaken else { throw error }
            return nil
        }
    }

    private static var overtakenMax: Int { 3 }

    /// The views have no room for more events, and the question needs them.
    private func behind(_ wanted: Position, _ position: Position) -> Refusal {
        var refusal = views.reasonOfLag ?? Refusal(.unavailable, "the views have not folded all events")
        refusal.message =
            "the views stopped at position \(position), before \(wanted), because \(refusal.message)"
        return refusal
    }

    private func wait(for position: Position) throws(Refusal) {
        var triesLeft = 100
        while try log.head() < position {
            guard triesLeft > 0 else {
                throw Refusal(
                    .unavailable,
                    "the log has not reached position \(position) within a second: it ends at \(try log.head())")
            }
            triesLeft -= 1
            Follower.pause()
        }
    }

    // MARK: Earlier moments

    /// Runs queries over the views as they stood at that moment, with the rules then in force. Data erased since shows
    /// as erased. Bans are compared with the moment's time, or with the event's time for a position. `progress` gets
    /// (events folded, events in total) if the views have to be folded.
    package func query<R>(
        asOf moment: Moment, progress: @escaping (Int, Int) -> Void = { _, _ in }, _ body: (Queries) throws -> R
    ) throws(Refusal) -> R {
        let (position, now) = try resolve(moment)
        return try views.query(asOf: position, progress: progress) { snapshot in
            let reading = CommunityLogReading(log: log, through: position)
            let texts = CommunityTextIndex(search, snapshot, .past, progress)
            let result = try body(
                Queries(
                    snapshot: snapshot, views: views.view, now: now, log: reading, texts: texts, pictures: pictures))
            if let failure = reading.failure { throw failure }
            return result
        }
    }

    /// The last event at that moment, and its instant.
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

/// The log for queries, which cannot throw: the first failure is kept, and the whole answer is refused with it.
final class CommunityLogReading: LogReading {
    private let log: EventLog
    /// The last event that the answer may contain; `nil`: no limit.
    private let end: Position?
    /// Whether the answer is traced to the rows that it was computed from.
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
                .invalid, "that answer lists the events themselves, with their positions: there is nothing to explain")
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
