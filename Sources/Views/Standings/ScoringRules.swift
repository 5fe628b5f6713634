/// What awards are worth, and what they add up to.
package struct ScoringRules: Hashable, Sendable {
    package struct Level: Hashable, Sendable {
        package var name: String
        /// The XP from which on it holds.
        package var xp: Int64

        package init(_ name: String, from xp: Int64) {
            self.name = name
            self.xp = xp
        }
    }

    /// By award kind.
    package var points: [Int64]
    /// How many awards of a kind a day may earn points; nil: any number. They count in full all the same.
    package var dailyCaps: [Int64?]
    /// Ascending, the first from zero.
    package var levels: [Level]
    /// Trending Chef: likes received in some week.
    package var trendingLikes: Int64
    /// Community Helper: comments in some week.
    package var helpfulComments: Int64
    /// Loved Chef: likes received in all.
    package var lovedLikes: Int64
    /// Top Contributor: one in so many participants of a week, rounded up.
    package var topContributorOneIn: Int

    package static let standard = ScoringRules(
        points: [10, 2, 1, 1],
        dailyCaps: [nil, nil, nil, nil],
        levels: [
            Level("Beginner Cook", from: 0), Level("Home Chef", from: 50), Level("Pro Chef", from: 150),
            Level("Master Chef", from: 400),
        ],
        trendingLikes: 12, helpfulComments: 8, lovedLikes: 30, topContributorOneIn: 10)

    /// The points of one week.
    package func engagement(_ counts: WeekCounts) -> Int64 {
        var sum: Int64 = 0
        for kind in AwardKind.allCases {
            if let cap = dailyCaps[kind.rawValue] {
                for day in 0..<WeekCounts.dayCount { sum += points[kind.rawValue] * min(Int64(counts[day, kind]), cap) }
            } else {
                sum += points[kind.rawValue] * counts.total(kind)
            }
        }
        return sum
    }

    /// The highest level that `xp` reaches, and from where on the next one holds; nil at the top.
    package func level(xp: Int64) -> (name: String, nextAt: Int64?) {
        let reached = levels.last { $0.xp <= max(xp, 0) }
        return (reached?.name ?? levels.first?.name ?? "", levels.first { $0.xp > max(xp, 0) }?.xp)
    }

    /// How many places of a board make a Top Contributor.
    package func topPlaces(participants: Int) -> Int {
        (participants + topContributorOneIn - 1) / topContributorOneIn
    }
}
