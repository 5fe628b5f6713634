package import Layout

/// The rows of one table that one batch of a rebuild changed, in the order of their keys; null rows are removals.
@safe
package final class Run: Sendable {
    private let map: SpilledBytes
    /// Every so many-eth key, and where it lies.
    private let marks: [(key: Key, offset: Int)]
    /// Keys that it says something of.
    let count: Int

    private static let markEvery = 64

    /// Spills what the rows of a table have become.
    convenience init(_ changes: TableChanges, to file: SpillFile) throws {
        try self.init(count: changes.count, to: file) { body in
            changes.forEachChange { key, _, after in
                if let after { body(key, unsafe after.bytes) } else { body(key, nil) }
            }
        }
    }

    /// Spills what `forEach` hands out, in the order of the keys; it is called twice.
    init(
        count: Int, to file: SpillFile, _ forEach: ((Key, RawSpan?) -> Void) -> Void
    ) throws {
        var byteCount = 0
        forEach { key, row in
            byteCount += 8 + (key.count + 7) & ~7
            if let row { byteCount += row.byteCount }
        }
        var marks: [(key: Key, offset: Int)] = []
        marks.reserveCapacity(count / Self.markEvery + 1)
        map = try unsafe file.keep(byteCount) { room in
            var (offset, place) = (0, 0)
            func put(_ word: UInt64) {
                unsafe room.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
                offset += 8
            }
            forEach { key, row in
                if place % Self.markEvery == 0 { marks.append((key, offset)) }
                place += 1
                var rowCount = 0
                if let row { rowCount = row.byteCount + 1 }
                // The key's length, then that of the row, counted from 1.
                put(UInt64(key.count) | UInt64(rowCount) << 8)
                for word in 0..<(key.count + 7) / 8 { put(key.word(word)) }
                guard let row, row.byteCount > 0 else { return }
                unsafe row.withUnsafeBytes {
                    unsafe (room + offset).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
                }
                offset += row.byteCount
            }
        }
        self.marks = marks
        self.count = count
    }

    /// Lends the row to `body`, or nil for one that was removed; false: it says nothing of that key.
    func withRow(_ key: Key, _ body: (RawSpan?) -> Void) -> Bool {
        let cursor = cursor(from: key)
        guard !cursor.isAtEnd, cursor.key == key else { return false }
        cursor.withRow(body)
        return true
    }

    /// At the first key that is `lower` or above.
    func cursor(from lower: Key) -> RunCursor {
        let mark = marks.indices.partitioningIndex { marks[$0].key > lower }
        var cursor = RunCursor(map, offset: mark == 0 ? 0 : marks[mark - 1].offset)
        while !cursor.isAtEnd, cursor.key < lower { cursor.advance() }
        return cursor
    }
}

/// A place in a run.
@safe
struct RunCursor {
    private let map: SpilledBytes
    private var next: Int
    private(set) var isAtEnd = false
    private(set) var key = Key()
    private var rowStart = 0
    /// Negative: the row was removed.
    private var rowCount = 0

    fileprivate init(_ map: SpilledBytes, offset: Int) {
        self.map = map
        next = offset
        advance()
    }

    mutating func advance() {
        let bytes = unsafe map.bytes
        guard next < bytes.count else {
            isAtEnd = true
            return
        }
        let head = unsafe bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self)
        let keyCount = Int(head & 0xFF)
        next += 8
        var words = InlineArray<4, UInt64>(repeating: 0)
        for word in 0..<(keyCount + 7) / 8 {
            words[word] = unsafe bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self)
            next += 8
        }
        key = Key(words: words, count: keyCount)
        rowStart = next
        rowCount = Int(head >> 8) - 1
        next += max(rowCount, 0)
    }

    /// Nil: removed.
    func withRow<R>(_ body: (RawSpan?) throws -> R) rethrows -> R {
        guard rowCount >= 0 else { return try body(nil) }
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: map.bytes[rowStart..<rowStart + rowCount])
        return try body(unsafe RawSpan(_unsafeBytes: bytes))
    }
}

/// Several runs of a table as one: of every key what the newest of them says.
package struct RunMerge {
    /// The oldest first.
    private var cursors: [RunCursor]
    /// Those that are not at their end, as a heap: the least key above, among equals the newest.
    private var heap: [Int] = []

    package init(_ runs: [Run], from lower: Key = Key()) {
        cursors = runs.map { $0.cursor(from: lower) }
        for index in cursors.indices where !cursors[index].isAtEnd { push(index) }
    }

    /// The least key that has not been passed; nil at the end.
    var key: Key? { heap.first.map { cursors[$0].key } }

    /// Its row; nil: removed.
    func withRow<R>(_ body: (RawSpan?) throws -> R) rethrows -> R { try cursors[heap[0]].withRow(body) }

    /// Passes it.
    mutating func advance() {
        let key = cursors[heap[0]].key
        repeat {
            cursors[heap[0]].advance()
            if cursors[heap[0]].isAtEnd {
                heap[0] = heap[heap.count - 1]
                heap.removeLast()
            }
            sink(0)
        } while heap.first.map { cursors[$0].key == key } ?? false
    }

    /// The rows that are there, in order, until `body` answers false.
    package mutating func forEachRow(to upper: Key? = nil, _ body: (Key, RawSpan) throws -> Bool) rethrows {
        while let key, upper.map({ key < $0 }) ?? true {
            let goesOn = try withRow { row in if let row { try body(key, row) } else { true } }
            guard goesOn else { return }
            advance()
        }
    }

    private func precedes(_ one: Int, _ other: Int) -> Bool {
        let (a, b) = (cursors[one].key, cursors[other].key)
        return a < b || a == b && one > other
    }

    private mutating func push(_ index: Int) {
        heap.append(index)
        var child = heap.count - 1
        while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func sink(_ place: Int) {
        var place = place
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
            guard precedes(heap[child], heap[place]) else { return }
            heap.swapAt(child, place)
            place = child
        }
    }
}
