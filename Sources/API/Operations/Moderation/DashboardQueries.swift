import Events
package import LarderAPI
import Layout
import Projections
package import Views

extension Queries {
    /// O(members + reports).
    package func dashboard() -> DashboardAnswer {
        var answer = DashboardAnswer(
            position: snapshot.position.value, members: 0, recipes: 0, comments: 0, reports: 0, pendingReports: 0,
            banned: bannedNow().count)
        snapshot.scan(views.members.rows) { key, row in
            guard !row.isDeleted else { return true }
            answer.members += 1
            answer.recipes += Int(row.recipes)
            // What a member's comments earned, less what was deleted since, is how many there are.
            answer.comments += Int(snapshot.get(views.standings.totals, key)?[.comments] ?? 0)
            return true
        }
        snapshot.scan(views.moderation.queue) { key, _ in
            answer.reports += 1
            if key[0] == 0 { answer.pendingReports += 1 }
            return true
        }
        return answer
    }
}
