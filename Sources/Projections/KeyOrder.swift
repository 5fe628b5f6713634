public import Layout

/// Sorts keys by index, without moving the rows that they belong to.
///
/// Radix sort, eight bits of a word at a time, where many words differ; bytes that are equal everywhere take no pass.
/// Sorted input, such as keys that begin with event positions, takes one scan. A comparison sort took four times as
/// long.
@safe
@usableFromInline
package struct KeyOrder: ~Copyable {
    @usableFromInline
    struct Item {
        @usableFromInline var word: UInt64
        @usableFromInline var index: UInt32

        @inlinable init(word: UInt64, index: UInt32) {
            self.word = word
            self.index = index
        }
    }

    @usableFromInline let items: UnsafeMutableBufferPointer<Item>
    @usableFromInline let scratch: UnsafeMutableBufferPointer<Item>
    @usableFromInline let isSorted: Bool

    /// Sorts `count` keys; `key` returns the key at an index.
    @inlinable
    package init(count: Int, _ key: (Int) -> Key) {
        unsafe items = .allocate(capacity: count)
        unsafe scratch = .allocate(capacity: count)
        for index in 0..<count {
            unsafe items.initializeElement(
                at: index, to: Item(word: key(index).word(0), index: UInt32(truncatingIfNeeded: index)))
        }
        var before = 1
        while before < count, !(key(before) < key(before - 1)) { before += 1 }
        isSorted = before >= count
        if !isSorted { sort(0..<count, word: 0, key) }
    }

    @inlinable
    deinit {
        unsafe items.deallocate()
        unsafe scratch.deallocate()
    }

    /// The index of the key at each place; empty if the keys were in order.
    @inlinable package var places: [UInt32] { isSorted ? [] : unsafe items.map(\.index) }

    /// The items of `range` hold word number `word`, and their keys are equal in the words before it.
    @inlinable
    func sort(_ range: Range<Int>, word: Int, _ key: (Int) -> Key) {
        if range.count <= Self.insertionMax { return insert(range, key) }
        unsafe radix(range)
        guard word < 4 else { return }
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start + 1
            while end < range.upperBound, unsafe items[end].word == items[start].word { end += 1 }
            if end - start > 1 {
                for place in start..<end {
                    let index = unsafe Int(items[place].index)
                    unsafe items[place].word = word == 3 ? UInt64(key(index).count) : key(index).word(word + 1)
                }
                sort(start..<end, word: word + 1, key)
            }
            start = end
        }
    }

    @usableFromInline static var insertionMax: Int { 24 }

    @inlinable
    func insert(_ range: Range<Int>, _ key: (Int) -> Key) {
        for place in range.dropFirst() {
            let item = unsafe items[place]
            let own = key(Int(item.index))
            var hole = place
            while hole > range.lowerBound, own < key(unsafe Int(items[hole - 1].index)) {
                unsafe items[hole] = items[hole - 1]
                hole -= 1
            }
            unsafe items[hole] = item
        }
    }

    @usableFromInline
    @unsafe
    func radix(_ range: Range<Int>) {
        var (all, any): (UInt64, UInt64) = (.max, 0)
        for place in range {
            let word = unsafe items[place].word
            all &= word
            any |= word
        }
        var from = unsafe items.baseAddress! + range.lowerBound
        var to = unsafe scratch.baseAddress! + range.lowerBound
        unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
            for shift in stride(from: UInt64(0), to: 64, by: 8) where (all ^ any) >> shift & 0xFF != 0 {
                unsafe starts.initialize(repeating: 0)
                for place in 0..<range.count {
                    unsafe starts[Int(truncatingIfNeeded: from[place].word >> shift & 0xFF)] += 1
                }
                var sum = 0
                for digit in 0..<256 {
                    let count = unsafe starts[digit]
                    unsafe starts[digit] = sum
                    sum += count
                }
                for place in 0..<range.count {
                    let item = unsafe from[place]
                    let digit = Int(truncatingIfNeeded: item.word >> shift & 0xFF)
                    unsafe to[starts[digit]] = item
                    unsafe starts[digit] += 1
                }
                unsafe swap(&from, &to)
            }
        }
        if unsafe from != items.baseAddress! + range.lowerBound {
            unsafe to.update(from: from, count: range.count)
        }
    }
}
