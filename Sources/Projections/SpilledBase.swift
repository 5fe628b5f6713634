package import Layout

/// The rows of a generation under construction: the runs spilled so far.
package final class SpilledBase: ViewBase {
    private struct Spilled {
        /// Oldest first.
        var runs: [Run] = []
        /// Only for tables that folds look up; the others are only written.
        var index: RunIndex?
        var lookups = 0
        var rows = 0
    }

    private var tables: [Spilled]
    package private(set) var failure: (any Error)?

    package init(tableCount: Int) { tables = Array(repeating: Spilled(), count: tableCount) }

    package func fail(_ error: any Error) { failure = failure ?? error }

    package func runs(of table: Int) -> [Run] { tables[table].runs }

    /// Adds runs, each newer than all before.
    package func add(_ runs: [(table: Int, run: Run)]) {
        for (table, run) in runs {
            precondition(tables[table].runs.count < RunIndex.runsMax, "more runs than an index can tell apart")
            tables[table].runs.append(run)
            tables[table].rows += run.count
            if let index = tables[table].index {
                index.insert(run, number: tables[table].runs.count - 1)
            } else if tables[table].lookups > tables[table].rows / Self.rowsPerLookup {
                let index = RunIndex()
                for (number, run) in tables[table].runs.enumerated() { index.insert(run, number: number) }
                tables[table].index = index
            }
        }
    }

    /// With more rows per lookup an index does not pay.
    private static let rowsPerLookup = 64

    package func withRow(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool {
        tables[table].lookups += 1
        let runs = tables[table].runs
        guard !runs.isEmpty else { return false }
        var isThere = false
        func found(_ run: Run) -> Bool {
            run.withRow(key) { row in
                isThere = row != nil
                if let row { body(row) }
            }
        }
        if let index = tables[table].index {
            guard let newest = index.run(key.hash64) else { return false }
            if found(runs[newest]) { return isThere }
        }
        for run in runs.reversed() where found(run) { return isThere }
        return false
    }

    package func scan(table: Int, from lower: Key, to upper: Key?, reversed: Bool, _ body: (Key, RawSpan) -> Bool) {
        precondition(!reversed, "a fold reads forwards")
        var merge = RunMerge(tables[table].runs, from: lower)
        merge.forEachRow(to: upper, body)
    }
}

extension SpilledBase {
    /// Approximate maximum of an index's rows in memory.
    private static var indexRowsMax: Int { 400_000 }

    /// Builds indexes and sums from the runs of their source tables. O(rows).
    package func derive(by registry: TableRegistry, to file: SpillFile) throws {
        var rows = Array(repeating: IndexRows(), count: registry.names.count)
        func spill(_ table: Int) throws {
            guard rows[table].count > 0 else { return }
            rows[table].putInOrder()
            let run = try Run(count: rows[table].count, to: file) { body in
                rows[table].forEachRow { body($0, $1) }
            }
            add([(table, run)])
            rows[table].removeAll()
        }
        for (source, derivations) in registry.derivations.sorted(by: { $0.key < $1.key }) {
            var merge = RunMerge(runs(of: source))
            try merge.forEachRow { key, row in
                for derivation in derivations {
                    try derivation.deriveStored(key, row, &rows[derivation.target])
                    if rows[derivation.target].count >= Self.indexRowsMax { try spill(derivation.target) }
                }
                return true
            }
        }
        for table in rows.indices { try spill(table) }
        for summation in registry.summations {
            let sums = summation.changesOfAllRows(self)
            if let failure { throw failure }
            if sums.count > 0 { add([(summation.target, try Run(sums, to: file))]) }
        }
    }
}

/// Finds the newest run with a key in one lookup, instead of one lookup per run.
///
/// Keys are identified by 48 bits of their hash. On a collision the run may lack the key; the caller then searches all
/// runs.
@safe
final class RunIndex {
    /// Open addressing with linear probing, capacity a power of two: the hash's upper 48 bits, then the run's number +
    /// 1; 0: free.
    private var slots: UnsafeMutableBufferPointer<UInt64>
    private var count = 0

    static let runsMax = 0xFFFE

    init() {
        unsafe slots = .allocate(capacity: 1 << 16)
        unsafe slots.initialize(repeating: 0)
    }

    deinit { unsafe slots.deallocate() }

    /// `nil`: no run contains the key.
    func run(_ hash: UInt64) -> Int? {
        let slot = unsafe slots[slot(hash)]
        return slot == 0 ? nil : Int(slot & 0xFFFF) - 1
    }

    /// Adds the keys of a run that is newer than all before.
    func insert(_ run: Run, number: Int) {
        var cursor = run.cursor(from: Key())
        while !cursor.isAtEnd {
            if unsafe 4 * count >= 3 * slots.count { grow() }
            let hash = cursor.key.hash64
            let slot = slot(hash)
            if unsafe slots[slot] == 0 { count += 1 }
            unsafe slots[slot] = hash & ~0xFFFF | UInt64(number + 1)
            cursor.advance()
        }
    }

    /// The slot of the hash, or the free slot for it.
    private func slot(_ hash: UInt64) -> Int {
        let mask = unsafe slots.count - 1
        var slot = Int(truncatingIfNeeded: hash >> 16) & mask
        while unsafe slots[slot] != 0, unsafe (slots[slot] ^ hash) >> 16 != 0 { slot = (slot + 1) & mask }
        return slot
    }

    private func grow() {
        let old = unsafe slots
        unsafe slots = .allocate(capacity: 2 * old.count)
        unsafe slots.initialize(repeating: 0)
        for index in old.indices where unsafe old[index] != 0 {
            let value = unsafe old[index]
            unsafe slots[slot(value)] = value
        }
        unsafe old.deallocate()
    }
}
