package import Events
import Foundation
import LMDB
import Layout

/// The log's stored bytes as one stream, from which a byte-identical log is made. `Schemas/format-1.md` draws it.
package enum Verbatim {
    static let magic = Array("LARDERLOG1\n".utf8)
    static let none: UInt32 = 0xFFFF_FFFF
    static let end: UInt32 = 0xFFFF_FFFE
    /// More than a payload of 256 KiB with its origin ever takes.
    static let storedBytesMax: UInt32 = 1 << 20

    /// Writes the whole log; `write` gets chunks of about 64 KiB.
    package static func export(_ log: EventLog, write: ([UInt8]) throws -> Void) throws(Refusal) {
        try log.read { snapshot in
            var chunk = ByteWriter(capacity: 80_000)
            var checksum: UInt32 = 0
            func flush() throws {
                checksum = CRC32C.checksum(chunk.bytes, seed: checksum)
                try write(chunk.bytes)
                chunk = ByteWriter(capacity: 80_000)
            }
            chunk.write(raw: magic)
            chunk.write(raw: log.logID)
            chunk.write(log.created.microseconds)
            try snapshot.forEachHeader(from: Position(1)) { header in
                let stored = try snapshot.storedBytes(of: header)
                chunk.write(stored.map { UInt32($0.count) } ?? none)
                chunk.write(raw: header.bytes)
                if let stored { chunk.write(raw: stored) }
                if chunk.bytes.count > 65_536 { try flush() }
                return true
            }
            chunk.write(end)
            chunk.write(snapshot.head.value)
            try flush()
            var tail = ByteWriter()
            tail.write(checksum)
            try write(tail.bytes)
        }
    }
}
