package import Layout

/// The rows of a generation that is being made: what has been spilled so far.
package final class SpilledBase: ViewBase {
    private struct Spilled {
        /// The oldest first.
        var runs: [Run] = []
        /// Made for tables that are asked about; others only grow.
        var index: RunIndex?
        var lookups = 0
        var rows = 0
    }

    private var tables: [Spilled]
    package private(set) var failure: (any Error)?

    package init(tableCount: Int) { tables = Array(repeating: Spilled(), count: tableCount) }

    package func fail(_ error: any Error) { failure = failure ?? error }

    package func runs(of table: Int) -> [Run] { tables[table].runs }

    /// Makes runs part of it, each newer than all before.
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

    /// More than so many rows for each look are not worth an index.
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
