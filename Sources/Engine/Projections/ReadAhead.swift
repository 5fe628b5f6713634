import EventLog
import LMDB
import Layout
import Synchronization

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
