import EventLog
import LMDB
import Layout
import Synchronization

/// A contiguous part of the log, as a fold reads it.
struct LogChunk {
    /// The records that the projector folds.
    private(set) var records: [Record] = []
    /// The last position of the chunk.
    let last: Position
    /// The end of the log when the chunk was read, or the end of the fold.
    let head: Position

    private static let eventsMax: UInt64 = 16_384

    /// Lends the records to `body` one by one, without copying.
    func fold(_ body: (borrowing Record) -> Void) {
        unsafe records.withUnsafeBufferPointer { records in
            for index in records.indices { unsafe body(records[index]) }
        }
    }

    /// A chunk without records.
    init(last: Position, head: Position) {
        self.last = last
        self.head = head
    }

    /// Reads the chunk after `position`, at most through `end`; an empty one at the end of the log.
    init<P: Projector>(
        _ log: EventLog, after position: Position, through end: Position? = nil, for projector: P.Type,
        _ keys: KeyRing = KeyRing()
    ) throws {
        var records: [Record] = []
        (last, head) = try log.read(with: keys) { snapshot in
            let head = end.map { min($0, snapshot.head) } ?? snapshot.head
            guard head > position else { return (position, head) }
            let last = min(head, Position(position.value + Self.eventsMax))
            records.reserveCapacity(Int(last.value - position.value))
            try snapshot.forEachSaid(
                from: position.next, through: last, kinds: P.kinds, opening: P.openedKinds
            ) { records.append($0) }
            return (last, head)
        }
        self.records = records
    }
}

/// Reads the log ahead of a fold on a thread of its own: finding and opening payloads costs about as much as folding
/// them.
final class ReadAhead<P: Projector>: Sendable {
    private let log: EventLog
    /// The last position to read; `nil`: the end of the log.
    private let end: Position?
    private let keys = KeyRing()
    private let thread = WriterThread(name: "larder-read")
    /// The chunk read last.
    private let ahead: Mutex<Result<LogChunk, any Error>>

    /// Starts reading after `position`.
    init(_ log: EventLog, after position: Position, through end: Position? = nil) {
        self.log = log
        self.end = end
        ahead = Mutex(.success(LogChunk(last: position, head: position)))
        read(after: position)
    }

    /// The next chunk. At the end it has the same last position as the chunk before.
    func next() throws -> LogChunk {
        let chunk = try thread.run { [self] in try ahead.withLock { try $0.get() } }
        read(after: chunk.last)
        return chunk
    }

    /// Returns when the reading thread has stopped.
    func stop() { thread.stop() }

    private func read(after position: Position) {
        let isQueued = thread.submit { [self] in
            let result = Result { try LogChunk(log, after: position, through: end, for: P.self, keys) }
            ahead.withLock { $0 = result }
        }
        precondition(isQueued, "nothing is read after the end")
    }
}
