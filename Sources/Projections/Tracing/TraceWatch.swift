import Layout

/// What must be met in a fold for a question to be answered otherwise.
struct TraceWatch {
    private enum Scope {
        case nothing
        case rows
        /// A table from which follows what was read: which rows of an index a row has, only both its states tell.
        case table
    }

    private let reads: ReadSet
    private let registry: TableRegistry
    /// By table index.
    private var scopes: [Scope]

    init(_ reads: ReadSet, _ registry: TableRegistry) {
        var reads = reads
        reads.seal()
        self.reads = reads
        self.registry = registry
        scopes = Array(repeating: .nothing, count: registry.names.count)
        for table in reads.tableIndices {
            let sources = registry.sources(of: table)
            if sources.isEmpty, case .nothing = scopes[table] { scopes[table] = .rows }
            for source in sources { scopes[source] = .table }
        }
    }

    /// Whether an event that has met this row may matter.
    func concerns(_ table: Int, _ key: Key) -> Bool {
        switch scopes[table] {
        case .nothing: false
        case .rows: reads.contains(table, key)
        case .table: true
        }
    }

    /// The tables with changes in what was read.
    func changed(by changes: [TableChanges]) -> [String] {
        var names: [String] = []
        for table in changes {
            var isRead = false
            table.forEachChange { key, _, _ in isRead = isRead || reads.contains(table.table, key) }
            if isRead { names.append(registry.names[table.table]) }
        }
        return names.sorted()
    }
}
