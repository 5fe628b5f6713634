import Foundation
import LMDB
package import Layout

/// The log's stored bytes as one stream, from which a byte-identical log is made. `Schemas/format-1.md` draws it.
package enum Verbatim {
    static let none: UInt32 = 0xFFFF_FFFF
    static let end: UInt32 = 0xFFFF_FFFE
    /// More than a payload of 256 KiB with its origin ever takes.
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
