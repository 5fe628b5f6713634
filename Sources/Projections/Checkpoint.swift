package import EventLog
import Events
package import Layout

/// The position and contents of one generation of views. Committed in the same transaction as the rows.
package struct Checkpoint: Equatable, Sendable {
    package var position: Position = .none
    /// The log that was folded. Views of another log are never shown.
    package var logID: [UInt8]
    /// Whether payloads could be opened: a log without its vault folds as erased.
    package var hadVault: Bool
    /// Versions by view name.
    package var versions: [String: UInt32]
    /// By table name.
    package var tables: [String: TableSummary] = [:]

    package struct TableSummary: Equatable, Sendable {
        package var rows: Int = 0
        package var fingerprint = Fingerprint()

        package init() {}
        package init(rows: Int, fingerprint: Fingerprint) {
            self.rows = rows
            self.fingerprint = fingerprint
        }
    }

    package init(logID: [UInt8], hadVault: Bool, versions: [String: UInt32]) {
        self.logID = logID
        self.hadVault = hadVault
        self.versions = versions
    }

    /// The checkpoint before the first event of a log.
    package init(of log: EventLog, _ identities: [ViewIdentity]) {
        self.init(
            logID: log.logID, hadVault: log.hasVault,
            versions: Dictionary(uniqueKeysWithValues: identities.map { ($0.name, $0.version) }))
    }

    static func position(bytes: RawSpan) throws(MalformedRow) -> Position {
        var reader = ByteReader(bytes)
        return Position(try reader.readUInt64())
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        position = Position(try reader.readUInt64())
        logID = try reader.readBytes()
        hadVault = try reader.readBool()
        versions = [:]
        for _ in 0..<(try reader.readVarint()) { versions[try reader.readString()] = try reader.readUInt32() }
        for _ in 0..<(try reader.readVarint()) {
            let name = try reader.readString()
            let rows = Int(truncatingIfNeeded: try reader.readVarint())
            tables[name] = TableSummary(rows: rows, fingerprint: Fingerprint(bytes: try reader.readSpan(16)))
        }
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.write(position.value)
        writer.write(logID)
        writer.write(hadVault)
        writer.write(varint: UInt64(versions.count))
        for (name, version) in versions.sorted(by: { $0.key < $1.key }) {
            writer.write(name)
            writer.write(version)
        }
        writer.write(varint: UInt64(tables.count))
        for (name, summary) in tables.sorted(by: { $0.key < $1.key }) {
            writer.write(name)
            writer.write(varint: UInt64(summary.rows))
            writer.write(raw: summary.fingerprint.bytes)
        }
        return writer.bytes
    }

    /// Whether a generation with this checkpoint may continue from its position.
    package func fits(_ other: Checkpoint, head: Position) -> Bool {
        logID == other.logID && hadVault == other.hadVault && versions == other.versions && position <= head
    }
}
