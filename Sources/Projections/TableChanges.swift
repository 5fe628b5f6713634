public import Layout

/// A batch's changes to one table: keys with the encoded rows before and after, sorted by key.
@usableFromInline
package struct TableChanges: Sendable {
    @usableFromInline
    struct Change: Sendable {
        @usableFromInline let key: Key
        /// Offset of the encoded rows in the writer's bytes: the row before, then the row after.
        @usableFromInline let start: Int
        /// Lengths; negative: absent.
        @usableFromInline let before: Int32
        @usableFromInline let after: Int32

        @inlinable init(key: Key, start: Int, before: Int32, after: Int32) {
            self.key = key
            self.start = start
            self.before = before
            self.after = after
        }
    }

    @usableFromInline package let table: Int
    @usableFromInline var changes: [Change] = []
    @usableFromInline var writer = ByteWriter()
    /// The changes in key order, as indexes into `changes`; empty if `changes` is in order.
    @usableFromInline var order: [UInt32] = []

    @inlinable init(table: Int) { self.table = table }

    var count: Int { order.isEmpty ? changes.count : order.count }

    /// Returns false, and adds nothing, if both rows have equal bytes.
    @inlinable
    mutating func add<Row: StoredRow>(_ key: Key, _ before: Row?, _ after: Row?) -> Bool {
        let start = writer.count
        before?.encode(into: &writer)
        let middle = writer.count
        after?.encode(into: &writer)
        let end = writer.count
        if before != nil, after != nil, writer.bytes[start..<middle] == writer.bytes[middle..<end] {
            writer.truncate(to: start)
            return false
        }
        changes.append(
            Change(
                key: key, start: start, before: before == nil ? -1 : Int32(middle - start),
                after: after == nil ? -1 : Int32(end - middle)))
        return true
    }

    /// Adds encoded rows, unless they are equal.
    mutating func add(_ key: Key, before: ArraySlice<UInt8>?, after: ArraySlice<UInt8>?) {
        guard before != after else { return }
        let start = writer.count
        if let before { writer.write(raw: before) }
        if let after { writer.write(raw: after) }
        let counts = (before.map { Int32($0.count) } ?? -1, after.map { Int32($0.count) } ?? -1)
        changes.append(Change(key: key, start: start, before: counts.0, after: counts.1))
    }

    /// With `mayRepeat` a key may occur several times: its last change counts.
    @usableFromInline
    mutating func sort(mayRepeat: Bool) {
        let changes = changes
        order = unsafe changes.withUnsafeBufferPointer { changes in
            KeyOrder(count: changes.count) { unsafe changes[$0].key }.places
        }
        guard mayRepeat, changes.count > 1 else { return }
        func key(_ place: Int) -> Key { changes[order.isEmpty ? place : Int(order[place])].key }
        guard (1..<changes.count).contains(where: { key($0 - 1) == key($0) }) else { return }
        order = changes.indices.filter { $0 + 1 == changes.count || key($0) != key($0 + 1) }
            .map { order.isEmpty ? UInt32($0) : order[$0] }
    }

    /// In key order; `nil`: absent before, or after.
    package func forEachChange(
        _ body: (_ key: Key, _ before: Span<UInt8>?, _ after: Span<UInt8>?) throws -> Void
    ) rethrows {
        let bytes = writer.bytes.span
        for place in 0..<count {
            let change = changes[order.isEmpty ? place : Int(order[place])]
            let middle = change.start + Int(max(change.before, 0))
            let before = change.before < 0 ? nil : bytes.extracting(change.start..<middle)
            let after = change.after < 0 ? nil : bytes.extracting(middle..<middle + Int(change.after))
            try body(change.key, before, after)
        }
    }
}

/// The index rows derived from the rows before a batch, and those derived from the rows after it.
@usableFromInline
struct DerivedRows {
    @usableFromInline var before = IndexRows()
    @usableFromInline var after = IndexRows()

    @inlinable init() {}

    /// The rows that occur on one side only.
    consuming func changes(_ table: Int) -> TableChanges {
        var changes = TableChanges(table: table)
        before.putInOrder()
        after.putInOrder()
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            let gone = old < before.count ? before.key(old) : nil
            let come = new < after.count ? after.key(new) : nil
            if let gone, come.map({ gone <= $0 }) ?? true {
                let value = gone == come ? after.value(new) : nil
                if gone == come { new += 1 }
                changes.add(gone, before: before.value(old), after: value)
                old += 1
            } else if let come {
                changes.add(come, before: nil, after: after.value(new))
                new += 1
            }
        }
        return changes
    }
}

/// Collects derived index rows.
@usableFromInline
package struct IndexRows: Sendable {
    @usableFromInline var rows: [(key: Key, start: Int, count: Int)] = []
    @usableFromInline var writer = ByteWriter()
    /// The rows in key order, as indexes into `rows`; empty if `rows` is in order.
    private var order: [UInt32] = []

    @inlinable init() {}

    @inlinable package mutating func add(_ key: Key, _ row: some StoredRow) {
        let start = writer.count
        row.encode(into: &writer)
        rows.append((key, start, writer.count - start))
    }

    /// Calls `body` for all rows in key order. Requires `putInOrder`.
    func forEachRow(_ body: (Key, RawSpan) -> Void) {
        let bytes = unsafe writer.bytes.span.bytes
        for place in rows.indices {
            let row = row(at: place)
            body(row.key, bytes.extracting(row.start..<row.start + row.count))
        }
    }

    mutating func putInOrder() {
        let rows = rows
        order = unsafe rows.withUnsafeBufferPointer { rows in
            KeyOrder(count: rows.count) { unsafe rows[$0].key }.places
        }
    }

    var count: Int { rows.count }
    private func row(at place: Int) -> (key: Key, start: Int, count: Int) {
        rows[order.isEmpty ? place : Int(order[place])]
    }
    fileprivate func key(_ place: Int) -> Key { row(at: place).key }
    fileprivate func value(_ place: Int) -> ArraySlice<UInt8> {
        let row = row(at: place)
        return writer.bytes[row.start..<row.start + row.count]
    }

    mutating func removeAll() {
        rows.removeAll(keepingCapacity: true)
        order = []
        writer.truncate(to: 0)
    }
}
