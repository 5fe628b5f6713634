import Foundation
import LMDB
package import Layout
import Synchronization
import Transparency

extension Verbatim {
    /// Events that share a transaction: some 30 MB of the log.
    private static let eventsAtOnce: UInt64 = 1 << 17

    /// Creates a log from an export in a directory without one. The export is verified as it is read; a damaged or
    /// truncated export leaves nothing behind. `read(n)` returns some bytes, about n, and none at the end. Returns the
    /// number of events.
    package static func restore(
        _ schema: LogSchema, into directory: String, clock: @escaping @Sendable () -> Timestamp = EventLog.systemClock,
        read: @escaping (Int) throws -> [UInt8]
    ) throws(Refusal) -> Int {
        try restore(schema, into: directory, clock: clock, eventsAtOnce: eventsAtOnce, read: read)
    }

    static func restore(
        _ schema: LogSchema, into directory: String, clock: @escaping @Sendable () -> Timestamp, eventsAtOnce: UInt64,
        read: @escaping (Int) throws -> [UInt8]
    ) throws(Refusal) -> Int {
        var reader = VerbatimReader(schema.kinds, read: read)
        var head = Position.none
        try EventLog.withCreationLock(directory) {
            guard !FileManager.default.fileExists(atPath: "\(directory)/log/data.mdb") else {
                throw Refusal(
                    .conflict, "there is a log at \(directory) already: a verbatim import needs a directory without one"
                )
            }
            do throws(any Error) {
                let identity = try reader.begin()
                try EventLog.initialize(schema, directory: directory, identity, clock: clock) { log in
                    head = try fill(log, reader, eventsAtOnce: eventsAtOnce).head
                }
            } catch {
                // The import has failed already, and the next one removes what is left of this.
                try? FileManager.default.removeItem(atPath: "\(directory)/log.new")
                throw EventLog.refusal(error, directory)
            }
        }
        return Int(head.value)
    }

    /// The events read so far, and those of them that were copied.
    struct Copied {
        /// The last copied event.
        var head = Position.none
        /// The last event read.
        var end = Position.none
        /// The root over all events read.
        var root = TreeHash.ofEmptyTree
    }

    /// Copies the events up to a moment, if one is given, and verifies all. Meanwhile two threads fold the state from
    /// the new events and sync the log. Each takes whatever is there when it is free. The fold is slower, so its runs
    /// grow, and large runs touch each page of the state less often. `next` returns the next stream, after its
    /// preamble, when one has ended.
    static func fill(
        _ log: EventLog, _ first: VerbatimReader, eventsAtOnce: UInt64 = eventsAtOnce, until moment: Moment? = nil,
        next: () throws -> VerbatimReader? = { nil }, progress: (Position) -> Void = { _ in }
    ) throws -> Copied {
        // A failure on these threads happens again in the last fold and the last sync.
        let folding = CatchingUp(name: "larder-state") { try? log.bringStateOn() }
        let syncing = CatchingUp(name: "larder-sync") { try? log.environment.sync() }
        defer {
            folding.stop()
            syncing.stop()
        }
        let treeTable = try log.tree.preparedTable()
        var reader = first
        var tree = TreeGrowth()
        // Over all events, once an event is read that is not copied.
        var wholeTree: TreeFrontier?
        var copied = Copied()
        var isAtEnd = false
        while !isAtEnd {
            try log.environment.write { transaction in
                let start = copied.end
                while !isAtEnd, copied.end.value - start.value < eventsAtOnce {
                    let run = try reader.run(after: copied.end)
                    let wanted =
                        wholeTree == nil
                        ? run.count(through: moment, after: copied.end, of: reader.buffer, log.schema.kinds) : 0
                    try log.tables.append(run.first(wanted), of: reader.buffer, after: copied.end, in: &transaction)
                    tree.append(run.first(wanted), of: reader.buffer)
                    copied.head = Position(copied.head.value + UInt64(wanted))
                    if wanted < run.records.count {
                        var whole = wholeTree ?? tree.frontier
                        whole.append(run.records.dropFirst(wanted), of: reader.buffer)
                        wholeTree = whole
                    }
                    copied.end = Position(copied.end.value + UInt64(run.records.count))
                    if run.isLast {
                        try reader.end(at: copied.end)
                        if let following = try next() { reader = following } else { isAtEnd = true }
                    }
                }
                try tree.flush(into: treeTable, in: &transaction)
            }
            folding.wake()
            syncing.wake()
            progress(copied.end)
        }
        copied.root = (wholeTree ?? tree.frontier).root
        folding.stop()
        try log.bringStateOn()
        log.finishErasures()
        return copied
    }

    /// A thread that works whenever there are new events, and once more at the end.
    private final class CatchingUp: Sendable {
        private let thread: WriterThread
        private let isWoken = Atomic(false)
        private let work: @Sendable () -> Void

        init(name: String, _ work: @escaping @Sendable () -> Void) {
            thread = WriterThread(name: name)
            self.work = work
        }

        func wake() {
            guard !isWoken.exchange(true, ordering: .sequentiallyConsistent) else { return }
            _ = thread.submit { [self] in
                isWoken.store(false, ordering: .sequentiallyConsistent)
                work()
            }
        }

        /// Returns after the work in progress.
        func stop() { thread.stop() }
    }
}

extension VerbatimReader.Run {
    /// The reader without its first events.
    fileprivate func first(_ count: Int) -> VerbatimReader.Run {
        count == records.count ? self : VerbatimReader.Run(records: Array(records.prefix(count)))
    }

    /// The number of its events before that moment.
    fileprivate func count(
        through moment: Moment?, after head: Position, of bytes: [UInt8], _ kinds: EventKindSet
    ) -> Int {
        switch moment {
        case nil: return records.count
        case .position(let last): return Int(clamping: min(UInt64(records.count), max(last, head).value - head.value))
        case .time(let time):
            let bytes = unsafe bytes.span.bytes
            // The import has read these headers before, so none fails here. They are in the order of their times.
            return records.indices.partitioningIndex { index in
                let header = try? EventHeader(page: bytes, offset: records[index].header.lowerBound, kinds: kinds)
                return header.map { $0.recordedAt > time } ?? true
            }
        }
    }
}

extension VerbatimReader.Run.Record {
    fileprivate func leaf(of bytes: RawSpan) -> TreeHash {
        guard let stored else { return .leaf(bytes.extracting(header), nil) }
        return .leaf(bytes.extracting(header), bytes.extracting(stored))
    }
}

extension TreeFrontier {
    fileprivate mutating func append(_ records: ArraySlice<VerbatimReader.Run.Record>, of bytes: [UInt8]) {
        let bytes = unsafe bytes.span.bytes
        for record in records { append(record.leaf(of: bytes)) }
    }
}

extension TreeGrowth {
    fileprivate mutating func append(_ run: VerbatimReader.Run, of bytes: [UInt8]) {
        let bytes = unsafe bytes.span.bytes
        for record in run.records {
            if let stored = record.stored {
                append(bytes.extracting(record.header), bytes.extracting(stored))
            } else {
                append(bytes.extracting(record.header), nil)
            }
        }
    }
}

extension LogTables {
    /// Appends events as they lie in `bytes`.
    fileprivate func append(
        _ run: VerbatimReader.Run, of bytes: [UInt8], after head: Position, in transaction: inout WriteTransaction
    ) throws {
        let bytes = unsafe bytes.span.bytes
        try transaction.withWriter(headers) { writer in
            var position = head
            for record in run.records {
                position = position.next
                let header = bytes.extracting(record.header)
                Position(LogTables.segment(of: position)).withKeyBytes {
                    writer.put($0, header, flags: .appendDuplicate)
                }
            }
        }
        try transaction.withWriter(payloads.table) { writer in
            var position = head
            for record in run.records {
                position = position.next
                guard let stored = record.stored else { continue }
                let span = bytes.extracting(stored)
                let checksum = InlineArray<1, UInt32>(repeating: CRC32C.checksum(span).littleEndian)
                position.withKeyBytes { writer.put($0, unsafe checksum.span.bytes, span, flags: .append) }
            }
        }
    }
}
