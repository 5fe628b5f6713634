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
        /// Which of `stored` the row was before the batch; negative: none.
        @usableFromInline let origin: Int32
        /// Nil: absent.
        @usableFromInline var row: Row?

        @inlinable init(key: Key, origin: Int32, row: Row?) {
            self.key = key
            self.origin = origin
            self.row = row
        }
    }

    /// By hash, probed linearly: the hash's upper half, then the entry's index + 1; 0: free. A power of two of them.
    @usableFromInline var slots: UnsafeMutableBufferPointer<UInt64>
    /// In the order in which they came; `count` of them are initialized.
    @usableFromInline var entries: UnsafeMutableBufferPointer<Entry>
    @usableFromInline var count = 0
    /// Rows as they were before the batch.
    @usableFromInline var stored: [Row] = []

    @inlinable
    init() {
        unsafe slots = .allocate(capacity: 64)
        unsafe slots.initialize(repeating: 0)
        unsafe entries = .allocate(capacity: 32)
    }

    @inlinable
    deinit {
        unsafe UnsafeMutableBufferPointer(rebasing: entries[..<count]).deinitialize()
        unsafe entries.deallocate()
        unsafe slots.deallocate()
    }

    /// The entry of that key, or nil.
    @inlinable
    func find(_ key: Key) -> Int? {
        let hash = key.hash64
        let mask = unsafe slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let found = unsafe slots[slot]
            if found == 0 { return nil }
            if found >> 32 == hash >> 32 {
                let index = Int(found & 0xFFFF_FFFF) - 1
                if unsafe entries[index].key == key { return index }
            }
            slot = (slot + 1) & mask
        }
    }

    /// Adds an entry for a key that has none. `stored` is its row before the batch.
    @inlinable
    mutating func add(_ key: Key, stored row: Row?, current: Row?) -> Int {
        if unsafe count == entries.count { grow() }
        var origin: Int32 = -1
        if let row {
            origin = Int32(stored.count)
            stored.append(row)
        }
        unsafe (entries.baseAddress! + count).initialize(to: Entry(key: key, origin: origin, row: current))
        count += 1
        link(count - 1, key)
        return count - 1
    }

    @inlinable
    func link(_ index: Int, _ key: Key) {
        let hash = key.hash64
        let mask = unsafe slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while unsafe slots[slot] != 0 { slot = (slot + 1) & mask }
        unsafe slots[slot] = (hash >> 32) << 32 | UInt64(index + 1)
    }

    /// Doubles the room; half of the slots stay free.
    @inlinable
    mutating func grow() {
        let larger = unsafe UnsafeMutableBufferPointer<Entry>.allocate(capacity: 2 * entries.count)
        unsafe larger.baseAddress!.moveInitialize(from: entries.baseAddress!, count: count)
        unsafe entries.deallocate()
        unsafe entries = larger
        unsafe slots.deallocate()
        unsafe slots = .allocate(capacity: 2 * larger.count)
        unsafe slots.initialize(repeating: 0)
        for index in 0..<count { unsafe link(index, entries[index].key) }
    }

    /// The keys of present rows that begin so. O(rows held).
    @inlinable
    func forEachKey(beginningWith prefix: Key, _ body: (Key) -> Void) {
        for index in 0..<count where unsafe entries[index].row != nil && entries[index].key.hasPrefix(prefix) {
            body(unsafe entries[index].key)
        }
    }
}
