import LMDB
import Layout

/// Writes a log's stored bytes, or those of a run of its events, as a verbatim stream.
struct VerbatimWriter {
    private static let chunkByteCount = 1 << 16

    private let sink: ([UInt8]) throws -> Void
    private var chunk = ByteWriter(capacity: chunkByteCount + 1 << 14)
    private var checksum: UInt32 = 0

    /// `sink` gets chunks of about 64 KiB.
    init(_ identity: LogIdentity, to sink: @escaping ([UInt8]) throws -> Void) {
        self.sink = sink
        VerbatimPreamble(identity).encode(into: &chunk)
    }

    /// The events from `first` to `last`, which follow those that were written before. `visit` gets their canonical bytes.
    mutating func write(
        _ snapshot: LogSnapshot, from first: Position, through last: Position,
        visit: (_ header: RawSpan, _ stored: RawSpan?) throws -> Void = { _, _ in }
    ) throws {
        try snapshot.forEachHeaderAndStored(from: first, through: last) { header, stored in
            if let stored { chunk.write(UInt32(stored.byteCount)) } else { chunk.write(Verbatim.none) }
            unsafe header.withUnsafeBytes { unsafe chunk.write(raw: $0) }
            if let stored { unsafe stored.withUnsafeBytes { unsafe chunk.write(raw: $0) } }
            try visit(header, stored)
            if chunk.count > Self.chunkByteCount { try flush() }
        }
    }

    /// Says that this was the last event.
    mutating func finish(at last: Position) throws {
        chunk.write(Verbatim.end)
        chunk.write(last.value)
        try flush()
        chunk.write(checksum)
        try sink(chunk.bytes)
    }

    private mutating func flush() throws {
        checksum = CRC32C.checksum(chunk.bytes, seed: checksum)
        try sink(chunk.bytes)
        chunk.truncate(to: 0)
    }
}
