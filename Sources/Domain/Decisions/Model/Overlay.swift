import LMDB
import Layout

/// One state table as a batch sees it: what the batch has read and changed, over what is stored.
///
/// Found by open addressing in arrays, so that a look-up asks the heap for nothing: dictionaries of keys that were arrays
/// took a third of a bulk append. A change is only noted: it takes its place when something is looked up next, which a fold
/// of the whole log does for one table in three.
struct Overlay<Key: StateKey, Row: StoredRow> {
    private struct Entry {
        let key: Key
        /// Nil: absent.
        var row: Row?
        var isChanged: Bool
    }

    /// Nil: of a state that is neither read nor stored.
    let table: TypedTable<Key, Row>?
    /// In the order in which they were met; each key once among the first `placedCount`, and the newest of a key counts.
    private var entries: [Entry] = []
    private var placedCount = 0
    /// Indices of `entries` at the places that their keys' hashes say, or after; `free` elsewhere. A power of two of them.
    private var places: [UInt32] = []
    private static var free: UInt32 { .max }

    init(_ table: TypedTable<Key, Row>?) { self.table = table }

    /// `stored`: where to look for what the batch has not met yet; nil: nothing counts that is stored.
    mutating func row(_ key: Key, stored: Snapshot?) throws -> Row? {
        if placedCount < entries.count { placeAll() }
        if let index = index(of: key) { return entries[index].row }
        var row: Row?
        if let stored, let table = table?.table {
            _ = try key.withKeyBytes { bytes in
                try stored.withValue(table, bytes) { row = try Row(bytes: $0) }
            }
        }
        entries.append(Entry(key: key, row: row, isChanged: false))
        placeAll()
        return row
    }

    /// Nil removes it.
    mutating func set(_ key: Key, _ row: Row?) { entries.append(Entry(key: key, row: row, isChanged: true)) }

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

    /// Gives each entry its place, and lets it replace an older one of its key.
    private mutating func placeAll() {
        if entries.count * 2 > places.count {
            var count = max(16, places.count)
            while entries.count * 2 > count { count *= 2 }
            places = [UInt32](repeating: Self.free, count: count)
            for index in 0..<placedCount { place(index) }
        }
        for index in placedCount..<entries.count {
            let entry = entries[index]
            if let older = self.index(of: entry.key) {
                entries[older].row = entry.row
                entries[older].isChanged = true
            } else {
                entries[placedCount] = entry
                place(placedCount)
                placedCount += 1
            }
        }
        entries.removeLast(entries.count - placedCount)
    }

    private mutating func place(_ index: Int) {
        let mask = UInt64(places.count - 1)
        var place = entries[index].key.hash64 & mask
        while places[Int(place)] != Self.free { place = (place + 1) & mask }
        places[Int(place)] = UInt32(index)
    }

    // MARK: All of them

    /// How many rows there are, as far as the batch has met them.
    var rowCount: Int { newest(changedOnly: false).count { entries[$0].row != nil } }

    /// In the order of the keys.
    var sortedRows: [(key: Key, row: Row)] {
        newest(changedOnly: false).compactMap { index in entries[index].row.map { (entries[index].key, $0) } }
    }

    /// The newest entry of each key, in the order of the keys. What is sorted holds the keys' order itself: following an
    /// index at each comparison took half of the time.
    private func newest(changedOnly: Bool) -> [Int] {
        var order: [(first: UInt64, second: UInt64, index: Int)] = []
        order.reserveCapacity(entries.count)
        for index in entries.indices where entries[index].isChanged || !changedOnly {
            let (first, second) = entries[index].key.rank
            order.append((first, second, index))
        }
        order.sort { $0 < $1 }
        var newest: [Int] = []
        newest.reserveCapacity(order.count)
        for (place, entry) in order.enumerated() {
            if place + 1 < order.count, order[place + 1].first == entry.first, order[place + 1].second == entry.second {
                continue
            }
            newest.append(entry.index)
        }
        return newest
    }

    /// Keys go in order, so that LMDB walks the table once.
    func flush(into transaction: inout WriteTransaction) throws {
        let changed = newest(changedOnly: true)
        guard !changed.isEmpty, let table = table?.table else { return }
        var bytes = ByteWriter(capacity: 64)
        try transaction.withWriter(table) { writer in
            for index in changed {
                entries[index].key.withKeyBytes { key in
                    guard let row = entries[index].row else { return writer.delete(key) }
                    bytes.truncate(to: 0)
                    row.encode(into: &bytes)
                    writer.put(key, unsafe bytes.bytes.span.bytes)
                }
            }
        }
    }
}
