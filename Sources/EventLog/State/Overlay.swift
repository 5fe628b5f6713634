import LMDB
import Layout

/// One state table as a batch sees it: what the batch has read and changed, over what is stored.
///
/// Found by open addressing in arrays, so that a look-up asks the heap for nothing: dictionaries of keys that were arrays
/// took a third of a bulk append.
struct Overlay<Key: StateKey, Row: StoredRow> {
    private struct Entry {
        let key: Key
        /// Nil: absent.
        var row: Row?
        var isChanged: Bool
    }

    /// Nil: of a state that is neither read nor stored.
    let table: TypedTable<Key, Row>?
    /// In the order in which they were met.
    private var entries: [Entry] = []
    /// Indices of `entries` at the places that their keys' hashes say, or after; `free` elsewhere. A power of two of them.
    private var places: [UInt32] = []
    private static var free: UInt32 { .max }

    init(_ table: TypedTable<Key, Row>?) { self.table = table }

    /// `stored`: where to look for what the batch has not met yet; nil: nothing counts that is stored.
    mutating func row(_ key: Key, stored: Snapshot?) throws -> Row? {
        if let index = index(of: key) { return entries[index].row }
        var row: Row?
        if let stored, let table = table?.table {
            row = try stored.withTransaction { transaction in try Self.read(key, table, in: transaction) }
        }
        insert(Entry(key: key, row: row, isChanged: false))
        return row
    }

    private static func read(_ key: Key, _ table: Table, in transaction: borrowing ReadTransaction) throws -> Row? {
        try key.withKeyBytes { bytes in
            guard let stored = try transaction.get(table, bytes) else { return nil }
            return try Row(bytes: stored.copied)
        }
    }

    /// Nil removes it.
    mutating func set(_ key: Key, _ row: Row?) {
        guard let index = index(of: key) else {
            return insert(Entry(key: key, row: row, isChanged: true))
        }
        entries[index].row = row
        entries[index].isChanged = true
    }

    // MARK: Finding

    private func index(of key: Key) -> Int? {
        guard !places.isEmpty else { return nil }
        let mask = UInt64(places.count - 1)
        var place = key.hash64 & mask
        while true {
            let index = places[Int(place)]
            if index == Self.free { return nil }
            if entries[Int(index)].key == key { return Int(index) }
            place = (place + 1) & mask
        }
    }

    /// Of a key that is not there.
    private mutating func insert(_ entry: Entry) {
        entries.append(entry)
        if entries.count * 2 > places.count {
            places = [UInt32](repeating: Self.free, count: max(16, places.count * 2))
            for index in entries.indices { place(index) }
        } else {
            place(entries.count - 1)
        }
    }

    private mutating func place(_ index: Int) {
        let mask = UInt64(places.count - 1)
        var place = entries[index].key.hash64 & mask
        while places[Int(place)] != Self.free { place = (place + 1) & mask }
        places[Int(place)] = UInt32(index)
    }

    // MARK: All of them

    /// How many rows there are, as far as the batch has met them.
    var rowCount: Int { entries.count { $0.row != nil } }

    /// In the order of the keys.
    var sortedRows: [(key: Key, row: Row)] {
        entries.compactMap { entry in entry.row.map { (entry.key, $0) } }.sorted { $0.0 < $1.0 }
    }

    /// Keys go in order, so that LMDB walks the table once.
    func flush(into transaction: inout WriteTransaction) throws {
        let changed = entries.indices.filter { entries[$0].isChanged }.sorted { entries[$0].key < entries[$1].key }
        guard !changed.isEmpty, let table = table?.table else { return }
        var bytes = ByteWriter(capacity: 64)
        try transaction.withWriter(table) { writer in
            for index in changed {
                let entry = entries[index]
                entry.key.withKeyBytes { key in
                    guard let row = entry.row else { return writer.delete(key) }
                    bytes.truncate(to: 0)
                    row.encode(into: &bytes)
                    writer.put(key, unsafe bytes.bytes.span.bytes)
                }
            }
        }
    }
}
