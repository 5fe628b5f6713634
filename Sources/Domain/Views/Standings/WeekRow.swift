package import Events
package import Layout
import Projections

/// A member's week: the counts, and their points under the rules in force.
package struct WeekRow: StoredRow, Equatable {
    package private(set) var counts = WeekCounts()
    package private(set) var engagement: Int64 = 0
    package private(set) var activeDays: UInt8 = 0
    /// The counts before the first change that came after the week's end; `nil` without such a change.
    package private(set) var settled: WeekCounts?
    /// Acts on an absent member's content still count, but the member is on no board.
    package var absence: AbsenceRow?

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        engagement = try reader.readSignedVarint()
        activeDays = try reader.readUInt8()
        guard activeDays <= WeekCounts.dayCount else { throw MalformedRow() }
        absence = try reader.readBool() ? AbsenceRow(&reader) : nil
        settled = try reader.readBool() ? WeekCounts(&reader) : nil
        counts = try WeekCounts(&reader)
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: engagement)
        writer.write(activeDays)
        writer.write(absence != nil)
        absence?.encode(into: &writer)
        writer.write(settled != nil)
        settled?.encode(into: &writer)
        counts.encode(into: &writer)
    }

    /// Whether the row can be removed: it has no counts, and had none at the week's end.
    package var isEmpty: Bool { counts.isEmpty && settled?.isEmpty ?? true }

    /// Whether the engagement is another one than at the week's end, both by the same rules.
    package func isAdjusted(by rules: AwardRules) -> Bool {
        settled.map { $0.engagement(by: rules) != engagement } ?? false
    }

    /// Call it before a change that comes after the week's end.
    package mutating func settle() { settled = settled ?? counts }

    /// O(award kinds).
    package mutating func add(_ change: Int32, to kind: AwardKind, on day: Day, by rules: AwardRules) {
        let weekday = day.weekday
        let before = counts[weekday, kind]
        let wasActive = counts.isActive(weekday, by: rules)
        counts.add(change, to: kind, on: day)
        engagement += rules.points(of: Int64(before + change), kind) - rules.points(of: Int64(before), kind)
        let isActive = counts.isActive(weekday, by: rules)
        // In a transaction that has failed, the rules may read as other ones than the row was weighed by. The transaction is
        // discarded, so the number may be wrong then, but it must not trap.
        if isActive != wasActive { activeDays = isActive ? activeDays &+ 1 : activeDays &- 1 }
    }

    /// Adds or takes back many awards at once. O(1).
    package mutating func add(_ change: WeekCounts, takingBack: Bool, by rules: AwardRules) {
        if takingBack { counts.subtract(change) } else { counts.add(change) }
        weigh(by: rules)
    }

    /// Recomputes the points under other rules.
    package mutating func weigh(by rules: AwardRules) {
        engagement = counts.engagement(by: rules)
        activeDays = UInt8(counts.activeDays(by: rules))
    }

    /// The place on the week's board, without regard to temporary bans; `nil` if there is none.
    package func place(of member: MemberID) -> BoardPlace? {
        guard engagement > 0, absence?.isForGood != true else { return nil }
        return BoardPlace(engagement: engagement, activeDays: Int(activeDays), member: member)
    }
}

/// A member's awards of one week by day and kind, less those taken back.
///
/// Plain sums: they can be added in any order.
package struct WeekCounts: StoredRow, Hashable {
    /// By day, then by award kind; the last lane of each stays zero.
    private var days: InlineArray<7, SIMD8<Int32>> = .init(repeating: .zero)

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        try self.init(&reader)
    }

    package init(_ reader: inout ByteReader) throws(MalformedRow) {
        var present = try reader.readUInt64()
        while present != 0 {
            let lane = present.trailingZeroBitCount
            guard lane < Self.laneCount, lane % 8 < AwardKind.count else { throw MalformedRow() }
            days[lane / 8][lane % 8] = Int32(truncatingIfNeeded: try reader.readSignedVarint())
            present &= present - 1
        }
    }

    /// A bit mask of the non-zero counts, then these counts.
    package func encode(into writer: inout ByteWriter) {
        var present: UInt64 = 0
        for lane in 0..<Self.laneCount where days[lane / 8][lane % 8] != 0 { present |= 1 << UInt64(lane) }
        writer.write(present)
        while present != 0 {
            let lane = present.trailingZeroBitCount
            writer.write(varint: Int64(days[lane / 8][lane % 8]))
            present &= present - 1
        }
    }

    package static let dayCount = 7
    private static let laneCount = 8 * dayCount

    /// `day`: 0 = Monday … 6 = Sunday.
    package subscript(_ day: Int, _ kind: AwardKind) -> Int32 {
        get { days[day][kind.rawValue] }
        set { days[day][kind.rawValue] = newValue }
    }

    package mutating func add(_ change: Int32, to kind: AwardKind, on day: Day) {
        self[day.weekday, kind] &+= change
    }

    package mutating func add(_ other: WeekCounts) {
        for day in 0..<Self.dayCount { days[day] &+= other.days[day] }
    }

    package mutating func subtract(_ other: WeekCounts) {
        for day in 0..<Self.dayCount { days[day] &-= other.days[day] }
    }

    package static func == (a: WeekCounts, b: WeekCounts) -> Bool {
        for day in 0..<dayCount where a.days[day] != b.days[day] { return false }
        return true
    }

    package func hash(into hasher: inout Hasher) {
        for day in 0..<Self.dayCount { hasher.combine(days[day]) }
    }

    package var isEmpty: Bool {
        for day in 0..<Self.dayCount where days[day] != .zero { return false }
        return true
    }

    /// Whether it contains awards that are worth points.
    package func hasAwards(by rules: AwardRules) -> Bool { totals(by: rules) != .zero }

    /// The week's total.
    package func total(_ kind: AwardKind) -> Int64 {
        var sum: Int64 = 0
        for day in 0..<Self.dayCount { sum += Int64(self[day, kind]) }
        return sum
    }

    /// The week's totals by kind; zero for kinds without points.
    private func totals(by rules: AwardRules) -> SIMD8<Int32> {
        var sum = SIMD8<Int32>.zero
        for day in 0..<Self.dayCount { sum &+= days[day] & rules.countingKinds }
        return sum
    }

    /// The number of days with a positive net count of awards. An award without points does not count.
    package func activeDays(by rules: AwardRules) -> Int {
        var active = 0
        for day in 0..<Self.dayCount where isActive(day, by: rules) { active += 1 }
        return active
    }

    /// Whether the net count of the day's awards is above zero.
    package func isActive(_ day: Int, by rules: AwardRules) -> Bool {
        (days[day] & rules.countingKinds).wrappedSum() > 0
    }

    /// The points of the week.
    package func engagement(by rules: AwardRules) -> Int64 {
        var sum: Int64 = 0
        for day in 0..<Self.dayCount where days[day] != .zero {
            for kind in AwardKind.allCases { sum += rules.points(of: Int64(self[day, kind]), kind) }
        }
        return sum
    }
}

extension WeekCounts: CustomReflectable {
    /// The counts by day and kind, for the page of an event.
    package var customMirror: Mirror {
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let counts = days.enumerated().flatMap { day, name in
            AwardKind.allCases.filter { self[day, $0] != 0 }
                .map { Mirror.Child(label: "\(name) \($0)", value: self[day, $0]) }
        }
        return Mirror(self, children: counts)
    }
}
