import Events
package import Layout
import Projections

/// A member's points, level and badges.
package struct Standing: Hashable, Sendable {
    package var xp: Int64
    /// The part of the XP from the time before Larder.
    package var carriedOver: Int64
    package var level: String
    /// `nil` at the top level.
    package var nextLevelAt: Int64?
    /// Their names, in alphabetical order.
    package var badges: [String]
    package var likesReceived: Int64
    package var comments: Int64
    package var bookmarks: Int64
}

/// A badge. Its raw value is the name that is shown.
package enum Badge: String, CaseIterable, Sendable {
    case recipeCreator = "Recipe Creator"
    case trendingChef = "Trending Chef"
    case communityHelper = "Community Helper"
    case lovedChef = "Loved Chef"
    case topContributor = "Top Contributor"
}

extension Queries {
    /// O(weeks of the member).
    package func standing(of member: MemberID) -> Standing {
        let totals = snapshot.get(views.standings.totals, Key(member.value)) ?? TotalsRow()
        let weeks = weeks(of: member).map { (week: $0, row: week($0, of: member)) }
        let carriedOver = carriedPoints(of: member)
        let xp = weeks.reduce(carriedOver) { $0 + $1.row.engagement }
        let level = rules.level(xp: xp)
        return Standing(
            xp: xp, carriedOver: carriedOver, level: level.name, nextLevelAt: level.nextAt,
            badges: badges(of: member, totals, weeks).map(\.rawValue).sorted(),
            likesReceived: totals[.likesReceived], comments: totals[.comments], bookmarks: totals[.bookmarks])
    }

    private func badges(
        of member: MemberID, _ totals: TotalsRow, _ weeks: [(week: Week, row: WeekRow)]
    ) -> [Badge] {
        Badge.allCases.filter { badge in
            switch badge {
            case .recipeCreator: totals.posted > totals.removed
            case .trendingChef: weeks.contains { $0.row.counts.total(.likesReceived) >= rules.badges.trendingLikes }
            case .communityHelper: weeks.contains { $0.row.counts.total(.comments) >= rules.badges.helpfulComments }
            case .lovedChef: totals[.likesReceived] >= rules.badges.lovedLikes
            case .topContributor: isTopContributor(member, weeks)
            }
        }
    }

    private func isTopContributor(_ member: MemberID, _ weeks: [(week: Week, row: WeekRow)]) -> Bool {
        guard !isBanned(member) else { return false }
        return weeks.contains { week, row in
            guard let place = row.place(of: member), isCompleted(week) else { return false }
            var standings = BoardStandings(self, week)
            return standings.isAmongFirst(rules.topPlaces(participants: standings.participants), place)
        }
    }

    /// The weeks in which the member has counts, in order.
    package func weeks(of member: MemberID) -> [Week] {
        snapshot.get(views.standings.weeksOfMember, Key(member.value))?.weeks ?? []
    }
}
