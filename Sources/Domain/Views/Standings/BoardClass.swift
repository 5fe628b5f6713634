import Layout

/// Those of a board who share a rank: equal engagement, equally many active days.
///
/// Classes are counted in groups of neighbouring engagements, eight to each power of two, so that a board of any size
/// and any points has at most a few hundred groups, and a group few classes: finding a rank takes one row of groups and
/// one of classes. Both numbers are smaller where the board is better.
package struct BoardClass: Hashable, Sendable {
    /// 0 … 511.
    package let group: UInt64
    /// Within the group.
    package let number: UInt64

    /// Of a place with engagement above zero.
    package init(_ place: BoardPlace) {
        precondition(place.engagement > 0)
        let engagement = UInt64(place.engagement)
        // The number of bits behind the leading one, of which three choose the group.
        let bits = 63 - engagement.leadingZeroBitCount
        let rest = max(0, bits - 3)
        let ascending = bits < 3 ? engagement : UInt64(bits - 2) << 3 | (engagement >> UInt64(rest)) & 7
        group = Self.groupMax - ascending
        let offset = engagement & (1 << UInt64(rest) - 1)
        number = (1 << UInt64(rest) - 1 - offset) << 3 | UInt64(WeekCounts.dayCount - place.activeDays)
    }

    private static let groupMax: UInt64 = 511
}
