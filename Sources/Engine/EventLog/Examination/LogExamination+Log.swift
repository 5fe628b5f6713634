import LMDB
import Layout

extension LogExamination {
    func logFinding(_ walk: LogWalk) -> Finding {
        guard walk.damage.isEmpty else {
            return Finding(
                "log", .failed, "\(walk.damage.text): restore the log from a backup, with the vault that belongs to it",
                count: walk.damage.count)
        }
        return Finding(
            "log", .ok, "\(walk.head) events without a gap, each with what is stored beside it",
            count: Int(walk.head.value))
    }

    /// Reads every header in stored order, with the bytes stored beside it. `visit` gets the sound events; `progress`
    /// gets (headers read, headers in all). O(events).
    func walk(
        _ snapshot: Snapshot, progress: (Int, Int) -> Void,
        visit: (EventHeader, _ stored: [UInt8]?) throws -> Void
    ) throws -> LogWalk {
        var walk = LogWalk()
        var bodyCount = 0
        try snapshot.withTransaction { transaction in
            let total = try transaction.count(log.tables.headers)
            var cursor = try transaction.cursor(log.tables.headers)
            var done = 0
            progress(done, total)
            var isThere = try cursor.first()
            while isThere {
                if let header = readHeader(cursor.value, &walk), walk.take(header, segment: cursor.integerKey) {
                    if !header.hasBody {
                        try visit(header, nil)
                    } else {
                        bodyCount += 1
                        if let stored = try readBody(of: header, snapshot, &walk) { try visit(header, stored) }
                    }
                }
                done += 1
                if done & 0x3FFF == 0 { progress(done, total) }
                isThere = try cursor.next()
            }
            walk.finish()
            // Searched one by one only if the numbers differ.
            if try log.tables.payloads.count(in: transaction) != bodyCount {
                try findSurplusBodies(transaction, &walk)
            }
        }
        return walk
    }

    private func readHeader(_ bytes: borrowing RawSpan, _ walk: inout LogWalk) -> EventHeader? {
        do throws(HeaderDamage) {
            return try EventHeader(page: bytes, offset: 0, kinds: log.schema.kinds)
        } catch {
            walk.takeUnreadable(error)
            return nil
        }
    }

    /// `nil` if the payload is absent, or differs from the stored checksum.
    private func readBody(of header: EventHeader, _ snapshot: Snapshot, _ walk: inout LogWalk) throws -> [UInt8]? {
        do {
            if let payload = try log.tables.payloads.get(header.position, in: snapshot) { return payload.stored }
            walk.takeLostBody(header.position, "is missing")
        } catch is MalformedRow {
            walk.takeLostBody(header.position, "does not match its checksum")
        }
        return nil
    }

    /// Stored bytes that belong to no event: their header has no payload, or there is no such header. The bytes of a
    /// lost header were counted with the header.
    private func findSurplusBodies(_ transaction: borrowing ReadTransaction, _ walk: inout LogWalk) throws {
        try log.tables.payloads.forEachStored(in: transaction) { key, _ in
            let position = try Position(keyBytes: key)
            let isBeyond = position.isNone || position > walk.head
            let isSurplus = try isBeyond || header(at: position, in: transaction).map { !$0.hasBody } ?? false
            if isSurplus { walk.takeSurplusBody(position) }
        }
    }

    /// `nil` if it is absent or unreadable: the walk over the log finds the damage itself.
    private func header(at position: Position, in transaction: borrowing ReadTransaction) throws -> EventHeader? {
        var cursor = try transaction.cursor(log.tables.headers)
        guard try cursor.seekDuplicate(LogTables.segment(of: position), Key(position.value).bytes),
            // The walk over the log finds an unreadable header.
            let header = try? EventHeader(page: cursor.value, offset: 0, kinds: log.schema.kinds),
            header.position == position
        else { return nil }
        return header
    }
}
