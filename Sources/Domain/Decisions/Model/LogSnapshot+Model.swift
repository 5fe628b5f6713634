package import EventLog
package import Events
import LMDB
package import Layout

/// What the write model says at a snapshot.
extension LogSnapshot {
    package func member(_ id: MemberID) throws(Refusal) -> MemberState? {
        try state { try WriteModelTables.of($0).members.get(id, in: $1)?.state }
    }

    package func entity(_ position: Position) throws(Refusal) -> EntityState? {
        try state { try WriteModelTables.of($0).entities.get(position, in: $1) }
    }

    /// The event that made what is named by an id, be it one from outside; nil for names of members.
    package func position(of reference: Reference) throws(Refusal) -> Position? {
        switch reference {
        case .position(let position, _): position
        case .external(let source, let id): try position(of: Origin(source: source, id: id))
        case .username: nil
        }
    }

    /// The event that carries that origin, if it is one of those through `end`; for a `command.noted` the fact that it notes.
    package func position(of origin: Origin, through end: Position? = nil) throws(Refusal) -> Position? {
        guard let key = log.secretCodes?.code(of: origin) else { return nil }
        let row = try state { try WriteModelTables.of($0).origins.get(key, in: $1) }
        guard let row, row.value <= (end ?? head).value, let header = try header(at: Position(row.value)) else {
            return nil
        }
        return header.fact
    }

    /// How many members were ever registered, and how many events of each kind there are.
    package func counts() throws(Refusal) -> (members: Int, kinds: [EventKind: Int]) {
        let counts = try state { try WriteModelTables.of($0).counts(in: $1) } ?? LogCounts()
        let pairs = EventKind.allCases.map { ($0, counts.count(of: $0)) }.filter { $0.1 > 0 }
        return (Int(counts.members), Dictionary(uniqueKeysWithValues: pairs))
    }

    /// How many living members are admins. O(1).
    package func adminCount() throws(Refusal) -> Int {
        Int(try state { try WriteModelTables.of($0).counts(in: $1) }?.admins ?? 0)
    }
}

extension EventHeader {
    /// What it says of: itself, or for a `command.noted` the fact that it notes.
    package var fact: Position { kind == .commandNoted ? cause : position }
}
