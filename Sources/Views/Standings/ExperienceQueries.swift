package import Events
import Layout
import Projections

/// What a member's XP is made of.
package struct ExperienceAnswer: Encodable, Sendable {
    package struct Week: Encodable, Hashable, Sendable {
        package var week: String
        package var engagement: Int64
        package var activeDays: Int
        package var recipes: Int64
        package var likesReceived: Int64
        package var comments: Int64
        package var bookmarks: Int64
    }

    package var position: UInt64
    package var id: String
    package var username: String
    package var xp: Int64
    package var level: String
    package var nextLevelAt: Int64?
    package var badges: [String]
    /// The weeks in which awards were earned and kept, the newest first.
    package var weeks: [Week]
    package var next: String?
}

extension Queries {
    /// The member's XP week by week; the weeks' engagement adds up to it.
    package func experience(_ reference: Reference, page: Page) throws(Refusal) -> ExperienceAnswer {
        let member = try member(reference)
        let standing = standing(of: member)
        let contents = try contents(
            of: page, in: views.standings.weeksOfMember, prefix: Key(member.value), keyBytes: 12, reversed: true
        ) { key, _ -> ExperienceAnswer.Week? in
            let week = StandingsView.week(ofMemberKey: key)
            let row = self.week(week, of: member)
            let counts = row.counts
            guard counts.hasAwards(by: rules.awards) else { return nil }
            return ExperienceAnswer.Week(
                week: week.description, engagement: row.engagement,
                activeDays: Int(row.activeDays), recipes: counts.total(.recipes),
                likesReceived: counts.total(.likesReceived), comments: counts.total(.comments),
                bookmarks: counts.total(.bookmarks))
        }
        return ExperienceAnswer(
            position: snapshot.position.value, id: member.description,
            username: memberCard(member)?.username ?? "", xp: standing.xp, level: standing.level,
            nextLevelAt: standing.nextLevelAt, badges: standing.badges,
            weeks: contents.items, next: contents.next)
    }
}
