import LMDB
package import Layout

extension LogSnapshot {
    /// As `forEach`, with bodies as they are stored: what folds take.
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
