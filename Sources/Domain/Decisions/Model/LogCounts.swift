import Events
import Layout

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

    func count(of kind: EventKind) -> Int {
        kinds.indices.contains(Int(kind.rawValue)) ? Int(kinds[Int(kind.rawValue)]) : 0
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
