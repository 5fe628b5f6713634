package import Layout

/// A row that sums the contributions of another table's rows, in any order. An empty sum is not stored.
package protocol SumRow: StoredRow {
    init()
    var isEmpty: Bool { get }
}

/// The sums that contributions have changed, by key.
package struct RowSums<Sum: SumRow> {
    fileprivate var sums: [Key: Sum] = [:]
    /// The sums before the batch.
    fileprivate var stored: [Key: Sum] = [:]
    fileprivate let load: (Key) -> Sum?

    fileprivate init(load: @escaping (Key) -> Sum?) { self.load = load }

    package mutating func update(_ key: Key, _ change: (inout Sum) -> Void) {
        if sums[key] == nil {
            stored[key] = load(key)
            sums[key] = stored[key] ?? Sum()
        }
        change(&sums[key]!)
    }

    fileprivate func changes(_ table: Int) -> TableChanges {
        var changes = TableChanges(table: table)
        for (key, sum) in sums {
            let old = stored[key]
            if old != nil || !sum.isEmpty { _ = changes.add(key, old, sum.isEmpty ? nil : sum) }
        }
        changes.sort(mayRepeat: false)
        return changes
    }
}

/// How the sums in one table follow from the rows of another.
struct Summation: Sendable {
    /// Index of the table that the summation reads.
    let source: Int
    /// Index of the derived table.
    let target: Int
    /// The sums that a batch's rows change, given the base that holds the sums before the batch.
    let changes: @Sendable (any TouchedTable, any ViewBase) -> TableChanges
    /// The sums of all stored rows, for a rebuild that has no sums yet. O(rows).
    let changesOfAllRows: @Sendable (any ViewBase) -> TableChanges

    init<Row: StoredRow, Sum: SumRow>(
        from source: ViewTable<Row>, to target: ViewTable<Sum>,
        _ contribute: @escaping @Sendable (Key, Row, Int64, inout RowSums<Sum>) -> Void
    ) {
        let (sourceIndex, targetIndex) = (source.index, target.index)
        self.source = sourceIndex
        self.target = targetIndex
        changes = { rows, base in
            guard let rows = rows as? TouchedRows<Row> else {
                preconditionFailure("the source table of this summation holds other rows than \(Row.self)")
            }
            var sums = RowSums<Sum> { key in base.row(table: targetIndex, key: key) }
            rows.forEachEntry { key, old, new in
                if let old { contribute(key, old, -1, &sums) }
                if let new { contribute(key, new, 1, &sums) }
            }
            return sums.changes(targetIndex)
        }
        changesOfAllRows = { base in
            var sums = RowSums<Sum> { _ in nil }
            base.scan(table: sourceIndex, from: Key(), to: nil, reversed: false) { key, bytes in
                guard let row: Row = base.decode(bytes) else { return false }
                contribute(key, row, 1, &sums)
                return true
            }
            return sums.changes(targetIndex)
        }
    }
}

extension TouchedRows {
    /// Calls `body` for every row that the batch has read or written, with its value before and after.
    func forEachEntry(_ body: (_ key: Key, _ old: Row?, _ new: Row?) -> Void) {
        for place in 0..<count {
            let entry = unsafe rows.pointee[place].pointee
            guard entry.origin != RowTable<Row>.superseded else { continue }
            body(entry.key, entry.origin < 0 ? nil : unsafe rows.pointee.stored[Int(entry.origin)], entry.row)
        }
    }
}
