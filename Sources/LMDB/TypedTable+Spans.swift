import Layout

extension TypedTable {
    /// Lends what is stored under a key, whether or not it is a row; nil when there is nothing. O(log n).
    package func withStored<R>(_ key: Key, in snapshot: Snapshot, _ body: (RawSpan) throws -> R) throws -> R? {
        try snapshot.withTransaction { transaction in
            guard let span = try transaction.get(table, key.keyBytes) else { return nil }
            return try body(span)
        }
    }
}
