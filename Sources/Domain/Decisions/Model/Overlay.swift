import LMDB
import Layout

/// One state table in a batch: the rows that the batch has read and changed, over the stored rows.
///
/// Open addressing in arrays, so that a look-up allocates nothing: dictionaries with arrays as keys took a third of the
/// time of a bulk append. A change is only appended to a list, and gets its slot at the next look-up; a fold of the
/// whole log looks up nothing in one table of three.
struct Overlay<Key: StateKey, Row: StoredRow> {
    private struct Entry {
        let key: Key
        /// `nil`: absent.
        var row: Row?
        var isChanged: Bool
    }

    /// `nil` for a state that is neither read nor stored.
    let table: TypedTable<Key, Row>?
    /// In the order of arrival. Each key occurs once among the first `placedCount`; of later entries with the same key
    /// the newest counts.
    private var entries: [Entry] = []
    private var placedCount = 0
    /// Indices of `entries` by the hashes of their keys, with linear probing; `free` elsewhere. A power of two of them.
    private var places: [UInt32] = []
    private static var free: UInt32 { .max }

    init(_ table: TypedTable<Key, Row>?) { self.table = table }

    /// `stored`: the table for rows that the batch has not read yet; `nil`: stored rows do not count.
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

    /// `nil` removes the row.
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

    /// Gives each entry its slot, and replaces older entries with the same key.
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

    /// The number of rows that the batch has read or changed.
    var rowCount: Int { newest(changedOnly: false).count { entries[$0].row != nil } }

    /// In the order of the keys.
    var sortedRows: [(key: Key, row: Row)] {
        newest(changedOnly: false).compactMap { index in entries[index].row.map { (entries[index].key, $0) } }
    }

    /// The newest entry of each key, in the order of the keys. The sorted elements contain the keys themselves: an
    /// index lookup at each comparison took half of the time.
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

    /// In key order, so that LMDB walks the table once.
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
