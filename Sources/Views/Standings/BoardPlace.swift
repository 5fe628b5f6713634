package import Events
package import Layout

/// What a week's board is ordered by. Smaller comes first: more engagement, then more active days, then the older
/// member.
package struct BoardPlace: Hashable, Comparable, Sendable {
    package var engagement: Int64
    package var activeDays: Int
    package var member: MemberID

    package init(engagement: Int64, activeDays: Int, member: MemberID) {
        self.engagement = engagement
        self.activeDays = activeDays
        self.member = member
    }

    /// Nil without engagement above zero: not on the board.
    package init?(_ counts: WeekCounts, of member: MemberID, by rules: AwardRules) {
        let engagement = counts.engagement(by: rules)
        guard engagement > 0 else { return nil }
        self.init(engagement: engagement, activeDays: counts.activeDays(by: rules), member: member)
    }

    package static func < (a: BoardPlace, b: BoardPlace) -> Bool {
        (b.engagement, b.activeDays, a.member) < (a.engagement, a.activeDays, b.member)
    }

    /// Whether both share a rank.
    package func ties(with other: BoardPlace) -> Bool {
        engagement == other.engagement && activeDays == other.activeDays
    }

    // MARK: As a key

    package static let keyBytes = 21

    package func key(in week: Week) -> Key { append(to: StandingsView.weekKey(week)) }

    /// A key that begins with `key`, and is ordered as places are.
    package func append(to key: Key) -> Key {
        key.appending(descending: engagement).appending(UInt8(WeekCounts.dayCount - activeDays))
            .appending(member.value)
    }

    /// What the keys of all places begin with that share this one's rank.
    package func classKey(in week: Week) -> Key {
        StandingsView.weekKey(week).appending(descending: engagement)
            .appending(UInt8(WeekCounts.dayCount - activeDays))
    }

    /// Reads what `key(in:)` wrote; nil for anything else.
    package init?(_ key: Key) {
        guard key.count == Self.keyBytes else { return nil }
        self.init(key, at: 4)
    }

    /// Reads what `append(to:)` wrote behind so many bytes.
    package init?(_ key: Key, at offset: Int) {
        guard key.count == offset + 17, key[offset + 8] <= UInt8(WeekCounts.dayCount) else { return nil }
        self.init(
            engagement: key.descendingInt64(at: offset), activeDays: WeekCounts.dayCount - Int(key[offset + 8]),
            member: MemberID(key.uint64(at: offset + 9)))
    }
}

/// Counts through a board from its top: equal places share a rank, and the next is counted on from all before
/// (1-2-2-4).
package struct BoardRanking: Sendable {
    private var place = 0
    private var rank = 0
    private var last: BoardPlace?

    package init() {}

    /// The rank of the next on the board.
    package mutating func rank(of next: BoardPlace) -> Int {
        place += 1
        if last.map({ $0.ties(with: next) }) != true { rank = place }
        last = next
        return rank
    }
}
