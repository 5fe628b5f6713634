import Crypto
package import LMDB
package import Layout
import Transparency

/// One unchanging state of the log: reads events and what decisions know. Keep it short-lived, because an old reader
/// keeps LMDB from reusing pages. Not for several threads at once.
package final class LogSnapshot {
    package let log: EventLog
    let snapshot: Snapshot
    /// `nil` if only the log is examined.
    let stateSnapshot: Snapshot?
    /// The last position; none in a log whose first event is not committed yet. Events that the state has not folded
    /// yet are not shown: they were not acknowledged, and the keys that open them are not known.
    package let head: Position
    /// The last position of the log, whether or not the state has folded it.
    package let end: Position
    /// Data keys read so far.
    private let keys: KeyRing
    /// Opened before the snapshot was taken, or it could not be read.
    let treeTable: TypedTable<TreeNode, TreeRow>?

    init(_ log: EventLog, keys: KeyRing = KeyRing(), isLogAlone: Bool = false) throws(Refusal) {
        self.log = log
        self.keys = keys
        do throws(any Error) {
            treeTable = log.tree.tableIfKnown
            // First the state, which is written last: so the log has every event that the state has.
            stateSnapshot = isLogAlone ? nil : try log.state.map { try Snapshot($0.environment) }
            snapshot = try Snapshot(log.environment)
            end = try snapshot.withTransaction { try Self.lastPosition($0, log) }
            if let stateSnapshot, let store = log.state {
                head = min(end, try store.position(in: stateSnapshot))
                // The missing events may be acknowledged, and this reader does not fold them: an error is better than an
                // old answer.
                if head < end, let failure = store.environment.fatalError { throw failure }
            } else {
                head = end
            }
        } catch {
            throw log.refusal(error)
        }
    }

    private static func lastPosition(_ transaction: borrowing ReadTransaction, _ log: EventLog) throws -> Position {
        var cursor = try transaction.cursor(log.tables.headers)
        guard try cursor.last(), try cursor.lastDuplicate() else { return .none }
        return try EventHeader(page: cursor.value, offset: 0, kinds: log.schema.kinds).position
    }

    /// The header at a position; nil beyond the head.
    package func header(at position: Position) throws(Refusal) -> EventHeader? {
        guard !position.isNone, position <= head else { return nil }
        do throws(any Error) {
            let header = try snapshot.withTransaction { transaction in
                var cursor = try transaction.cursor(log.tables.headers)
                guard try cursor.seekDuplicate(LogTables.segment(of: position), Key(position.value).bytes) else {
                    throw log.damage(position, "its header is missing")
                }
                return try EventHeader(page: cursor.value, offset: 0, kinds: log.schema.kinds)
            }
            guard header.position == position else { throw log.damage(position, "its header is missing") }
            return header
        } catch let damage as HeaderDamage {
            throw log.damage(position, "its header is unreadable (\(damage))")
        } catch {
            throw log.refusal(error)
        }
    }

    /// The bytes stored beside the header, their checksum verified; nil for an event that is only a header.
    package func storedBytes(of header: EventHeader) throws(Refusal) -> [UInt8]? {
        guard header.hasBody else { return nil }
        do throws(any Error) {
            guard let payload = try log.tables.payloads.get(header.position, in: snapshot) else {
                throw log.damage(header.position, "its payload is missing")
            }
            return payload.stored
        } catch is MalformedRow {
            throw log.damage(header.position, "its payload does not match its checksum")
        } catch {
            throw log.refusal(error)
        }
    }

    /// The whole event, opened if its key still exists.
    package func record(at position: Position) throws(Refusal) -> Record? {
        guard let header = try header(at: position) else { return nil }
        return try record(header)
    }

    package func record(_ header: EventHeader) throws(Refusal) -> Record {
        guard let stored = try storedBytes(of: header) else { return Record(header: header, body: .none) }
        return Record(header: header, body: try open(stored, header).map { .said($0) } ?? .erased)
    }

    /// The origin of an event with the digests of its command; `nil` if it is absent or erased.
    package func storedOrigin(of header: EventHeader) throws(Refusal) -> StoredOrigin? {
        guard header.flags.contains(.hasOrigin), let stored = try storedBytes(of: header) else { return nil }
        return try open(stored, header)?.origin
    }

    private func open(_ stored: [UInt8], _ header: EventHeader) throws(Refusal) -> StoredWords? {
        let key = try key(of: log.schema.keyHolder(header))
        // What opens and is no body is as unreadable as what does not open.
        return (try? StoredBody.words(unsafe stored.span.bytes, header: header, logID: log.sealID, key: key)) ?? nil
    }

    /// The events from `first` to `last` (default: the head) in order. Passes only kinds in `kinds`, and the body only
    /// for those in `opening`. Ends early if `body` returns false. Verifies that no position is missing.
    package func forEach(
        from first: Position, through last: Position? = nil, kinds: EventKindSet = .all, opening: EventKindSet = .all,
        _ body: (Record) throws -> Bool
    ) throws(Refusal) {
        try forEachHeader(from: first, through: last) { header in
            guard kinds.contains(number: header.kindNumber) else { return true }
            let record =
                opening.contains(number: header.kindNumber)
                ? try self.record(header) : Record(header: header, body: .none)
            return try body(record)
        }
    }

    /// The headers from `first` to `last` in order, a page of the log at a time. O(events).
    package func forEachHeader(
        from first: Position, through last: Position? = nil, _ body: (EventHeader) throws -> Bool
    ) throws(Refusal) {
        try forEachRun(from: first, through: last) { page, first in
            var expected = first
            for offset in stride(from: 0, to: page.byteCount, by: EventHeader.byteCount) {
                guard try body(try soundHeader(page, offset, expected)) else { return false }
                expected = expected.next
            }
            return true
        }
    }

    /// Headers as they lie in the log, not decoded, for folds that verify them while they read single fields. `take`
    /// gets a run of headers and the position of the first, and returns how many are sound from there on (checksum,
    /// position and kind). Damage is thrown as by `forEachHeader`.
    package func forEachHeaderRun(
        from first: Position, through last: Position? = nil, _ take: (RawSpan, Position) throws -> Int
    ) throws(Refusal) {
        try forEachRun(from: first, through: last) { page, first in
            let sound = try take(page, first)
            let offset = sound * EventHeader.byteCount
            if offset < page.byteCount {
                _ = try soundHeader(page, offset, Position(first.value + UInt64(sound)))
                throw log.damage(first, "its header was read in two ways")
            }
            return true
        }
    }

    private func soundHeader(_ page: RawSpan, _ offset: Int, _ expected: Position) throws -> EventHeader {
        let header: EventHeader
        do throws(any Error) {
            header = try EventHeader(page: page, offset: offset, kinds: log.schema.kinds)
        } catch {
            throw log.damage(expected, "its header is unreadable (\(error))")
        }
        guard header.position == expected else { throw log.damage(expected, "it is missing") }
        return header
    }

    /// Runs of stored headers that begin at `first`, follow each other, and end with `last`. Ends early if `body`
    /// returns false.
    private func forEachRun(
        from first: Position, through last: Position?, _ body: (RawSpan, Position) throws -> Bool
    ) throws(Refusal) {
        let end = min(last ?? head, head)
        var expected = max(first, Position(1))
        do throws(any Error) {
            try snapshot.withTransaction { transaction in
                var isDone = false
                while expected <= end, !isDone {
                    let before = expected
                    var cursor = try transaction.cursor(log.tables.headers)
                    try cursor.forEachPage(of: LogTables.segment(of: expected), from: Key(expected.value).bytes) {
                        page in
                        let wanted = Int(min(end.value - expected.value + 1, LogTables.segmentSize))
                        let count = min(page.byteCount / EventHeader.byteCount, wanted)
                        isDone = try !body(page.extracting(first: count * EventHeader.byteCount), expected)
                        expected = Position(expected.value + UInt64(count))
                        return !isDone && expected <= end
                    }
                    guard expected > before else { throw log.damage(expected, "it is missing") }
                }
            }
        } catch {
            throw log.refusal(error)
        }
    }

    // MARK: State

    /// Reads the rows that the domain has stored for this state; `nil` if there is no state.
    package func state<R>(_ read: (any StateTables, Snapshot) throws -> R?) throws(Refusal) -> R? {
        guard let tables = log.state?.tables, let stateSnapshot else { return nil }
        do throws(any Error) { return try read(tables, stateSnapshot) } catch { throw log.refusal(error) }
    }

    /// The number of deleted members by the log. O(1).
    package func erasureCount() throws(Refusal) -> Int { try state { try $0.erasureCount(in: $1) } ?? 0 }

    func holder(_ member: MemberID) throws(Refusal) -> KeyHolder? { try state { try $0.holder(member, in: $1) } }

    func key(of member: MemberID) throws(Refusal) -> SymmetricKey? {
        guard let vault = log.vault else { return nil }
        if let known = keys[member] { return known }
        var slot: UInt32 = 0
        if member != .operator {
            guard let holder = try holder(member) else { return nil }
            slot = holder.slot
        }
        let key = try vault.key(slot: slot)
        keys[member] = .some(key)
        return key
    }
}
