import Layout

/// Which of a table's runs says the newest of a key: one look, where asking every run would be one for each.
///
/// It knows keys by 48 bits of their hashes: where two share them, it names a run that knows nothing of the one.
@safe
final class RunIndex {
    /// Probed linearly: the hash's upper 48 bits, then the run's number + 1; 0: free. A power of two of them.
    private var slots: UnsafeMutableBufferPointer<UInt64>
    private var count = 0

    static let runsMax = 0xFFFE

    init() {
        unsafe slots = .allocate(capacity: 1 << 16)
        unsafe slots.initialize(repeating: 0)
    }

    deinit { unsafe slots.deallocate() }

    /// Nil: no run knows the key.
    func run(_ hash: UInt64) -> Int? {
        let slot = unsafe slots[slot(hash)]
        return slot == 0 ? nil : Int(slot & 0xFFFF) - 1
    }

    /// Makes a run, newer than all before, be found.
    func insert(_ run: Run, number: Int) {
        var cursor = run.cursor(from: Key())
        while !cursor.isAtEnd {
            if unsafe 4 * count >= 3 * slots.count { grow() }
            let hash = cursor.key.hash64
            let slot = slot(hash)
            if unsafe slots[slot] == 0 { count += 1 }
            unsafe slots[slot] = hash & ~0xFFFF | UInt64(number + 1)
            cursor.advance()
        }
    }

    /// Where the hash is, or would be.
    private func slot(_ hash: UInt64) -> Int {
        let mask = unsafe slots.count - 1
        var slot = Int(truncatingIfNeeded: hash >> 16) & mask
        while unsafe slots[slot] != 0, unsafe (slots[slot] ^ hash) >> 16 != 0 { slot = (slot + 1) & mask }
        return slot
    }

    private func grow() {
        let old = unsafe slots
        unsafe slots = .allocate(capacity: 2 * old.count)
        unsafe slots.initialize(repeating: 0)
        for index in old.indices where unsafe old[index] != 0 {
            let value = unsafe old[index]
            unsafe slots[slot(value)] = value
        }
        unsafe old.deallocate()
    }
}
