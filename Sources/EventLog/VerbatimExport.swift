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

    /// Makes a log of an export in a directory that has none. Verified as it is read; a damaged or cut-off export leaves
    /// nothing behind. `read(n)` gives at most n bytes, none at the end. Answers the number of events.
    package static func restore(
        into directory: String, clock: @escaping @Sendable () -> Timestamp = EventLog.systemClock,
        read: @escaping (Int) throws -> [UInt8]
    ) throws(Refusal) -> Int {
        let reader = Reader(read: read)
        var count = 0
        try EventLog.withCreationLock(directory) {
            guard !FileManager.default.fileExists(atPath: "\(directory)/log/data.mdb") else {
                throw Refusal(
                    .conflict, "there is a log at \(directory) already: a verbatim import needs a directory without one"
                )
            }
            count = try restore(into: directory, clock: clock, reader)
        }
        return count
    }

    private static func restore(
        into directory: String, clock: @escaping @Sendable () -> Timestamp, _ reader: Reader
    ) throws(Refusal) -> Int {
        do throws(any Error) {
            guard try reader.take(magic.count) == magic else {
                throw Refusal(.invalid, "this is no verbatim export: it does not begin with LARDERLOG1")
            }
            let logID = try reader.take(16)
            let created = Timestamp(microseconds: Int64(bitPattern: try reader.uint64()))
            var count = 0
            try EventLog.initialize(
                directory: directory, logID: logID, created: created, clock: clock
            ) { batch in count = try fill(batch, reader) }
            return count
        } catch {
            try? FileManager.default.removeItem(atPath: "\(directory)/log.new")
            throw EventLog.refusal(error, directory)
        }
    }

    private static func fill(_ batch: LogBatch, _ reader: Reader) throws -> Int {
        while true {
            let count = try reader.uint32()
            if count == end { break }
            guard count == none || count <= storedBytesMax else {
                throw Refusal(.invalid, "the export is damaged after event \(batch.head): a payload of \(count) bytes")
            }
            let header: EventHeader
            do throws(HeaderDamage) {
                header = try EventHeader(bytes: try reader.headerBytes())
            } catch {
                throw Refusal(.invalid, "the export is damaged after event \(batch.head): \(error)")
            }
            try batch.appendVerbatim(header, stored: count == none ? nil : try reader.take(Int(count)))
        }
        guard try reader.uint64() == batch.head.value else {
            throw Refusal(.invalid, "the export is damaged: its number of events does not fit")
        }
        let computed = reader.checksum
        guard try reader.uint32() == computed else {
            throw Refusal(.invalid, "the export is damaged: its checksum does not fit")
        }
        return Int(batch.head.value)
    }

    /// Exact reads off a stream, with a running checksum.
    private final class Reader {
        private let read: (Int) throws -> [UInt8]
        private var buffer: [UInt8] = []
        private var index = 0
        private(set) var checksum: UInt32 = 0

        init(read: @escaping (Int) throws -> [UInt8]) { self.read = read }

        func take(_ count: Int) throws -> [UInt8] {
            while buffer.count - index < count {
                let more = try read(65_536)
                guard !more.isEmpty else { throw Refusal(.invalid, "the export ends early: it is cut off") }
                buffer.removeFirst(index)
                index = 0
                buffer += more
            }
            let bytes = Array(buffer[index..<index + count])
            index += count
            checksum = CRC32C.checksum(bytes, seed: checksum)
            return bytes
        }

        func headerBytes() throws(HeaderDamage) -> [UInt8] {
            do throws(any Error) { return try take(EventHeader.byteCount) } catch { throw .wrongLength }
        }
        func uint32() throws -> UInt32 { try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        func uint64() throws -> UInt64 { try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    }
}
