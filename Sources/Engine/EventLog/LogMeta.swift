import Events
import LMDB
import Layout

/// The names of the rows of `meta`, in the log's environment and in the state's.
enum MetaKey: String, TableKey {
    /// Of the log's format, u64.
    case format
    /// 16 bytes: the id that the log began with.
    case logID
    /// Microseconds since 1970, i64.
    case created
    /// Ids of 16 bytes, each with the last position before it, u64: see `LogLineage`.
    case branchings
    /// 1: nothing is appended until the log is branched off.
    case readOnly
    /// Of the fold that wrote the state, u64. In the log's environment it keeps versions out that would look there.
    case stateVersion
    /// 1: that fold had the vault, and so the names.
    case stateVault
    /// See `LogCounts`.
    case counts
    /// The last event that the state has taken in, u64.
    case position
    /// There while everything in the state's environment is synced.
    case synced

    static let flags: TableFlags = []

    init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard let key = MetaKey(rawValue: String(decoding: keyBytes, as: UTF8.self)) else { throw MalformedRow() }
        self = key
    }

    var keyBytes: [UInt8] { Array(rawValue.utf8) }

    static func < (a: MetaKey, b: MetaKey) -> Bool { a.rawValue < b.rawValue }
}

/// A row of `meta`: bytes whose meaning its name gives.
struct MetaRow: StoredRow {
    var raw: [UInt8]

    init(bytes: RawSpan) { raw = bytes.copied }
    init(_ number: UInt64) { raw = NumberRow(number).bytes }

    func encode(into writer: inout ByteWriter) { writer.write(raw: raw) }

    /// Nil when it is no number.
    var number: UInt64? { try? NumberRow(bytes: raw).value }
}

/// The `counts` of the state, which change with every append.
struct LogCounts: StoredRow, Equatable {
    var members: UInt32 = 0
    /// Living ones.
    var admins: UInt32 = 0
    /// Events by kind number, as far as there are any.
    private(set) var kinds: [UInt64] = []

    init() {}

    init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        members = try reader.readUInt32()
        admins = try reader.readUInt32()
        while !reader.isAtEnd {
            // Each kind once, in order.
            guard let kind = UInt16(exactly: try reader.readUInt32()), kind >= kinds.count else { throw MalformedRow() }
            add(try reader.readUInt64(), of: kind)
        }
    }

    mutating func add(_ events: UInt64, of kind: UInt16) {
        while kinds.count <= kind { kinds.append(0) }
        kinds[Int(kind)] += events
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(members)
        writer.write(admins)
        for (kind, count) in kinds.enumerated() where count > 0 {
            writer.write(UInt32(kind))
            writer.write(count)
        }
    }
}
