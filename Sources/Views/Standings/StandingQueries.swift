import Events
package import Layout
import Projections

/// What a member's record amounts to.
package struct Standing: Hashable, Sendable {
    package var xp: Int64
    package var level: String
    /// Nil at the top level.
    package var nextLevelAt: Int64?
    /// Their names, in alphabetical order.
    package var badges: [String]
    package var likesReceived: Int64
    package var comments: Int64
    package var bookmarks: Int64
}

/// A badge. Its raw value is how people read it.
package enum Badge: String, CaseIterable, Sendable {
    case recipeCreator = "Recipe Creator"
    case trendingChef = "Trending Chef"
    case communityHelper = "Community Helper"
    case lovedChef = "Loved Chef"
    case topContributor = "Top Contributor"
}

extension Queries {
    /// The sum of the member's points over all weeks.
    package func xp(_ member: MemberID) -> Int64 {
        var sum: Int64 = 0
        for week in weeks(of: member) { sum += ScoringRules.standard.engagement(counts(of: member, in: week)) }
        return sum
    }

    /// O(weeks of the member × a tenth of their boards).
    package func standing(of member: MemberID) -> Standing {
        let rules = ScoringRules.standard
        let totals = snapshot.get(views.standings.totals, Key(member.value)) ?? TotalsRow()
        let xp = xp(member)
        let level = rules.level(xp: xp)
        return Standing(
            xp: xp, level: level.name, nextLevelAt: level.nextAt,
            badges: badges(of: member, totals, rules).map(\.rawValue).sorted(), likesReceived: totals[.likesReceived],
            comments: totals[.comments], bookmarks: totals[.bookmarks])
    }

    private func badges(of member: MemberID, _ totals: TotalsRow, _ rules: ScoringRules) -> [Badge] {
        let weeks = weeks(of: member)
        return Badge.allCases.filter { badge in
            switch badge {
            case .recipeCreator: totals.posted - totals.removed > 0
            case .trendingChef:
                weeks.contains { counts(of: member, in: $0).total(.likesReceived) >= rules.trendingLikes }
            case .communityHelper:
                weeks.contains { counts(of: member, in: $0).total(.comments) >= rules.helpfulComments }
            case .lovedChef: totals[.likesReceived] >= rules.lovedLikes
            case .topContributor: isTopContributor(member, of: weeks, rules)
            }
        }
    }

    private func isTopContributor(_ member: MemberID, of weeks: [Week], _ rules: ScoringRules) -> Bool {
        let banned = bannedNow()
        guard !banned.contains(member) else { return false }
        return weeks.contains { week in
            guard isCompleted(week) else { return false }
            let places = rules.topPlaces(participants: participants(of: week, banned: banned))
            var place = 0
            var isThere = false
            scanBoard(of: week) { next, _ in
                place += 1
                guard place <= places else { return false }
                isThere = next.member == member
                return !isThere
            }
            return isThere
        }
    }

    /// Those in which the member has counts, in the order of time.
    func weeks(of member: MemberID) -> [Week] {
        var weeks: [Week] = []
        snapshot.scan(views.standings.weeksOfMember, prefix: Key(member.value)) { key, _ in
            weeks.append(StandingsView.week(ofMemberKey: key))
            return true
        }
        return weeks
    }
}
