import Layout

/// What a query read of the views: rows by key, present or not, and key ranges.
///
/// A query reads nothing else but the log's past, so its answer stays the same while none of these rows change.
struct ReadSet {
    private struct Range {
        var lower: Key
        /// Exclusive; `nil`: to the end.
        var upper: Key?
    }

    private struct Table {
        var keys: Set<Key> = []
        var ranges: [Range] = []
        /// Whether `ranges` is sorted and disjoint.
        var isSealed = true
    }

    /// By table index.
    private var tables: [Int: Table] = [:]

    mutating func add(_ table: Int, _ key: Key) { tables[table, default: Table()].keys.insert(key) }

    mutating func add(_ table: Int, from lower: Key, to upper: Key?) {
        if let upper, upper <= lower { return }
        tables[table, default: Table()].ranges.append(Range(lower: lower, upper: upper))
        tables[table]?.isSealed = false
    }

    /// Sorts ranges and joins overlapping ones, for `contains`. O(n log n).
    mutating func seal() {
        for (index, table) in tables where !table.isSealed {
            var joined: [Range] = []
            for range in table.ranges.sorted(by: { $0.lower < $1.lower }) {
                guard let last = joined.last, last.upper.map({ $0 >= range.lower }) ?? true else {
                    joined.append(range)
                    continue
                }
                guard let end = last.upper else { break }
                joined[joined.count - 1].upper = range.upper.map { max($0, end) }
            }
            tables[index]?.ranges = joined
            tables[index]?.isSealed = true
        }
    }

    var tableIndices: some Collection<Int> { tables.keys }

    /// O(log ranges). Requires `seal`.
    func contains(_ table: Int, _ key: Key) -> Bool {
        guard let table = tables[table] else { return false }
        assert(table.isSealed)
        if table.keys.contains(key) { return true }
        let next = table.ranges.indices.partitioningIndex { table.ranges[$0].lower > key }
        return next > 0 && (table.ranges[next - 1].upper.map { key < $0 } ?? true)
    }
}

/// Forwards reads and records them. Only traced queries pay for it.
final class RecordingViewBase: ViewBase {
    private let base: any ViewBase
    private(set) var reads = ReadSet()
    var failure: (any Error)? { base.failure }

    init(_ base: any ViewBase) { self.base = base }

    func fail(_ error: any Error) { base.fail(error) }

    func withRow(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool {
        reads.add(table, key)
        return base.withRow(table: table, key: key, body)
    }

    /// If `body` ends the scan, only the part seen counts.
    func scan(table: Int, from lower: Key, to upper: Key?, reversed: Bool, _ body: (Key, RawSpan) -> Bool) {
        var end: Key?
        base.scan(table: table, from: lower, to: upper, reversed: reversed) { key, row in
            guard !body(key, row) else { return true }
            end = key
            return false
        }
        switch (end, reversed) {
        case (let end?, false): reads.add(table, from: lower, to: end.successor)
        case (let end?, true): reads.add(table, from: end, to: upper)
        case (nil, _): reads.add(table, from: lower, to: upper)
        }
    }
}
