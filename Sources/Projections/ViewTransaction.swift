package import Layout

/// A batch of changes to the views: reads see the batch's own writes; nothing is stored before the engine flushes it.
///
/// It never throws. A storage or decoding error is latched in the base, and the engine aborts the batch.
package struct ViewTransaction: ~Copyable {
    package struct Cached {
        /// As stored before the batch; nil: absent.
        package let original: [UInt8]?
        package var current: [UInt8]?
    }

    package let base: any ViewBase
    /// Per table index: the rows read or written in this batch.
    package private(set) var cache: [[Key: Cached]]

    package init(base: any ViewBase, tableCount: Int) {
        self.base = base
        cache = Array(repeating: [:], count: tableCount)
    }

    package var rowCount: Int { cache.reduce(0) { $0 + $1.count } }

    package mutating func get<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key) -> Row? {
        bytes(table.index, key).flatMap { base.decode($0) }
    }

    package mutating func contains(_ table: ViewTable<some StoredRow>, _ key: Key) -> Bool {
        bytes(table.index, key) != nil
    }

    package mutating func put<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key, _ row: Row) {
        var writer = ByteWriter()
        row.encode(into: &writer)
        set(table.index, key, writer.bytes)
    }

    package mutating func insert(_ table: ViewTable<Entry>, _ key: Key) { put(table, key, Entry()) }

    package mutating func remove(_ table: ViewTable<some StoredRow>, _ key: Key) { set(table.index, key, nil) }

    /// Changes the row if it is there. Answers what it has become.
    @discardableResult
    package mutating func update<Row: StoredRow>(
        _ table: ViewTable<Row>, _ key: Key, _ change: (inout Row) -> Void
    ) -> Row? {
        guard var row = get(table, key) else { return nil }
        change(&row)
        put(table, key, row)
        return row
    }

    /// Changes the row, or `initial` where there is none.
    package mutating func update<Row: StoredRow>(
        _ table: ViewTable<Row>, _ key: Key, or initial: @autoclosure () -> Row, _ change: (inout Row) -> Void
    ) {
        var row = get(table, key) ?? initial()
        change(&row)
        put(table, key, row)
    }

    /// The keys that begin with `prefix`, in order, this batch's changes included. O(rows found + rows cached of the table).
    package func keys(_ table: ViewTable<some StoredRow>, prefix: Key) -> [Key] {
        var keys: [Key] = []
        base.scan(table: table.index, from: prefix, to: prefix.upperBoundOfPrefix, reversed: false) { key, _ in
            if cache[table.index][key] == nil { keys.append(key) }
            return true
        }
        for (key, cached) in cache[table.index] where cached.current != nil && key.hasPrefix(prefix) {
            keys.append(key)
        }
        return keys.sorted()
    }

    private mutating func bytes(_ table: Int, _ key: Key) -> [UInt8]? {
        if let cached = cache[table][key] { return cached.current }
        let stored = base.get(table: table, key: key)
        cache[table][key] = Cached(original: stored, current: stored)
        return stored
    }

    private mutating func set(_ table: Int, _ key: Key, _ bytes: [UInt8]?) {
        if cache[table][key] == nil { _ = self.bytes(table, key) }
        cache[table][key]?.current = bytes
    }
}
