package import Events
import Foundation
import LMDB
import Layout
import Synchronization

extension Verbatim {
    /// Events that share a transaction: some 30 MB of the log.
    private static let eventsAtOnce: UInt64 = 1 << 17

    /// Makes a log of an export in a directory that has none. Verified as it is read; a damaged or cut-off export leaves
    /// nothing behind. `read(n)` gives some bytes, about n, and none at the end. Answers the number of events.
    package static func restore(
        into directory: String, clock: @escaping @Sendable () -> Timestamp = EventLog.systemClock,
        read: @escaping (Int) throws -> [UInt8]
    ) throws(Refusal) -> Int {
        try restore(into: directory, clock: clock, eventsAtOnce: eventsAtOnce, read: read)
    }

    static func restore(
        into directory: String, clock: @escaping @Sendable () -> Timestamp, eventsAtOnce: UInt64,
        read: @escaping (Int) throws -> [UInt8]
    ) throws(Refusal) -> Int {
        var reader = VerbatimReader(read: read)
        var head = Position.none
        try EventLog.withCreationLock(directory) {
            guard !FileManager.default.fileExists(atPath: "\(directory)/log/data.mdb") else {
                throw Refusal(
                    .conflict, "there is a log at \(directory) already: a verbatim import needs a directory without one"
                )
            }
            do throws(any Error) {
                let (logID, created) = try reader.begin()
                try EventLog.initialize(directory: directory, logID: logID, created: created, clock: clock) { log in
                    head = try fill(log, &reader, eventsAtOnce)
                }
            } catch {
                try? FileManager.default.removeItem(atPath: "\(directory)/log.new")
                throw EventLog.refusal(error, directory)
            }
        }
        return Int(head.value)
    }

    /// Copies the events. Meanwhile, on threads of their own, the state is folded from them and the log brought to the disk:
    /// each takes what there is whenever it is done, and the fold, which is the slower, so takes ever larger runs, which
    /// touch each page of the state less often. Answers the last position.
    private static func fill(
        _ log: EventLog, _ reader: inout VerbatimReader, _ eventsAtOnce: UInt64
    ) throws -> Position {
        // What goes wrong on them is met again by the fold and the sync of what is left.
        let folding = CatchingUp(name: "larder-state") { try? log.bringStateOn() }
        let syncing = CatchingUp(name: "larder-sync") { try? log.environment.sync() }
        defer {
            folding.stop()
            syncing.stop()
        }
        let treeTable = try log.tree.preparedTable()
        var tree = TreeGrowth()
        var head = Position.none
        var isAtEnd = false
        while !isAtEnd {
            try log.environment.write { transaction in
                let start = head
                while !isAtEnd, head.value - start.value < eventsAtOnce {
                    let run = try reader.run(after: head)
                    try log.tables.append(run, of: reader.buffer, after: head, in: &transaction)
                    tree.append(run, of: reader.buffer)
                    head = Position(head.value + UInt64(run.records.count))
                    isAtEnd = run.isLast
                }
                try tree.flush(into: treeTable, in: &transaction)
            }
            folding.wake()
            syncing.wake()
        }
        try reader.end(at: head)
        folding.stop()
        try log.bringStateOn()
        log.finishErasures()
        return head
    }

    /// A thread that works whenever there is something new, and then once for all that is.
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

        /// Returns when the work that was begun is done.
        func stop() { thread.stop() }
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
    /// Puts events at the end as they lie in `bytes`.
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
