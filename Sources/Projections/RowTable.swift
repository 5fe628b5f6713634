public import Layout

/// The decoded rows of one table that a batch has read or written, by key.
///
/// A custom hash table, because folds spend their time here: an access neither allocates nor retains nor encodes, where
/// a `Dictionary` of arrays cost forty times as much.
@safe
@usableFromInline
struct RowTable<Row: StoredRow>: ~Copyable {
    @usableFromInline
    struct Entry {
        @usableFromInline let key: Key
        /// Index in `stored` of the row before the batch; `absent`, `unknown` or `superseded`.
        @usableFromInline var origin: Int32
        /// `nil`: absent.
        @usableFromInline var row: Row?

        @inlinable init(key: Key, origin: Int32, row: Row?) {
            self.key = key
            self.origin = origin
            self.row = row
        }
    }

    /// There was no row before the batch.
    @usableFromInline static var absent: Int32 { -1 }
    /// The row before the batch was not read.
    @usableFromInline static var unknown: Int32 { -2 }
    /// A later entry of the same key counts.
    @usableFromInline static var superseded: Int32 { -3 }

    /// Open addressing with linear probing, capacity a power of two: the upper half of the hash, then the entry's index
    /// + 1; 0: free.
    @usableFromInline var slots: LargeBuffer<UInt64>
    /// In insertion order; the first `count` are initialized.
    @usableFromInline var entries: LargeBuffer<Entry>
    @usableFromInline var count = 0
    /// The number of entries that slots refer to: all after the first lookup. A table that is only written needs no
    /// slots.
    @usableFromInline var linkedCount = 0
    @usableFromInline var isLookedUp: Bool
    /// Rows before the batch.
    @usableFromInline var stored: [Row] = []

    /// `isLookedUp`: slots refer to every new entry at once.
    @inlinable
    init(isLookedUp: Bool, capacity: Int) {
        // Twice the capacity of the linked entries, or none yet.
        slots = LargeBuffer(capacity: isLookedUp ? 2 * capacity : 1)
        unsafe slots.start.initialize(repeating: 0, count: slots.capacity)
        entries = LargeBuffer(capacity: capacity)
        self.isLookedUp = isLookedUp
    }

    @inlinable
    deinit { unsafe entries.start.deinitialize(count: count) }

    @inlinable
    subscript(_ index: Int) -> UnsafeMutablePointer<Entry> { unsafe entries.start + index }

    /// The index of the key's entry, or `nil`.
    @inlinable
    mutating func find(_ key: Key) -> Int? {
        if !isLookedUp || linkedCount < count { linkAll() }
        let hash = key.hash64
        let mask = slots.capacity - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let found = unsafe slots.start[slot]
            if found == 0 { return nil }
            if found >> 32 == hash >> 32 {
                let index = Int(found & 0xFFFF_FFFF) - 1
                if unsafe entries.start[index].key == key { return index }
            }
            slot = (slot + 1) & mask
        }
    }

    /// Finds an entry without changing the table. O(entries) for a table that was only written.
    @inlinable
    mutating func findUnchanging(_ key: Key) -> Int? {
        if isLookedUp { return find(key) }
        var index = count - 1
        while index >= 0, unsafe entries.start[index].key != key { index -= 1 }
        return index < 0 ? nil : index
    }

    /// Adds an entry for a new key. `stored` is the row before the batch.
    @inlinable
    mutating func add(_ key: Key, stored row: Row?, current: Row?) -> Int {
        guard let row else { return add(key, origin: Self.absent, current) }
        stored.append(row)
        return add(key, origin: Int32(stored.count - 1), current)
    }

    /// Adds an entry. Before the first lookup the key may have an entry already: the last one counts.
    @inlinable
    mutating func add(_ key: Key, origin: Int32, _ current: Row?) -> Int {
        if count == entries.capacity { grow() }
        unsafe (entries.start + count).initialize(to: Entry(key: key, origin: origin, row: current))
        count += 1
        if isLookedUp {
            link(count - 1, key)
            linkedCount = count
        }
        return count - 1
    }

    @inlinable
    func link(_ index: Int, _ key: Key) {
        let hash = key.hash64
        let mask = slots.capacity - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while unsafe slots.start[slot] != 0 { slot = (slot + 1) & mask }
        unsafe slots.start[slot] = (hash >> 32) << 32 | UInt64(index + 1)
    }

    /// Links the entries that were written before the first lookup. The last entry of a key counts.
    @usableFromInline
    mutating func linkAll() {
        isLookedUp = true
        fitSlots()
        let mask = slots.capacity - 1
        while linkedCount < count {
            let key = unsafe entries.start[linkedCount].key
            let hash = key.hash64
            var slot = Int(truncatingIfNeeded: hash) & mask
            while unsafe slots.start[slot] != 0 {
                let index = unsafe Int(slots.start[slot] & 0xFFFF_FFFF) - 1
                if unsafe entries.start[index].key == key {
                    unsafe entries.start[index].row = nil
                    unsafe entries.start[index].origin = Self.superseded
                    break
                }
                slot = (slot + 1) & mask
            }
            unsafe slots.start[slot] = (hash >> 32) << 32 | UInt64(linkedCount + 1)
            linkedCount += 1
        }
    }

    /// Doubles the capacity; half of the slots stay free.
    @inlinable
    mutating func grow() {
        let larger = LargeBuffer<Entry>(capacity: 2 * entries.capacity)
        unsafe larger.start.moveInitialize(from: entries.start, count: count)
        entries = larger
        if isLookedUp { fitSlots() }
    }

    @inlinable
    mutating func fitSlots() {
        guard slots.capacity < 2 * entries.capacity else { return }
        slots = LargeBuffer(capacity: 2 * entries.capacity)
        unsafe slots.start.initialize(repeating: 0, count: slots.capacity)
        for index in 0..<linkedCount where unsafe entries.start[index].origin != Self.superseded {
            unsafe link(index, entries.start[index].key)
        }
    }

    /// Removes all rows and keeps the memory: the kernel would have to clear new pages for the next batch.
    @inlinable
    mutating func reset(isLookedUp: Bool) {
        unsafe entries.start.deinitialize(count: count)
        if linkedCount > 0 { unsafe slots.start.update(repeating: 0, count: slots.capacity) }
        stored.removeAll(keepingCapacity: true)
        (count, linkedCount) = (0, 0)
        self.isLookedUp = isLookedUp
        if isLookedUp { fitSlots() }
    }

    /// The keys of present rows with that prefix. O(rows held).
    @inlinable
    func forEachKey(beginningWith prefix: Key, _ body: (Key) -> Void) {
        for index in 0..<count
        where unsafe entries.start[index].row != nil && entries.start[index].key.hasPrefix(prefix) {
            body(unsafe entries.start[index].key)
        }
    }
}
