package import Events
package import LarderAPI
import Layout
import Projections
package import Views

extension Queries {
    /// Every award by the rules in force, in the order of the log. O(events of the log).
    package func awardHistory(of reference: Reference, page: Page) throws(Refusal) -> AwardHistoryAnswer {
        let member = try member(reference)
        let after = try page.key(beginningWith: Key(), byteCount: 8)
        var contents = PageContents<AwardEntry>(page)
        var counts: [DayOfKind: Int64] = [:]
        log.forEachHeader(from: member.position, through: snapshot.position) { header in
            guard let award = Award(header), award.member == member, rules.awards[award.kind] != 0 else { return true }
            let day = DayOfKind(day: award.day, kind: award.kind)
            let old = counts[day, default: 0]
            let new = old + Int64(award.change)
            counts[day] = new
            let key = Key(header.position.value)
            if let after, key <= after { return true }
            let points = rules.awards.points(of: new, award.kind) - rules.awards.points(of: old, award.kind)
            return contents.add(entry(award, header, points: points), key)
        }
        return AwardHistoryAnswer(
            position: snapshot.position.value, id: "\(member)", username: memberCard(member)?.username ?? "",
            xp: standing(of: member).xp, awards: contents.items, next: contents.next)
    }

    private func entry(_ award: Award, _ header: EventHeader, points: Int64) -> AwardEntry {
        AwardEntry(
            id: header.position.value, kind: header.kind.name, actor: memberCard(header.actor),
            subject: name(of: header.subject), at: header.creditedAt.rfc3339, week: award.day.week.description,
            change: award.change, points: points)
    }

    private struct DayOfKind: Hashable {
        var day: Day
        var kind: AwardKind
    }
}
