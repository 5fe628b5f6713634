public import Layout

/// A batch of changes to the views: reads see the batch's own writes; nothing is stored before the engine flushes it.
///
/// It never throws. A storage or decoding error is latched in the base, and the engine aborts the batch.
@safe
@usableFromInline
package struct ViewTransaction: ~Copyable {
    @usableFromInline package let base: any ViewBase
    /// The rows that the batch has read or written.
    @usableFromInline let held: HeldRows
    /// By table index, as in `held`.
    @usableFromInline let tables: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
    /// The rows of the previous batch, which is still being spilled into the base.
    @usableFromInline let before: HeldRows?

    /// Whether rows are written without reading the row before: in a rebuild, where only the newest row counts.
    @usableFromInline let isBlind: Bool

    package init(base: any ViewBase, registry: TableRegistry) {
        self.base = base
        before = nil
        isBlind = false
        held = HeldRows(registry)
        unsafe tables = held.tables
    }

    /// For a rebuild, into empty `held`.
    package init(base: any ViewBase, before: HeldRows?, into held: HeldRows) {
        self.base = base
        self.before = before
        isBlind = true
        self.held = held
        unsafe tables = held.tables
    }

    /// The number of rows held in memory.
    package var rowCount: Int { held.touched.reduce(0) { $0 + $1.table.count } }

    /// The tables that the batch has read or written.
    package var touchedTables: [Int] { held.touched.map(\.index) }

    /// Whether one of the rows read or written since the last call satisfies `isMeant`. `seen` holds the progress
    /// between calls and starts empty. O(tables + new rows).
    func hasMet(since seen: inout [Int], _ isMeant: (_ table: Int, _ key: Key) -> Bool) -> Bool {
        for (place, touched) in held.touched.enumerated() {
            if place == seen.count { seen.append(0) }
            while seen[place] < touched.table.count {
                if isMeant(touched.index, touched.table.key(seen[place])) { return true }
                seen[place] += 1
            }
        }
        return false
    }

    // MARK: Rows

    @inlinable
    package mutating func get<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key) -> Row? {
        let rows = unsafe rows(table)
        let index = unsafe rows.pointee.find(key) ?? load(table, key)
        return unsafe rows.pointee[index].pointee.row
    }

    @inlinable
    package mutating func contains<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key) -> Bool {
        let rows = unsafe rows(table)
        let index = unsafe rows.pointee.find(key) ?? load(table, key)
        return unsafe rows.pointee[index].pointee.row != nil
    }

    @inlinable
    package mutating func put<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key, _ row: Row) {
        let rows = unsafe rows(table)
        if unsafe isBlind && !rows.pointee.isLookedUp {
            unsafe _ = rows.pointee.add(key, origin: RowTable<Row>.unknown, row)
            return
        }
        let index = unsafe rows.pointee.find(key) ?? enter(table, key)
        unsafe rows.pointee[index].pointee.row = row
    }

    /// Puts a row under a key that certainly has none, such as the position of the event being folded. The base is not
    /// read.
    @inlinable
    package mutating func create<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key, _ row: Row) {
        let rows = unsafe rows(table)
        _ = unsafe rows.pointee.add(key, stored: nil, current: row)
    }

    @inlinable
    package mutating func insert(_ table: ViewTable<Entry>, _ key: Key) { put(table, key, Entry()) }

    @inlinable
    package mutating func remove<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key) {
        let rows = unsafe rows(table)
        if unsafe isBlind && !rows.pointee.isLookedUp {
            unsafe _ = rows.pointee.add(key, origin: RowTable<Row>.unknown, nil)
            return
        }
        let index = unsafe rows.pointee.find(key) ?? enter(table, key)
        unsafe rows.pointee[index].pointee.row = nil
    }

    /// Changes the row if it exists. Returns the new row.
    @inlinable
    @discardableResult
    package mutating func update<Row: StoredRow>(
        _ table: ViewTable<Row>, _ key: Key, _ change: (inout Row) -> Void
    ) -> Row? {
        let rows = unsafe rows(table)
        let index = unsafe rows.pointee.find(key) ?? load(table, key)
        // In place: a copy would retain every text of the row.
        guard unsafe rows.pointee[index].pointee.row != nil else { return nil }
        unsafe change(&rows.pointee[index].pointee.row!)
        return unsafe rows.pointee[index].pointee.row
    }

    /// Changes the row, or `initial` if there is none.
    @inlinable
    package mutating func update<Row: StoredRow>(
        _ table: ViewTable<Row>, _ key: Key, or initial: @autoclosure () -> Row, _ change: (inout Row) -> Void
    ) {
        let rows = unsafe rows(table)
        let index = unsafe rows.pointee.find(key) ?? load(table, key)
        if unsafe rows.pointee[index].pointee.row == nil { unsafe rows.pointee[index].pointee.row = initial() }
        unsafe change(&rows.pointee[index].pointee.row!)
    }

    /// The keys with that prefix, in order, including this batch's changes. O(rows found + rows held of the table).
    package mutating func keys<Row: StoredRow>(_ table: ViewTable<Row>, prefix: Key) -> [Key] {
        let rows = unsafe rows(table)
        let earlier = unsafe before?.rows(table)
        var keys: [Key] = []
        base.scan(table: table.index, from: prefix, to: prefix.upperBoundOfPrefix, reversed: false) { key, _ in
            let isKnown = unsafe rows.pointee.find(key) != nil || earlier?.pointee.findUnchanging(key) != nil
            if !isKnown { keys.append(key) }
            return true
        }
        if let earlier = unsafe earlier {
            unsafe earlier.pointee.forEachKey(beginningWith: prefix) { key in
                if unsafe rows.pointee.find(key) == nil { keys.append(key) }
            }
        }
        unsafe rows.pointee.forEachKey(beginningWith: prefix) { keys.append($0) }
        return keys.sorted()
    }

    // MARK: Behind them

    @inlinable
    mutating func rows<Row: StoredRow>(_ table: ViewTable<Row>) -> UnsafeMutablePointer<RowTable<Row>> {
        if let rows = unsafe tables[table.index] { return unsafe rows.assumingMemoryBound(to: RowTable<Row>.self) }
        return unsafe touch(table)
    }

    @inlinable
    mutating func touch<Row: StoredRow>(_ table: ViewTable<Row>) -> UnsafeMutablePointer<RowTable<Row>> {
        let isLookedUp = !isBlind || held.lookedUp.contains(table.index)
        // The closure is made here, where the compiler knows the row type; see `TableRegistry.derive`.
        let capacity = unsafe before?.rows(table)?.pointee.entries.capacity
        let holder = unsafe TouchedRows<Row>(isLookedUp: isLookedUp, capacity: capacity) {
            rows, index, derivations, derived in
            unsafe rows.pointee.changes(index, derivations, &derived)
        }
        held.touched.append((table.index, holder))
        unsafe tables[table.index] = UnsafeMutableRawPointer(holder.rows)
        return unsafe holder.rows
    }

    /// The entry of a row that is about to be overwritten.
    @inlinable
    mutating func enter<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key) -> Int {
        isBlind
            ? unsafe rows(table).pointee.add(key, origin: RowTable<Row>.unknown, nil) : load(table, key)
    }

    /// Adds an entry with the row before the batch, or its absence.
    @inlinable
    mutating func load<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key) -> Int {
        let rows = unsafe rows(table)
        if let earlier = unsafe before?.rows(table), let index = unsafe earlier.pointee.findUnchanging(key) {
            let row = unsafe earlier.pointee[index].pointee.row
            return unsafe rows.pointee.add(key, stored: row, current: row)
        }
        let row: Row? = base.row(table: table.index, key: key)
        return unsafe rows.pointee.add(key, stored: row, current: row)
    }

    /// All changes of the batch, sorted by table and key, derived tables included.
    package consuming func changes() -> [TableChanges] { held.changes(over: base) }
}

/// The rows that a batch holds, by table. One thread writes them; after the fold they are only read.
@safe
@usableFromInline
package final class HeldRows: @unchecked Sendable {
    private let registry: TableRegistry
    /// By table index: the `RowTable` of `touched`; `nil`: untouched.
    @usableFromInline let tables: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
    @usableFromInline var touched: [(index: Int, table: any TouchedTable)] = []

    /// Tables in which this batch or an earlier one has looked up a row. In a rebuild the others are only written.
    @usableFromInline var lookedUp: Set<Int>

    package init(_ registry: TableRegistry, lookedUp: Set<Int> = []) {
        self.registry = registry
        self.lookedUp = lookedUp
        unsafe tables = .allocate(capacity: registry.names.count)
        unsafe tables.initialize(repeating: nil)
    }

    deinit { unsafe tables.deallocate() }

    @inlinable
    func rows<Row: StoredRow>(_ table: ViewTable<Row>) -> UnsafeMutablePointer<RowTable<Row>>? {
        unsafe tables[table.index]?.assumingMemoryBound(to: RowTable<Row>.self)
    }

    /// All changes by table, derived tables included. `base` holds the rows before.
    func changes(over base: any ViewBase) -> [TableChanges] {
        var changes: [TableChanges] = []
        var derived: [Int: DerivedRows] = [:]
        for (index, table) in touched.sorted(by: { $0.index < $1.index }) {
            precondition(!registry.isDerived(index), "\(registry.names[index]) follows from other tables")
            changes.append(table.changes(index, registry.derivations[index] ?? [], &derived))
        }
        for (index, rows) in derived.sorted(by: { $0.key < $1.key }) { changes.append(rows.changes(index)) }
        for summation in registry.summations {
            guard let rows = touched.first(where: { $0.index == summation.source }) else { continue }
            changes.append(summation.changes(rows.table, base))
        }
        return changes.sorted { $0.table < $1.table }
    }

    /// Spills the changes without derived tables, which `SpilledBase.derive` builds later.
    package func spill(to file: SpillFile) throws -> [(table: Int, run: Run)] {
        var derived: [Int: DerivedRows] = [:]
        return try touched.compactMap { index, table in
            let changes = table.changes(index, [], &derived)
            return changes.count > 0 ? (index, try Run(changes, to: file)) : nil
        }
    }

    /// The tables in which a row was looked up so far.
    package var lookedUpNow: Set<Int> { lookedUp.union(touched.lazy.filter(\.table.isLookedUp).map(\.index)) }

    /// Empties the rows for another batch.
    package func reset(lookedUp: Set<Int>) {
        self.lookedUp = lookedUp
        for (index, table) in touched { table.reset(isLookedUp: lookedUp.contains(index)) }
    }
}

/// Rows of one table, without their type.
@usableFromInline
protocol TouchedTable: AnyObject {
    var count: Int { get }
    /// In insertion order.
    func key(_ place: Int) -> Key
    var isLookedUp: Bool { get }
    func reset(isLookedUp: Bool)
    func changes(_ index: Int, _ derivations: [Derivation], _ derived: inout [Int: DerivedRows]) -> TableChanges
}

@safe
@usableFromInline
final class TouchedRows<Row: StoredRow>: TouchedTable {
    @usableFromInline
    typealias Changes = (UnsafeMutablePointer<RowTable<Row>>, Int, [Derivation], inout [Int: DerivedRows]) ->
        TableChanges

    @usableFromInline let rows: UnsafeMutablePointer<RowTable<Row>>
    @usableFromInline let changesOf: Changes

    @inlinable
    init(isLookedUp: Bool, capacity: Int?, _ changesOf: @escaping Changes) {
        unsafe rows = .allocate(capacity: 1)
        unsafe rows.initialize(to: RowTable(isLookedUp: isLookedUp, capacity: capacity ?? 32))
        unsafe self.changesOf = changesOf
    }

    @inlinable
    deinit {
        unsafe rows.deinitialize(count: 1)
        unsafe rows.deallocate()
    }

    @inlinable var count: Int { unsafe rows.pointee.count }

    @inlinable func key(_ place: Int) -> Key { unsafe rows.pointee[place].pointee.key }

    @inlinable var isLookedUp: Bool { unsafe rows.pointee.isLookedUp }

    @inlinable
    func reset(isLookedUp: Bool) { unsafe rows.pointee.reset(isLookedUp: isLookedUp) }

    @inlinable
    func changes(_ index: Int, _ derivations: [Derivation], _ derived: inout [Int: DerivedRows]) -> TableChanges {
        unsafe changesOf(rows, index, derivations, &derived)
    }
}

extension RowTable {
    @inlinable
    func changes(_ index: Int, _ derivations: [Derivation], _ derived: inout [Int: DerivedRows]) -> TableChanges {
        var changes = TableChanges(table: index)
        changes.changes.reserveCapacity(count)
        let derivations = derivations.map { ($0.target, $0.of(Row.self)) }
        for place in 0..<count {
            let entry = unsafe entries.start + place
            let origin = unsafe entry.pointee.origin
            let old = origin < 0 ? nil : stored[Int(origin)]
            let isChanged = unsafe old != nil || entry.pointee.row != nil || origin == Self.unknown
            guard isChanged, unsafe changes.add(entry.pointee.key, old, entry.pointee.row) else { continue }
            for (target, derivation) in derivations {
                let key = unsafe entry.pointee.key
                if let old { derivation.derive(key, old, &derived[target, default: DerivedRows()].before) }
                if let row = unsafe entry.pointee.row {
                    derivation.derive(key, row, &derived[target, default: DerivedRows()].after)
                }
            }
        }
        changes.sort(mayRepeat: !isLookedUp)
        return changes
    }
}
