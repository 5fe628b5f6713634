import Foundation
import LMDB
package import Layout

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

    /// Writes the events from `first` to `last`, which follow the written ones. `visit` gets their canonical bytes.
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

    /// Ends the stream.
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

/// The log's stored bytes as one stream, from which a byte-identical log can be made. `Schemas/format-1.md` draws it.
package enum Verbatim {
    static let none: UInt32 = 0xFFFF_FFFF
    static let end: UInt32 = 0xFFFF_FFFE
    /// More than the largest payload of 256 KiB with its origin.
    static let storedBytesMax: UInt32 = 1 << 20

    /// Writes the whole log; `write` gets chunks of about 64 KiB.
    package static func export(_ log: EventLog, write: @escaping ([UInt8]) throws -> Void) throws(Refusal) {
        try log.read { snapshot in
            var writer = VerbatimWriter(log.identity, to: write)
            try writer.write(snapshot, from: Position(1), through: snapshot.head)
            try writer.finish(at: snapshot.head)
        }
    }
}
