package import Layout
import Projections

/// How many there are of each number, in the order of the numbers.
package struct TallyRow: SumRow, Equatable {
    package struct Count: Hashable, Sendable {
        package var number: UInt64
        package var count: Int64
    }

    /// None of zero.
    package private(set) var counts: [Count] = []

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        var number: UInt64 = 0
        // Each takes two bytes at least.
        counts.reserveCapacity(bytes.byteCount / 2)
        while !reader.isAtEnd {
            number &+= try reader.readVarint()
            counts.append(Count(number: number, count: try reader.readSignedVarint()))
        }
    }

    /// Each number as its distance from the one before.
    package func encode(into writer: inout ByteWriter) {
        var before: UInt64 = 0
        for entry in counts {
            writer.write(varint: entry.number &- before)
            writer.write(varint: entry.count)
            before = entry.number
        }
    }

    package var isEmpty: Bool { counts.isEmpty }

    package var total: Int { counts.reduce(0) { $0 + Int($1.count) } }

    /// How many are of smaller numbers, and how many of this one. O(numbers).
    package func position(of number: UInt64) -> (before: Int, count: Int) {
        var before: Int64 = 0
        for entry in counts {
            if entry.number >= number { return (Int(before), entry.number == number ? Int(entry.count) : 0) }
            before += entry.count
        }
        return (Int(before), 0)
    }

    /// O(numbers).
    package mutating func add(_ change: Int64, to number: UInt64) {
        let index = counts.indices.partitioningIndex { counts[$0].number >= number }
        if index == counts.count || counts[index].number != number {
            counts.insert(Count(number: number, count: change), at: index)
        } else {
            counts[index].count += change
            if counts[index].count == 0 { counts.remove(at: index) }
        }
    }
}
