package import Layout

/// A row that is the sum of what rows of another table contribute, whatever their order. An empty sum is not stored.
package protocol SumRow: StoredRow {
    init()
    var isEmpty: Bool { get }
}

/// Sums under way, by key: those that a contribution has changed.
package struct RowSums<Sum: SumRow> {
    fileprivate var sums: [Key: Sum] = [:]
    /// The sums before.
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

/// How the sums of one table follow from the rows of another.
@usableFromInline
class Summation: @unchecked Sendable {
    /// The place of the table that it reads.
    let source: Int
    /// The place of the table that it makes.
    let target: Int

    fileprivate init(from source: Int, to target: Int) {
        self.source = source
        self.target = target
    }

    /// What a batch's rows change; `base` holds the sums before it.
    func changes(_ rows: any TouchedTable, _ base: any ViewBase) -> TableChanges { TableChanges(table: target) }

    /// The sums of all rows that are stored, into a table that has none. O(rows).
    func changes(ofAllRowsIn base: any ViewBase) -> TableChanges { TableChanges(table: target) }
}

final class SummationOf<Row: StoredRow, Sum: SumRow>: Summation, @unchecked Sendable {
    private let contribute: @Sendable (Key, Row, Int64, inout RowSums<Sum>) -> Void

    init(
        from source: Int, to target: Int,
        _ contribute: @escaping @Sendable (Key, Row, Int64, inout RowSums<Sum>) -> Void
    ) {
        self.contribute = contribute
        super.init(from: source, to: target)
    }

    override func changes(_ rows: any TouchedTable, _ base: any ViewBase) -> TableChanges {
        let target = target
        var sums = RowSums<Sum> { key in base.row(table: target, key: key) }
        unsafe unsafeDowncast(rows, to: TouchedRows<Row>.self).forEachEntry { key, old, new in
            if let old { contribute(key, old, -1, &sums) }
            if let new { contribute(key, new, 1, &sums) }
        }
        return sums.changes(target)
    }

    override func changes(ofAllRowsIn base: any ViewBase) -> TableChanges {
        var sums = RowSums<Sum> { _ in nil }
        base.scan(table: source, from: Key(), to: nil, reversed: false) { key, bytes in
            guard let row: Row = base.decode(bytes) else { return false }
            contribute(key, row, 1, &sums)
            return true
        }
        return sums.changes(target)
    }
}

extension TouchedRows {
    /// All rows that the batch has looked at, as they were before it and as they are.
    func forEachEntry(_ body: (_ key: Key, _ old: Row?, _ new: Row?) -> Void) {
        for place in 0..<count {
            let entry = unsafe rows.pointee[place].pointee
            guard entry.origin != RowTable<Row>.superseded else { continue }
            body(entry.key, entry.origin < 0 ? nil : unsafe rows.pointee.stored[Int(entry.origin)], entry.row)
        }
    }
}
