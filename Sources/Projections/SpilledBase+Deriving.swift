import Layout

extension SpilledBase {
    /// Rows of one index that are in memory at a time.
    private static var indexRowsMax: Int { 400_000 }

    /// Makes the indexes and sums from the runs of the tables that they follow from. O(rows).
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
