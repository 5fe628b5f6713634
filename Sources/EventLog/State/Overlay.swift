import LMDB
import Layout

/// One state table as a batch sees it: what the batch has changed, over what is stored.
struct Overlay<Key: TableKey, Row: StoredRow> {
    let table: TypedTable<Key, Row>
    /// Rows read or changed; nil inside: absent.
    private(set) var known: [Key: Row?] = [:]
    private var changed: Set<Key> = []

    init(_ table: TypedTable<Key, Row>) { self.table = table }

    /// `stored`: where to look for what the batch has not met yet; nil: nothing counts that is stored.
    mutating func row(_ key: Key, stored: Snapshot?) throws -> Row? {
        if let row = known[key] { return row }
        let row = try stored.flatMap { try table.get(key, in: $0) }
        known[key] = .some(row)
        return row
    }

    /// Nil removes it.
    mutating func set(_ key: Key, _ row: Row?) {
        known[key] = .some(row)
        changed.insert(key)
    }

    /// Keys go in order, so that LMDB walks the table once.
    func flush(into transaction: inout WriteTransaction) throws {
        for key in changed.sorted() {
            if let row = known[key] ?? nil {
                try table.put(key, row, in: &transaction)
            } else {
                try table.delete(key, in: &transaction)
            }
        }
    }
}
