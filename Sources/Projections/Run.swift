package import Layout

/// The rows of one table that one batch of a rebuild changed, sorted by key; null rows are removals.
@safe
package final class Run: Sendable {
    private let map: SpilledBytes
    /// Every `markEvery`-th key, and its offset.
    private let marks: [(key: Key, offset: Int)]
    /// The number of keys.
    let count: Int

    private static let markEvery = 64

    /// Spills a table's rows after the batch.
    convenience init(_ changes: TableChanges, to file: SpillFile) throws {
        try self.init(count: changes.count, to: file) { body in
            changes.forEachChange { key, _, after in
                if let after { body(key, unsafe after.bytes) } else { body(key, nil) }
            }
        }
    }

    /// Spills the rows that `forEach` passes in key order. `forEach` is called twice.
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
                // Key length, then row length plus 1; 0 for a removal.
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

    /// Lends the row to `body`, or `nil` for a removal. Returns false if the run does not contain the key.
    func withRow(_ key: Key, _ body: (RawSpan?) -> Void) -> Bool {
        let cursor = cursor(from: key)
        guard !cursor.isAtEnd, cursor.key == key else { return false }
        cursor.withRow(body)
        return true
    }

    /// A cursor at the first key at or above `lower`.
    func cursor(from lower: Key) -> RunCursor {
        let mark = marks.indices.partitioningIndex { marks[$0].key > lower }
        var cursor = RunCursor(map, offset: mark == 0 ? 0 : marks[mark - 1].offset)
        while !cursor.isAtEnd, cursor.key < lower { cursor.advance() }
        return cursor
    }
}

/// A position in a run.
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

    /// `nil`: removed.
    func withRow<R>(_ body: (RawSpan?) throws -> R) rethrows -> R {
        guard rowCount >= 0 else { return try body(nil) }
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: map.bytes[rowStart..<rowStart + rowCount])
        return try body(unsafe RawSpan(_unsafeBytes: bytes))
    }
}

/// Several runs of a table merged into one sequence: the newest run wins for each key.
package struct RunMerge {
    /// Oldest first.
    private var cursors: [RunCursor]
    /// A heap of the cursors that are not at their end: the least key first, among equal keys the newest run.
    private var heap: [Int] = []

    package init(_ runs: [Run], from lower: Key = Key()) {
        cursors = runs.map { $0.cursor(from: lower) }
        for index in cursors.indices where !cursors[index].isAtEnd { push(index) }
    }

    /// The current key; `nil` at the end.
    var key: Key? { heap.first.map { cursors[$0].key } }

    /// The current row; `nil`: removed.
    func withRow<R>(_ body: (RawSpan?) throws -> R) rethrows -> R { try cursors[heap[0]].withRow(body) }

    /// Moves to the next key.
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

    /// Calls `body` for the present rows in key order, until it returns false.
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
