import EventLog
import Events
import LMDB
import Layout
import Synchronization

/// A run of the log without a gap, as it is read for a fold.
struct LogChunk {
    /// What the projector folds of it.
    private(set) var records: [Record] = []
    /// Where the run ends.
    let last: Position
    /// Where the log ended when it was read, or where the fold is to end.
    let head: Position

    private static let eventsMax: UInt64 = 16_384

    /// Lends the records to `body` one by one, uncopied.
    func fold(_ body: (borrowing Record) -> Void) {
        unsafe records.withUnsafeBufferPointer { records in
            for index in records.indices { unsafe body(records[index]) }
        }
    }

    /// No events at all.
    init(last: Position, head: Position) {
        self.last = last
        self.head = head
    }

    /// Reads what follows `position`, through `end` if that is said; nothing at the log's end.
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

/// Reads the log ahead of a fold, on a thread of its own: finding and opening what was said costs about as much as folding it.
final class ReadAhead<P: Projector>: Sendable {
    private let log: EventLog
    /// Where reading ends; nil: at the log's end.
    private let end: Position?
    private let keys = KeyRing()
    private let thread = WriterThread(name: "larder-read")
    /// The chunk that is being read, or was.
    private let ahead: Mutex<Result<LogChunk, any Error>>

    /// Begins to read behind `position`.
    init(_ log: EventLog, after position: Position, through end: Position? = nil) {
        self.log = log
        self.end = end
        ahead = Mutex(.success(LogChunk(last: position, head: position)))
        read(after: position)
    }

    /// The next run; one that ends where the last one did when there is nothing more.
    func next() throws -> LogChunk {
        let chunk = try thread.run { [self] in try ahead.withLock { try $0.get() } }
        read(after: chunk.last)
        return chunk
    }

    /// Returns when nothing is being read any more.
    func stop() { thread.stop() }

    private func read(after position: Position) {
        let isQueued = thread.submit { [self] in
            let result = Result { try LogChunk(log, after: position, through: end, for: P.self, keys) }
            ahead.withLock { $0 = result }
        }
        precondition(isQueued, "nothing is read after the end")
    }
}
