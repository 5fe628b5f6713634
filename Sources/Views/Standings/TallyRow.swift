package import Layout
import Projections

/// A histogram: the count of each number, in the order of the numbers.
package struct TallyRow: SumRow, Equatable {
    package struct Count: Hashable, Sendable {
        package var number: UInt64
        package var count: Int64
    }

    /// Without zero counts.
    package private(set) var counts: [Count] = []

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        var number: UInt64 = 0
        // A count takes at least two bytes.
        counts.reserveCapacity(bytes.byteCount / 2)
        while !reader.isAtEnd {
            number &+= try reader.readVarint()
            counts.append(Count(number: number, count: try reader.readSignedVarint()))
        }
    }

    /// Numbers are delta-encoded.
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

    /// The total count of all smaller numbers, and the count of this one. O(numbers).
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
