package import Events
package import LarderAPI
import Layout
import Projections
package import Views

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
