import Dispatch
import EventLog
import Events
import Layout
import Synchronization

/// Reads the log ahead of a fold, on a thread of its own: finding and opening what was said costs about as much as folding it.
final class ReadAhead<P: Projector>: Sendable {
    /// A run of events without a gap. Only what the projector folds is among the records.
    struct Chunk {
        var records: [Record] = []
        /// Where the run ends.
        var last: Position
        /// Where the log ended when it was read.
        var head: Position
    }

    private let log: EventLog
    private let queue = DispatchQueue(label: "larder.views.read")
    /// The chunk that is being read, or was.
    private let ahead: Mutex<Result<Chunk, any Error>>

    private static var eventsMax: Int { 16_384 }

    /// Begins to read behind `position`.
    init(_ log: EventLog, after position: Position) {
        self.log = log
        ahead = Mutex(.success(Chunk(last: position, head: position)))
        read(after: position)
    }

    /// The next run; one that ends where the last one did when there is nothing more.
    func next() throws -> Chunk {
        let chunk = try queue.sync { ahead.withLock { $0 } }.get()
        read(after: chunk.last)
        return chunk
    }

    /// Waits until nothing is being read any more.
    func wait() { queue.sync {} }

    private func read(after position: Position) {
        queue.async { [self] in
            let result = Result { try chunk(after: position) }
            ahead.withLock { $0 = result }
        }
    }

    private func chunk(after position: Position) throws -> Chunk {
        try log.read { snapshot in
            var chunk = Chunk(last: position, head: snapshot.head)
            guard snapshot.head > position else { return chunk }
            let end = Position(min(snapshot.head.value, position.value + UInt64(Self.eventsMax)))
            try snapshot.forEachHeader(from: position.next, through: end) { header in
                if P.kinds.contains(header.kind) {
                    chunk.records.append(
                        P.openedKinds.contains(header.kind)
                            ? try snapshot.record(header) : Record(header: header, body: .none))
                }
                chunk.last = header.position
                return true
            }
            return chunk
        }
    }
}
