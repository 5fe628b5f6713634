import CloudEvents
import Decisions
package import EventLog
package import Events
package import Layout

/// What the ids in headers are called now, looked up in the log's own state.
package struct EventNames: NameResolver {
    private let snapshot: LogSnapshot
    /// Names are those that were borne then; nil: those of today.
    private let end: Position?

    package init(_ snapshot: LogSnapshot, asOf end: Position? = nil) {
        (self.snapshot, self.end) = (snapshot, end)
    }

    package func username(of member: MemberID) -> String? {
        guard let state = try? snapshot.member(member), !state.isDeleted else { return nil }
        // The newest profile may not have changed the name: each names the one before as its cause.
        var position = state.profilePosition
        while let record = try? snapshot.record(at: position) {
            if position <= end ?? position {
                switch record.payload {
                case .registration(let registration): return registration.username
                case .profileChange(let change) where change.hasUsername: return change.username
                default: break
                }
            }
            guard record.header.cause < position, !record.header.cause.isNone else { return nil }
            position = record.header.cause
        }
        return nil
    }

    package func origin(at position: Position) -> Origin? { (try? snapshot.record(at: position))?.origin }
    package func entityType(at position: Position) -> EntityType? { (try? snapshot.entity(position))?.type }
}

extension EventLog {
    /// One event as a line of CloudEvents JSON for reading at home, without its line end.
    package func line(_ record: Record, namesAsOf end: Position? = nil) throws(Refusal) -> [UInt8] {
        try read { snapshot in
            CloudEventWriter(.local, logID: lineage.text)
                .line(record, names: EventNames(snapshot, asOf: end))
        }
    }
}
