package import Layout
package import Projections

/// Views in sorted arrays of memory: what a fold's laws are tested on without a disk.
package final class MemoryViewBase: ViewBase {
    package private(set) var tables: [[Key: [UInt8]]]
    package private(set) var failure: (any Error)?

    package init(tableCount: Int) { tables = Array(repeating: [:], count: tableCount) }

    package func withRow(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool {
        guard let row = tables[table][key] else { return false }
        body(unsafe row.span.bytes)
        return true
    }

    package func scan(
        table: Int, from lower: Key, to upper: Key?, reversed: Bool, _ body: (Key, RawSpan) -> Bool
    ) {
        let keys = tables[table].keys.filter { key in
            guard let upper else { return key >= lower }
            return key >= lower && key < upper
        }.sorted()
        for key in reversed ? keys.reversed() : keys {
            guard let row = tables[table][key], body(key, unsafe row.span.bytes) else { return }
        }
    }

    package func fail(_ error: any Error) { failure = failure ?? error }

    /// Takes over a batch's changes.
    package func apply(_ transaction: consuming ViewTransaction) {
        for table in transaction.changes() {
            table.forEachChange { key, _, after in
                if let after {
                    tables[table.table][key] = after.indices.map { after[$0] }
                } else {
                    tables[table.table][key] = nil
                }
            }
        }
    }

    /// Takes over all rows of a rebuild.
    package func load(_ spilled: SpilledBase) {
        for table in tables.indices {
            var merge = RunMerge(spilled.runs(of: table))
            merge.forEachRow { key, row in
                tables[table][key] = row.copied
                return true
            }
        }
    }
}
