import Layout

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
