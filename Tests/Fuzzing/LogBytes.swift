import Events
import Foundation
import Layout
import Projections
import SwiftProtobuf
import TestSupport
import Views

@testable import EventLog

/// What the log reads back.
enum LogBytes {
    private static let history = HistoryGenerator.history(seed: 1, count: 220)
    private static let bodies = history.filter { $0.header.hasBody }

    // MARK: Headers

    static var headers: [[UInt8]] { history.prefix(60).map(\.header.bytes) }

    static func header(_ bytes: [UInt8]) throws(Finding) {
        guard let header = try? EventHeader(bytes: bytes) else { return }
        try expect(header.bytes == bytes, "a header is read as another: \(header)")
    }

    // MARK: Payloads

    /// The kind's number among all, then the payload.
    static var payloads: [[UInt8]] { bodies.map { [ordinal(of: $0.kind)] + $0.payload.storedBytes } }

    static func payload(_ bytes: [UInt8]) throws(Finding) {
        guard let first = bytes.first else { return }
        let kinds = EventKind.allCases
        let kind = kinds[Int(first) % kinds.count]
        let stored = Array(bytes.dropFirst())
        // As a whole body, too: the reader that folds use.
        if let words = try? StoredWords(bytes: stored) {
            let record = Record(header: .fuzzed(kind), body: .said(words))
            _ = (record.payload, record.origin)
        }
        guard let payload = try? Payload(kind: kind, storedBytes: stored) else { return }
        let again = try? Payload(kind: kind, storedBytes: payload.storedBytes)
        // A payload may hold NaN, which equals nothing.
        try expect(again?.storedBytes == payload.storedBytes, "a payload of \(kind.name) is read as another")
    }

    private static func ordinal(of kind: EventKind) -> UInt8 {
        UInt8(EventKind.allCases.firstIndex(of: kind) ?? 0)
    }

    // MARK: Folds

    /// Which of the bodies, then its payload.
    static var folded: [[UInt8]] {
        bodies.enumerated().map { index, record in [UInt8(truncatingIfNeeded: index)] + record.payload.storedBytes }
    }

    /// A fold is total: a payload that cannot be read is folded as if nothing were said, and what can be read is folded alike
    /// the reader.
    static func fold(_ bytes: [UInt8]) throws(Finding) {
        guard let first = bytes.first else { return }
        let wanted = bodies[Int(first) % bodies.count]
        let stored = Array(bytes.dropFirst())
        var body = ProtoStoredBody()
        body.payload = .init(stored)
        guard let plain: [UInt8] = try? body.serializedBytes(), let words = try? StoredWords(bytes: plain) else {
            throw Finding("a body cannot be read that was just written")
        }
        let said = views(with: .said(words), at: wanted)
        try expect(said.failures.isEmpty, "\(wanted.kind.name): \(said.failures.first ?? "")")
        guard let payload = try? Payload(kind: wanted.kind, storedBytes: stored), payload.message != nil else { return }
        let open = views(with: .open(payload: payload, origin: nil), at: wanted)
        try expect(open.failures.isEmpty, "\(wanted.kind.name), opened: \(open.failures.first ?? "")")
    }

    private static func views(with body: Record.Body, at wanted: Record) -> Replay<AllProjectors> {
        Replay<AllProjectors>().fold(
            history.map { $0.position == wanted.position ? Record(header: $0.header, body: body) : $0 })
    }

    // MARK: Exports

    static var exports: [[UInt8]] {
        var branch = LogIdentity(
            new: [UInt8](repeating: 7, count: 16), created: Timestamp(microseconds: 1_700_000_000_000_000))
        let plain = branch
        branch.lineage.branch(to: [UInt8](repeating: 8, count: 16), after: Position(3))
        branch.isReadOnly = true
        return [(0, plain), (1, plain), (12, plain), (12, branch)].map { count, identity in
            var writer = ByteWriter(capacity: 4_096)
            VerbatimPreamble(identity).encode(into: &writer)
            for record in history.prefix(count) {
                let stored = record.header.hasBody ? record.payload.storedBytes : nil
                writer.write(stored.map { UInt32($0.count) } ?? Verbatim.none)
                writer.write(raw: record.header.bytes)
                writer.write(raw: stored ?? [])
            }
            writer.write(Verbatim.end)
            writer.write(UInt64(count))
            writer.write(CRC32C.checksum(writer.bytes))
            return writer.bytes
        }
    }

    static func verbatim(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var reader = VerbatimReader(.known) { count in
            let piece = Array(rest.prefix(min(count, 700)))
            rest = rest.dropFirst(piece.count)
            return piece
        }
        var head = Position.none
        _ = try? reader.begin()
        while let run = try? reader.run(after: head) {
            for _ in run.records { head = head.next }
            if run.isLast {
                _ = try? reader.end(at: head)
                return
            }
        }
    }
}

extension EventHeader {
    /// An event of that kind by the operator.
    static func fuzzed(_ kind: EventKind, value: UInt8 = 0) -> EventHeader {
        let time = Timestamp(seconds: 1_700_000_000)
        return EventHeader(
            position: Position(2), kind: kind, recordedAt: time, occurredAt: time, actor: .operator, value: value)
    }
}
