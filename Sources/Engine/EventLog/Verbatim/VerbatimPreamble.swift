import Layout

/// The beginning of a verbatim stream: the identity of its log. `Schemas/format-1.md` draws it.
struct VerbatimPreamble {
    private static let plain = Array("LARDERLOG1\n".utf8)
    private static let full = Array("LARDERLOG2\n".utf8)

    let identity: LogIdentity

    init(_ identity: LogIdentity) { self.identity = identity }

    /// A log that was never branched off has the first form.
    func encode(into writer: inout ByteWriter) {
        let isPlain = identity.format == EventLog.format
        writer.write(raw: isPlain ? Self.plain : Self.full)
        writer.write(raw: identity.lineage.root)
        writer.write(identity.created.microseconds)
        guard !isPlain else { return }
        writer.write(UInt32(identity.isReadOnly ? 1 : 0))
        writer.write(UInt32(identity.lineage.branchings.count))
        identity.lineage.encodeBranchings(into: &writer)
    }

    /// Reads it with `read`, which returns that many of the next bytes. `nil` if this is no verbatim stream.
    init?(read: (Int) throws -> [UInt8]) throws {
        let magic = try read(Self.plain.count)
        guard magic == Self.plain || magic == Self.full else { return nil }
        let root = try read(16)
        let created = Timestamp(microseconds: Int64(bitPattern: Self.number(try read(8))))
        guard magic == Self.full else {
            identity = LogIdentity(new: root, created: created)
            return
        }
        let isReadOnly = Self.number(try read(4))
        let count = Self.number(try read(4))
        guard isReadOnly <= 1, count <= LogLineage.branchingsMax else { return nil }
        let branchings = try read(Int(count) * LogLineage.branchingByteCount)
        identity = LogIdentity(
            lineage: try LogLineage(root: root, branchings: unsafe branchings.span.bytes), created: created,
            isReadOnly: isReadOnly == 1)
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
