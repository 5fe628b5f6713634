import LMDB
import Layout

/// The tables of `log/`, as `Schemas/format-1.md` lists them.
struct LogTables: Sendable {
    /// The number of tables, with the tree and those in which earlier versions kept the state.
    static let count = 10
    static let segmentSize: UInt64 = 65_536

    /// Fixed 64-byte records, read a page at a time: the only table without single rows.
    let headers: Table
    let payloads: TypedTable<Position, StoredPayload>
    let meta: TypedTable<MetaKey, MetaRow>

    /// `nil` if a table is missing and `create` is false: then there is no log.
    init?(_ environment: Environment, create: Bool) throws(LMDBError) {
        guard
            let headers = try environment.openTable("headers", flags: [.integerKey, .duplicateFixed], create: create),
            let payloads = try TypedTable<Position, StoredPayload>(environment, "payloads", create: create),
            let meta = try TypedTable<MetaKey, MetaRow>(environment, "meta", create: create)
        else { return nil }
        self.headers = headers
        self.payloads = payloads
        self.meta = meta
    }

    static func segment(of position: Position) -> UInt64 { position.value / segmentSize }
}

/// The bytes stored beside a header, after their checksum. A row whose checksum does not fit is malformed.
struct StoredPayload: StoredRow {
    var stored: [UInt8]

    init(_ stored: [UInt8]) { self.stored = stored }

    init(bytes: RawSpan) throws(MalformedRow) {
        guard let stored = Self.verified(bytes) else { throw MalformedRow() }
        self.stored = stored.copied
    }

    /// The bytes of a row behind its checksum, in place; `nil` if the checksum does not fit.
    @_lifetime(copy row)
    static func verified(_ row: RawSpan) -> RawSpan? {
        guard row.byteCount >= 4 else { return nil }
        let stored = row.extracting(droppingFirst: 4)
        let checksum = unsafe UInt32(littleEndian: row.unsafeLoadUnaligned(as: UInt32.self))
        return CRC32C.checksum(stored) == checksum ? stored : nil
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(CRC32C.checksum(unsafe stored.span.bytes))
        writer.write(raw: stored)
    }
}

extension Position {
    /// Lends the bytes that it has as a key.
    func withKeyBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        let number = InlineArray<1, UInt64>(repeating: value)
        return try unsafe body(number.span.bytes)
    }
}
