import LMDB
package import Layout

extension LogSnapshot {
    /// The number of headers that are gathered before their payloads are read.
    private static let headersAtOnce = 4_096

    /// The events from `first` to `last` in order, as they are stored. Both tables are walked side by side, which takes
    /// a quarter of the time of lookups. The stored bytes are lent for the call, with their checksum verified; `nil`
    /// for an event without a payload.
    func forEachStored(
        from first: Position, through last: Position, _ body: (EventHeader, RawSpan?) throws -> Void
    ) throws(Refusal) {
        var next = first
        var headers: [EventHeader] = []
        headers.reserveCapacity(Self.headersAtOnce)
        while next <= last {
            headers.removeAll(keepingCapacity: true)
            try forEachHeader(from: next, through: last) { header in
                headers.append(header)
                return headers.count < Self.headersAtOnce
            }
            guard let end = headers.last?.position else { return }
            next = end.next
            do throws(any Error) {
                try withStored(of: headers, body)
            } catch {
                throw log.refusal(error)
            }
        }
    }

    private func withStored(of headers: [EventHeader], _ body: (EventHeader, RawSpan?) throws -> Void) throws {
        try snapshot.withTransaction { transaction in
            var cursor = try transaction.cursor(log.tables.payloads.table)
            var isThere = try headers.first.map { try cursor.seek($0.position.value) } ?? false
            for header in headers {
                guard header.hasBody else {
                    try body(header, nil)
                    continue
                }
                while isThere, cursor.integerKey < header.position.value { isThere = try cursor.next() }
                guard isThere, cursor.integerKey == header.position.value else {
                    throw log.damage(header.position, "its payload is missing")
                }
                guard let stored = StoredPayload.verified(cursor.value) else {
                    throw log.damage(header.position, "its payload does not match its checksum")
                }
                try body(header, stored)
            }
        }
    }
}

extension LogSnapshot {
    /// Like `forEach`, with bodies as they are stored, for folds.
    package func forEachSaid(
        from first: Position, through last: Position, kinds: EventKindSet, opening: EventKindSet,
        _ body: (Record) throws -> Void
    ) throws(Refusal) {
        try forEachHeader(from: first, through: last) { header in
            guard kinds.contains(number: header.kindNumber) else { return true }
            try body(
                opening.contains(number: header.kindNumber) ? try said(header) : Record(header: header, body: .none))
            return true
        }
    }

    private func said(_ header: EventHeader) throws -> Record {
        guard header.hasBody else { return Record(header: header, body: .none) }
        let key = try key(of: log.schema.keyHolder(header))
        let table = log.tables.payloads.table
        var words: StoredWords?
        let isThere = try header.position.withKeyBytes { bytes in
            try snapshot.withValue(table, bytes) { row in
                do throws(MalformedRow) {
                    guard let stored = StoredPayload.verified(row) else { throw MalformedRow() }
                    words = try StoredBody.words(stored, header: header, logID: log.sealID, key: key)
                } catch {
                    throw log.damage(header.position, "its payload does not match its checksum")
                }
            }
        }
        guard isThere else { throw log.damage(header.position, "its payload is missing") }
        return Record(header: header, body: words.map { .said($0) } ?? .erased)
    }
}

extension LogSnapshot {
    /// The last event with a `recordedAt` not after that instant; `nil` before the first one. O(log events), because
    /// `recordedAt` never decreases.
    package func lastPosition(recordedBy time: Timestamp) throws(Refusal) -> Position? {
        var (low, high) = (UInt64(0), head.value)
        while low < high {
            let middle = high - (high - low) / 2
            guard let header = try header(at: Position(middle)) else { return nil }
            if header.recordedAt <= time { low = middle } else { high = middle - 1 }
        }
        return low == 0 ? nil : Position(low)
    }
}
