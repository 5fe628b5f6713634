package import Events
package import Layout

/// The sort key of a week's board. Smaller comes first: more engagement, then more active days, then the older member.
package struct BoardPlace: Hashable, Comparable, Sendable {
    package var engagement: Int64
    package var activeDays: Int
    package var member: MemberID

    package init(engagement: Int64, activeDays: Int, member: MemberID) {
        self.engagement = engagement
        self.activeDays = activeDays
        self.member = member
    }

    /// `nil` without engagement above zero: the member is not on the board.
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

    /// Appends to `key` so that keys sort like places.
    package func append(to key: Key) -> Key {
        key.appending(descending: engagement).appending(UInt8(WeekCounts.dayCount - activeDays))
            .appending(member.value)
    }

    /// Key prefix of all places with this rank.
    package func classKey(in week: Week) -> Key {
        StandingsView.weekKey(week).appending(descending: engagement)
            .appending(UInt8(WeekCounts.dayCount - activeDays))
    }

    /// Reads the output of `key(in:)`; `nil` for other bytes.
    package init?(_ key: Key) {
        guard key.count == Self.keyBytes else { return nil }
        self.init(key, at: 4)
    }

    /// Reads the output of `append(to:)` from an offset.
    package init?(_ key: Key, at offset: Int) {
        guard key.count == offset + 17, key[offset + 8] <= UInt8(WeekCounts.dayCount) else { return nil }
        self.init(
            engagement: key.descendingInt64(at: offset), activeDays: WeekCounts.dayCount - Int(key[offset + 8]),
            member: MemberID(key.uint64(at: offset + 9)))
    }
}

/// Assigns ranks from the top of a board: equal places share a rank, and the next rank counts all places before
/// (1-2-2-4).
package struct BoardRanking: Sendable {
    private var place = 0
    private var rank = 0
    private var last: BoardPlace?

    package init() {}

    /// The rank of the board's next place.
    package mutating func rank(of next: BoardPlace) -> Int {
        place += 1
        if last.map({ $0.ties(with: next) }) != true { rank = place }
        last = next
        return rank
    }
}

extension BoardPlace {
    /// Sorts places into board order.
    ///
    /// Nearly always engagement, days and id fit into one 64-bit number that is smaller for better places. Those
    /// numbers are sorted by radix, in a tenth of the time of a comparison sort.
    package static func sort(_ places: inout [BoardPlace]) {
        var (members, engagements) = (UInt64(0), UInt64(0))
        for place in places {
            members |= place.member.value
            engagements |= UInt64(bitPattern: place.engagement)
        }
        let memberBits = 64 - members.leadingZeroBitCount
        let engagementBits = 64 - engagements.leadingZeroBitCount
        guard places.count >= fewestByDigits, memberBits + 3 + engagementBits <= 64 else { return places.sort() }
        let (memberMask, engagementMask) = (UInt64(1) << memberBits - 1, UInt64(1) << engagementBits - 1)
        var keys = places.map { place in
            // Engagement and days are complemented: larger values sort first.
            ((~UInt64(bitPattern: place.engagement) & engagementMask) << 3 | UInt64(7 - place.activeDays))
                << UInt64(memberBits) | place.member.value
        }
        sortByDigits(&keys, bits: memberBits + 3 + engagementBits)
        for (index, key) in keys.enumerated() {
            let rest = key >> UInt64(memberBits)
            places[index] = BoardPlace(
                engagement: Int64(~(rest >> 3) & engagementMask), activeDays: 7 - Int(rest & 7),
                member: MemberID(key & memberMask))
        }
    }

    private static let fewestByDigits = 1_000

    /// Radix sort, least significant digit first.
    private static func sortByDigits(_ keys: inout [UInt64], bits: Int) {
        let digitBits = 11
        var other = keys
        for shift in stride(from: 0, to: bits, by: digitBits) {
            var ends = [Int](repeating: 0, count: 1 << digitBits)
            let mask = UInt64(1) << digitBits - 1
            for key in keys { ends[Int(key >> UInt64(shift) & mask)] += 1 }
            var sum = 0
            for digit in ends.indices { (ends[digit], sum) = (sum, sum + ends[digit]) }
            for key in keys {
                let digit = Int(key >> UInt64(shift) & mask)
                other[ends[digit]] = key
                ends[digit] += 1
            }
            swap(&keys, &other)
        }
    }
}
