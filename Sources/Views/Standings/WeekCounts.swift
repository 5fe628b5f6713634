package import Events
package import Layout
import Projections

/// How many awards of each kind a member has earned on each day of one week, less those taken back.
///
/// Plain sums: they can be added in any order.
package struct WeekCounts: StoredRow, Hashable {
    /// Days × kinds, as Monday's seven, Tuesday's seven, …; the last lanes stay zero.
    private var lanes: SIMD64<Int32> = .zero

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        var present = try reader.readUInt64()
        while present != 0 {
            let lane = present.trailingZeroBitCount
            guard lane < Self.laneCount else { throw MalformedRow() }
            lanes[lane] = Int32(truncatingIfNeeded: try reader.readSignedVarint())
            present &= present - 1
        }
    }

    /// Which lanes are not zero, then those.
    package func encode(into writer: inout ByteWriter) {
        var present: UInt64 = 0
        for lane in 0..<Self.laneCount where lanes[lane] != 0 { present |= 1 << UInt64(lane) }
        writer.write(present)
        for lane in 0..<Self.laneCount where lanes[lane] != 0 { writer.write(varint: Int64(lanes[lane])) }
    }

    package static let dayCount = 7
    private static let kindCount = AwardKind.allCases.count
    private static let laneCount = dayCount * kindCount

    /// `day`: 0 = Monday … 6 = Sunday.
    package subscript(_ day: Int, _ kind: AwardKind) -> Int32 {
        get { lanes[day * Self.kindCount + kind.rawValue] }
        set { lanes[day * Self.kindCount + kind.rawValue] = newValue }
    }

    package mutating func add(_ change: Int32, to kind: AwardKind, on day: Day) {
        self[day.weekday, kind] &+= change
    }

    package mutating func add(_ other: WeekCounts) { lanes &+= other.lanes }

    package var isEmpty: Bool { lanes == .zero }

    /// Whether anything in it is worth points, however many.
    package func hasAwards(by rules: AwardRules) -> Bool {
        AwardKind.allCases.contains { rules[$0] != 0 && total($0) != 0 }
    }

    /// Of the whole week.
    package func total(_ kind: AwardKind) -> Int64 {
        var sum: Int64 = 0
        for day in 0..<Self.dayCount { sum += Int64(self[day, kind]) }
        return sum
    }

    /// Days whose net count of awards is above zero. What earns no points is no award.
    package func activeDays(by rules: AwardRules) -> Int {
        var days = 0
        for day in 0..<Self.dayCount where isActive(day, by: rules) { days += 1 }
        return days
    }

    /// Whether the net count of the day's awards is above zero.
    package func isActive(_ day: Int, by rules: AwardRules) -> Bool {
        var sum: Int64 = 0
        for kind in AwardKind.allCases where rules[kind] != 0 { sum += Int64(self[day, kind]) }
        return sum > 0
    }

    /// The points of the week.
    package func engagement(by rules: AwardRules) -> Int64 {
        var sum: Int64 = 0
        for kind in AwardKind.allCases where rules[kind] != 0 {
            for day in 0..<Self.dayCount { sum += rules.points(of: Int64(self[day, kind]), kind) }
        }
        return sum
    }
}
