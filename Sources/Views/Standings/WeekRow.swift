package import Events
package import Layout
import Projections

/// A member's week: the counts, and their points under the rules in force.
package struct WeekRow: StoredRow, Equatable {
    package private(set) var counts = WeekCounts()
    package private(set) var engagement: Int64 = 0
    package private(set) var activeDays: UInt8 = 0
    /// Acts on an absent member's content still count, but the member is on no board.
    package var absence: AbsenceRow?

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        engagement = try reader.readSignedVarint()
        activeDays = try reader.readUInt8()
        guard activeDays <= WeekCounts.dayCount else { throw MalformedRow() }
        absence = try reader.readBool() ? AbsenceRow(&reader) : nil
        counts = try WeekCounts(bytes: reader.rest)
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: engagement)
        writer.write(activeDays)
        writer.write(absence != nil)
        absence?.encode(into: &writer)
        counts.encode(into: &writer)
    }

    /// O(award kinds).
    package mutating func add(_ change: Int32, to kind: AwardKind, on day: Day, by rules: AwardRules) {
        let weekday = day.weekday
        let before = counts[weekday, kind]
        let wasActive = counts.isActive(weekday, by: rules)
        counts.add(change, to: kind, on: day)
        engagement += rules.points(of: Int64(before + change), kind) - rules.points(of: Int64(before), kind)
        let isActive = counts.isActive(weekday, by: rules)
        if isActive != wasActive { activeDays = isActive ? activeDays + 1 : activeDays - 1 }
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
