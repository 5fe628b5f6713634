import EventLog
import Events
import Interchange
import Layout

/// What the ids in headers are called now, looked up in the log's own state.
struct EventNames: NameResolver {
    let snapshot: LogSnapshot
    /// Names are those that were borne then; nil: those of today.
    var end: Position?

    func username(of member: MemberID) -> String? {
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

    func origin(at position: Position) -> Origin? { (try? snapshot.record(at: position))?.origin }
    func entityType(at position: Position) -> EntityType? { (try? snapshot.entity(position))?.type }
}

extension EventLog {
    /// One event as a line of CloudEvents JSON for reading at home, without its line end.
    func line(_ record: Record, namesAsOf end: Position? = nil) throws(Refusal) -> [UInt8] {
        try read { snapshot in
            CloudEventWriter(.local, logID: lineage.text)
                .line(record, names: EventNames(snapshot: snapshot, end: end))
        }
    }
}
