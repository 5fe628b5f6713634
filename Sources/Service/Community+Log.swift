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
