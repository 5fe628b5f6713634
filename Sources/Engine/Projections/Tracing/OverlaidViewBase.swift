import EventLog
import LMDB
import Layout

/// Views for tracing: recent changes in memory over stored rows. A batch may be as small as one event and costs no
/// transaction.
///
/// They belong to one tracer. Their directory is removed right after opening: nothing is left, however the process
/// ends.
final class OverlaidViewBase: ViewBase {
    private let generation: Generation
    private var stored: StoredViewBase
    /// By table, then by key; `nil`: removed.
    private var rows: [[Key: [UInt8]?]]
    private(set) var rowCount = 0
    private var ownFailure: (any Error)?
    var failure: (any Error)? { ownFailure ?? stored.failure }

    /// Empty views in a new directory.
    convenience init(path: String, _ registry: TableRegistry) throws {
        try self.init(Generation(number: 0, directory: path, registry: registry, create: true))
        try KeptViews.remove(path)
    }

    /// Views over an empty generation of their own.
    init(_ generation: Generation) throws {
        self.generation = generation
        stored = try generation.base()
        rows = Array(repeating: [:], count: generation.names.count)
    }

    func fail(_ error: any Error) { ownFailure = failure ?? error }

    func withRow(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool {
        guard let row = rows[table][key] else { return stored.withRow(table: table, key: key, body) }
        guard let row else { return false }
        body(unsafe row.span.bytes)
        return true
    }

    /// O(rows in memory of the table) before the first row.
    func scan(table: Int, from lower: Key, to upper: Key?, reversed: Bool, _ body: (Key, RawSpan) -> Bool) {
        var changed = rows[table].keys.filter { key in key >= lower && (upper.map { key < $0 } ?? true) }
            .sorted { reversed ? $0 > $1 : $0 < $1 }[...]
        var isEnded = false
        /// Passes the changed rows before `end`.
        func handOut(before end: Key?) {
            while !isEnded, let key = changed.first, end.map({ reversed ? key > $0 : key < $0 }) ?? true {
                changed.removeFirst()
                if let row = rows[table][key] ?? nil { isEnded = !body(key, unsafe row.span.bytes) }
            }
        }
        stored.scan(table: table, from: lower, to: upper, reversed: reversed) { key, row in
            handOut(before: key)
            guard !isEnded else { return false }
            // The changed row at this key replaces the stored one; `handOut` passes it.
            if changed.first != key { isEnded = !body(key, row) }
            return !isEnded
        }
        handOut(before: nil)
    }

    /// Adopts a batch's changes.
    func take(_ changes: [TableChanges]) {
        for table in changes {
            table.forEachChange { key, _, after in
                var row: [UInt8]?
                if let after { row = after.indices.map { after[$0] } }
                if rows[table.table].updateValue(row, forKey: key) == nil { rowCount += 1 }
            }
        }
    }

    /// Stores the changes in memory.
    func store() throws {
        if let failure { throw failure }
        guard rowCount > 0 else { return }
        try generation.environment.write { transaction in
            for (index, table) in rows.enumerated() where !table.isEmpty {
                let stored = generation.tables[index]
                try transaction.withWriter(stored.table) { writer in
                    for (key, row) in table.sorted(by: { $0.key < $1.key }) {
                        key.withBytes { key in
                            if let row {
                                stored.put(key, unsafe row.span.bytes, into: &writer)
                            } else {
                                writer.delete(key)
                            }
                        }
                    }
                }
            }
        }
        for index in rows.indices where !rows[index].isEmpty { rows[index].removeAll(keepingCapacity: true) }
        rowCount = 0
        stored = try generation.base()
    }

    func close() { _ = generation.closeIfIdle() }
}
