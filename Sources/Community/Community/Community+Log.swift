import Decisions
import EventLog
package import Events
import Layout
import Transparency

/// What `log stat` answers.
package struct LogStat: Encodable, Sendable {
    package struct BranchedFrom: Encodable, Sendable {
        package var logID: String
        package var position: UInt64
    }

    package var logID: String
    /// The log that it was branched off from, and the last event that both have.
    package var branchedFrom: BranchedFrom?
    /// Whether it is a copy for reading only.
    package var readOnly: Bool?
    package var events: UInt64
    /// `recordedAt` of the first and the last event.
    package var first: String?
    package var last: String?
    package var bytes: Int
    package var kinds: [String: Int]
    /// The Merkle root over all events (RFC 6962), base64.
    package var root: String
}

extension Community {
    /// How somebody was registered under that origin, and when; nil: nobody was, or what was said is erased.
    package func registration(of origin: Origin) throws(Refusal) -> (username: String, occurredAt: Timestamp)? {
        try log.read { snapshot in
            guard let position = try snapshot.position(of: origin), let record = try snapshot.record(at: position),
                case .registration(let registration) = record.payload
            else { return nil }
            return (registration.username, record.header.occurredAt)
        }
    }

    /// The log in figures. O(log events).
    package func logStat() throws(Refusal) -> LogStat {
        let bytes = try log.usedBytes()
        return try log.read { snapshot in
            let counts = try snapshot.counts().kinds
            return LogStat(
                logID: log.logIDText,
                branchedFrom: log.lineage.branchings.last.map { branching in
                    LogStat.BranchedFrom(
                        logID: log.lineage.text(at: branching.position), position: branching.position.value)
                },
                readOnly: log.identity.isReadOnly ? true : nil, events: snapshot.head.value,
                first: try snapshot.header(at: Position(1))?.recordedAt.rfc3339,
                last: try snapshot.header(at: snapshot.head)?.recordedAt.rfc3339, bytes: bytes,
                kinds: Dictionary(uniqueKeysWithValues: counts.map { ($0.name, $1) }),
                root: try snapshot.merkleRoot().base64)
        }
    }
}
