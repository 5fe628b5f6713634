package import Layout

/// What a log shows to a program that only looks: it folds, repairs and creates nothing.
package struct LogGlance: Sendable {
    /// The last event, whether or not the state has folded it.
    package var end: Position
    /// When the last event was recorded.
    package var lastRecordedAt: Timestamp
    /// Whether the vault is there, without which names and texts cannot be read.
    package var hasVault: Bool
}

extension EventLog {
    /// Looks at the log of a data directory. O(1). Refuses what opening the community refuses: no log, damage of its root, a newer format,
    /// a vault whose master key is not given.
    package static func glance(_ schema: LogSchema, directory: String) throws(Refusal) -> LogGlance {
        _ = try checkDirectory(directory, create: false)
        let log = try attach(schema, directory, readOnly: true) { logID in
            try Vault.open(directory: "\(directory)/vault", logID: logID, adopting: false)
        }
        defer { log.close() }
        let snapshot = try LogSnapshot(log, isLogAlone: true)
        guard let last = try snapshot.header(at: snapshot.end) else { throw notALog(directory) }
        return LogGlance(end: snapshot.end, lastRecordedAt: last.recordedAt, hasVault: log.hasVault)
    }
}
