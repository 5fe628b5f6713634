package import Layout

/// Every event as the tree takes it, for strangers to hash: no header, no end, nothing but entries.
package enum CanonicalExport {
    private static let chunkByteCount = 1 << 16

    /// Writes each event's canonical bytes behind their number, four bytes, big-endian; `write` gets chunks of about 64 KiB
    /// with the position that they reach. O(events).
    package static func write(
        _ snapshot: LogSnapshot, _ write: (_ bytes: [UInt8], _ through: Position) throws -> Void
    ) throws(Refusal) {
        var chunk = ByteWriter(capacity: chunkByteCount + (1 << 14))
        var position = Position.none
        do throws(any Error) {
            try snapshot.forEachHeaderAndStored(from: Position(1), through: snapshot.head) { header, stored in
                chunk.write(UInt32(header.byteCount + (stored?.byteCount ?? 0)).byteSwapped)
                unsafe header.withUnsafeBytes { unsafe chunk.write(raw: $0) }
                if let stored { unsafe stored.withUnsafeBytes { unsafe chunk.write(raw: $0) } }
                position = position.next
                if chunk.count >= chunkByteCount {
                    try write(chunk.bytes, position)
                    chunk.truncate(to: 0)
                }
            }
            try write(chunk.bytes, position)
        } catch {
            throw snapshot.log.refusal(error)
        }
    }
}
