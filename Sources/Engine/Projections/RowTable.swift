public import Layout

/// The rows of one table that a batch has read or written, decoded, by key.
///
/// A hash table of its own, for the fold spends its time here: nothing is allocated, counted or encoded per access, which
/// `Dictionary` of arrays did at forty times the cost.
@safe
@usableFromInline
struct RowTable<Row: StoredRow>: ~Copyable {
    @usableFromInline
    struct Entry {
        @usableFromInline let key: Key
        /// Which of `stored` the row was before the batch; `absent`, `unknown` or `superseded`.
        @usableFromInline var origin: Int32
        /// Nil: absent.
        @usableFromInline var row: Row?

        @inlinable init(key: Key, origin: Int32, row: Row?) {
            self.key = key
            self.origin = origin
            self.row = row
        }
    }

    /// There was no row.
    @usableFromInline static var absent: Int32 { -1 }
    /// Nobody looked.
    @usableFromInline static var unknown: Int32 { -2 }
    /// A later entry of the same key counts.
    @usableFromInline static var superseded: Int32 { -3 }

    /// By hash, probed linearly: the hash's upper half, then the entry's index + 1; 0: free. A power of two of them.
    @usableFromInline var slots: LargeRoom<UInt64>
    /// In the order in which they came; `count` of them are initialized.
    @usableFromInline var entries: LargeRoom<Entry>
    @usableFromInline var count = 0
    /// The entries that slots lead to: all, once somebody has asked for one. A table that is only written needs none.
    @usableFromInline var linkedCount = 0
    @usableFromInline var isAsked: Bool
    /// Rows as they were before the batch.
    @usableFromInline var stored: [Row] = []

    /// With `isAsked` every entry can be found as soon as it is there.
    @inlinable
    init(isAsked: Bool, capacity: Int) {
        // Twice as many as there may be linked entries, or none yet.
        slots = LargeRoom(capacity: isAsked ? 2 * capacity : 1)
        unsafe slots.start.initialize(repeating: 0, count: slots.capacity)
        entries = LargeRoom(capacity: capacity)
        self.isAsked = isAsked
    }

    @inlinable
    deinit { unsafe entries.start.deinitialize(count: count) }

    @inlinable
    subscript(_ index: Int) -> UnsafeMutablePointer<Entry> { unsafe entries.start + index }

    /// The entry of that key, or nil.
    @inlinable
    mutating func find(_ key: Key) -> Int? {
        if !isAsked || linkedCount < count { linkAll() }
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

    /// The same, where nothing may change, and hardly anybody asks. O(entries) for a table that was only written.
    @inlinable
    mutating func findUnchanging(_ key: Key) -> Int? {
        if isAsked { return find(key) }
        var index = count - 1
        while index >= 0, unsafe entries.start[index].key != key { index -= 1 }
        return index < 0 ? nil : index
    }

    /// Adds an entry for a key that has none. `stored` is its row before the batch.
    @inlinable
    mutating func add(_ key: Key, stored row: Row?, current: Row?) -> Int {
        guard let row else { return add(key, origin: Self.absent, current) }
        stored.append(row)
        return add(key, origin: Int32(stored.count - 1), current)
    }

    /// As above. While nobody has asked, there may be an entry for that key: the last one counts.
    @inlinable
    mutating func add(_ key: Key, origin: Int32, _ current: Row?) -> Int {
        if count == entries.capacity { grow() }
        unsafe (entries.start + count).initialize(to: Entry(key: key, origin: origin, row: current))
        count += 1
        if isAsked {
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

    /// Makes what has come unasked be found. Of several entries of one key the last stays.
    @usableFromInline
    mutating func linkAll() {
        isAsked = true
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

    /// Doubles the room; half of the slots stay free.
    @inlinable
    mutating func grow() {
        let larger = LargeRoom<Entry>(capacity: 2 * entries.capacity)
        unsafe larger.start.moveInitialize(from: entries.start, count: count)
        entries = larger
        if isAsked { fitSlots() }
    }

    @inlinable
    mutating func fitSlots() {
        guard slots.capacity < 2 * entries.capacity else { return }
        slots = LargeRoom(capacity: 2 * entries.capacity)
        unsafe slots.start.initialize(repeating: 0, count: slots.capacity)
        for index in 0..<linkedCount where unsafe entries.start[index].origin != Self.superseded {
            unsafe link(index, entries.start[index].key)
        }
    }

    /// Forgets everything, and keeps the room: what the next batch would be given anew the kernel would have to clear.
    @inlinable
    mutating func reset(isAsked: Bool) {
        unsafe entries.start.deinitialize(count: count)
        if linkedCount > 0 { unsafe slots.start.update(repeating: 0, count: slots.capacity) }
        stored.removeAll(keepingCapacity: true)
        (count, linkedCount) = (0, 0)
        self.isAsked = isAsked
        if isAsked { fitSlots() }
    }

    /// The keys of present rows that begin so. O(rows held).
    @inlinable
    func forEachKey(beginningWith prefix: Key, _ body: (Key) -> Void) {
        for index in 0..<count
        where unsafe entries.start[index].row != nil && entries.start[index].key.hasPrefix(prefix) {
            body(unsafe entries.start[index].key)
        }
    }
}
