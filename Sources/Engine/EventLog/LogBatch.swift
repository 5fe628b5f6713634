import Crypto
import LMDB
package import Layout
import Transparency

/// Appends that become visible together: the decided events, over the log as it was when the batch began.
///
/// Reads of the state see the batch's own events. Nothing reaches LMDB before `flush`, and a dropped batch leaves no
/// trace. A storage failure is kept in `failure`, because decisions do not throw it, and such a batch is never flushed.
package final class LogBatch {
    package let log: EventLog
    let snapshot: LogSnapshot
    /// The domain's state, with the batch's own events.
    package var state: any StateFold { progress.fold }
    let progress: StateProgress
    /// `recordedAt` of every event of the batch; not before that of the log's last event.
    package let now: Timestamp
    package private(set) var head: Position

    /// The batch's own events, in order: the headers, the stored bytes, and the readable bodies.
    private var headers: [EventHeader] = []
    private var bodies: [(position: Position, stored: [UInt8])] = []
    /// The opened bodies.
    private var opened: [Record] = []
    private let firstPosition: Position
    /// Keys read so far, by slot. None of them is destroyed meanwhile: only a deletion destroys keys, and the batch
    /// would know of it.
    var sealingKeys: [UInt32: SymmetricKey] = [:]

    /// `nil` if the state is behind the log: then no decision is possible. Requires the locks of both writers.
    init?(_ log: EventLog, _ store: StateStore, clock: Timestamp) throws(Refusal) {
        self.log = log
        snapshot = try LogSnapshot(log)
        head = snapshot.head
        firstPosition = snapshot.head.next
        do throws(any Error) {
            progress = try StateProgress(log, store, over: snapshot.stateSnapshot)
            guard progress.position == snapshot.end else { return nil }
            try log.checkClock(clock, snapshot)
            now = max(clock, try snapshot.header(at: snapshot.head)?.recordedAt ?? clock)
        } catch {
            throw log.refusal(error)
        }
    }

    package var count: Int { headers.count }
    package var failure: Refusal? { progress.failure.map { log.refusal($0) } }

    // MARK: Reading

    /// The origin stored with an event, with the digests of its command; `nil` if it is not readable any more.
    package func storedOrigin(of header: EventHeader) -> StoredOrigin? {
        if header.position >= firstPosition { return openedEvent(at: header.position)?.words?.origin }
        return latching { try snapshot.storedOrigin(of: header) }
    }

    package func header(at position: Position) -> EventHeader? {
        if position >= firstPosition {
            return position <= head ? headers[Int(position.value - firstPosition.value)] : nil
        }
        return latching { try snapshot.header(at: position) }
    }

    package func record(at position: Position) -> Record? {
        if position < firstPosition { return latching { try snapshot.record(at: position) } }
        return openedEvent(at: position) ?? header(at: position).map { Record(header: $0, body: .none) }
    }

    /// O(log n).
    private func openedEvent(at position: Position) -> Record? {
        let index = opened.indices.partitioningIndex { opened[$0].position >= position }
        return index < opened.count && opened[index].position == position ? opened[index] : nil
    }

    private func latching<R>(_ read: () throws -> R?) -> R? {
        do { return try read() } catch {
            state.fail(error)
            return nil
        }
    }

    // MARK: Collecting

    /// Adds an event that was just created.
    func add(_ record: Record, stored: [UInt8]?, originKey: SecretKey?) {
        if stored != nil { opened.append(record) }
        collect(record.header, stored)
        progress.take(record, originKey: originKey)
    }

    private func collect(_ header: EventHeader, _ stored: [UInt8]?) {
        head = header.position
        headers.append(header)
        if let stored { bodies.append((header.position, stored)) }
    }

    // MARK: Storing

    /// Writes headers and payloads, in order, and the nodes of the tree that became full. Returns the tree to continue
    /// with after the commit.
    func flush(
        into transaction: inout WriteTransaction, tree: TypedTable<TreeNode, TreeRow>
    ) throws -> TreeFrontier {
        let tables = log.tables
        var growth = try log.tree.growth(over: snapshot)
        try transaction.withWriter(tables.headers) { writer in
            var nextBody = 0
            for header in headers {
                Position(LogTables.segment(of: header.position)).withKeyBytes { key in
                    header.withBytes { bytes in
                        writer.put(key, bytes, flags: .appendDuplicate)
                        growth.append(bytes, stored: header.hasBody ? bodies[nextBody].stored : nil)
                        if header.hasBody { nextBody += 1 }
                    }
                }
            }
        }
        var row = ByteWriter(capacity: 512)
        try transaction.withWriter(tables.payloads.table) { writer in
            for (position, stored) in bodies {
                row.truncate(to: 0)
                StoredPayload(stored).encode(into: &row)
                position.withKeyBytes { writer.put($0, unsafe row.bytes.span.bytes, flags: .append) }
            }
        }
        try growth.flush(into: tree, in: &transaction)
        return growth.frontier
    }
}
