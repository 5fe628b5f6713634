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

/// The members of a board that share a rank: equal engagement, equally many active days.
///
/// Classes lie in groups of neighbouring engagements, eight to each power of two. A board of any size has at most a few
/// hundred groups, and a group few classes: a rank takes one row of groups and one of classes. Both numbers are smaller
/// for better places.
package struct BoardClass: Hashable, Sendable {
    /// 0 … 511.
    package let group: UInt64
    /// Number within the group.
    package let number: UInt64

    /// `place` has engagement above zero.
    package init(_ place: BoardPlace) {
        precondition(place.engagement > 0)
        let engagement = UInt64(place.engagement)
        // The number of bits below the leading one; the top three of them choose the group.
        let bits = 63 - engagement.leadingZeroBitCount
        let rest = max(0, bits - 3)
        let ascending = bits < 3 ? engagement : UInt64(bits - 2) << 3 | (engagement >> UInt64(rest)) & 7
        group = Self.groupMax - ascending
        let offset = engagement & (1 << UInt64(rest) - 1)
        number = (1 << UInt64(rest) - 1 - offset) << 3 | UInt64(WeekCounts.dayCount - place.activeDays)
    }

    private static let groupMax: UInt64 = 511
}
