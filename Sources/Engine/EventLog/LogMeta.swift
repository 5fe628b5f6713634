package import LMDB
package import Layout

/// The names of the rows of `meta`, in the log's environment and in the state's.
package enum MetaKey: String, TableKey {
    /// The log's format, u64.
    case format
    /// 16 bytes: the id that the log began with.
    case logID
    /// Microseconds since 1970, i64.
    case created
    /// Ids of 16 bytes, each with the last position before it, u64: see `LogLineage`.
    case branchings
    /// 1: nothing is appended until the log is branched off.
    case readOnly
    /// The version of the fold that wrote the state, u64. In the log's own environment it keeps out earlier versions,
    /// which look for the state there.
    case stateVersion
    /// 1 if that fold had the vault, and so the names.
    case stateVault
    /// The domain's row beside its tables.
    case counts
    /// The last event that the state has folded, u64.
    case position
    /// The clock beside the time since boot, see `ClockAnchor`.
    case clock
    /// Present while everything in the state's environment is synced.
    case synced

    package static let flags: TableFlags = []

    package init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard let key = MetaKey(rawValue: String(decoding: keyBytes, as: UTF8.self)) else { throw MalformedRow() }
        self = key
    }

    package var keyBytes: [UInt8] { Array(rawValue.utf8) }

    package static func < (a: MetaKey, b: MetaKey) -> Bool { a.rawValue < b.rawValue }
}

/// A row of `meta`: the row's name says what the bytes mean.
package struct MetaRow: StoredRow {
    package var raw: [UInt8]

    package init(bytes: RawSpan) { raw = bytes.copied }
    package init(_ number: UInt64) { raw = NumberRow(number).bytes }
    init(raw: [UInt8]) { self.raw = raw }

    package func encode(into writer: inout ByteWriter) { writer.write(raw: raw) }

    /// `nil` if it is no number: then the row says something else, which is no error.
    var number: UInt64? { try? NumberRow(bytes: raw).value }
}

/// A number as a whole row: the holder of a name, the position of an origin.
package struct NumberRow: StoredRow, Equatable {
    package var value: UInt64

    package init(_ value: UInt64) { self.value = value }

    package init(bytes: RawSpan) throws(MalformedRow) {
        guard bytes.byteCount == 8 else { throw MalformedRow() }
        var reader = ByteReader(bytes)
        value = try reader.readUInt64()
    }

    package func encode(into writer: inout ByteWriter) { writer.write(value) }
}
