import Events

/// What is still to happen, soonest first; at the same time in the order in which it was put down. A binary heap.
struct Agenda<Act> {
    private struct Entry {
        var time: Timestamp
        var number: Int
        var act: Act

        func comes(before other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    private var heap: [Entry] = []
    private var count = 0

    mutating func plan(_ act: Act, at time: Timestamp) {
        heap.append(Entry(time: time, number: count, act: act))
        count += 1
        var child = heap.count - 1
        while child > 0, heap[child].comes(before: heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (time: Timestamp, act: Act)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return (first.time, first.act) }
        heap[0] = last
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let child = children.min(by: { heap[$0].comes(before: heap[$1]) }),
                heap[child].comes(before: heap[parent])
            else { break }
            heap.swapAt(parent, child)
            parent = child
        }
        return (first.time, first.act)
    }
}
