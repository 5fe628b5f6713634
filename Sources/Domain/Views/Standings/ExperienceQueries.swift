package import Events
import Layout
import Projections

/// What a member's XP is made of.
package struct ExperienceAnswer: Codable, Sendable {
    package struct Week: Codable, Hashable, Sendable {
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
        let after = try page.key(beginningWith: Key(member.value), byteCount: 12)
        var contents = PageContents<ExperienceAnswer.Week>(page)
        for week in weeks(of: member).reversed() {
            let key = StandingsView.memberKey(member, week)
            if let after, key >= after { continue }
            let row = self.week(week, of: member)
            let counts = row.counts
            guard counts.hasAwards(by: rules.awards) else { continue }
            let item = ExperienceAnswer.Week(
                week: week.description, engagement: row.engagement,
                activeDays: Int(row.activeDays), recipes: counts.total(.recipes),
                likesReceived: counts.total(.likesReceived), comments: counts.total(.comments),
                bookmarks: counts.total(.bookmarks))
            guard contents.add(item, key) else { break }
        }
        return ExperienceAnswer(
            position: snapshot.position.value, id: member.description,
            username: memberCard(member)?.username ?? "", xp: standing.xp, level: standing.level,
            nextLevelAt: standing.nextLevelAt, badges: standing.badges,
            weeks: contents.items, next: contents.next)
    }
}
