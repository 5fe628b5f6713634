import Decisions
package import EventLog
package import Events
package import Layout
import Projections
import Views

/// What a person is told who comes to a directory: figures that are there already.
package struct CommunityGlance: Sendable {
    package var log: LogGlance
    /// `nil`: there are no views that this program can read.
    package var figures: Figures?

    /// From the live views, which may be behind the log.
    package struct Figures: Sendable {
        package var position: Position
        /// Members who are not deleted, and their recipes.
        package var members = 0
        package var recipes = 0
        /// Whether there are more: only the first rows were counted.
        package var isMore = false
        /// `nil`: the views know no such member.
        package var viewer: Viewer?

        package init(position: Position) { self.position = position }
    }

    package struct Viewer: Sendable {
        package var username: String
        package var unread: Int
    }
}

extension Community {
    /// The most rows of members that a glance counts.
    private static var glanceMax: Int { 100_000 }

    /// Looks at a community without opening it: folds, repairs, creates and waits for nothing.
    ///
    /// Refuses what `open` refuses. `viewer`: the member whose unread notifications are counted.
    package static func glance(
        at directory: String, for viewer: Reference?
    ) throws(Refusal) -> CommunityGlance {
        var glance = CommunityGlance(log: try EventLog.glance(.community, directory: directory))
        glance.figures = ViewStore<AllProjectors>.peek(
            in: "\(directory)/views", identities: AllViews.identities
        ) { views, snapshot in
            var figures = CommunityGlance.Figures(position: snapshot.position)
            var left = glanceMax
            snapshot.scan(views.members.rows) { _, row in
                guard left > 0 else {
                    figures.isMore = true
                    return false
                }
                left -= 1
                guard !row.isDeleted else { return true }
                figures.members += 1
                figures.recipes += Int(row.recipes)
                return true
            }
            let queries = Queries(snapshot: snapshot, views: views, now: EventLog.systemClock(), log: NoLog())
            if let member = viewer.flatMap({ try? queries.member($0) }), let named = queries.named(member) {
                figures.viewer = CommunityGlance.Viewer(
                    username: named.username, unread: queries.unreadNotifications(of: member))
            }
            return figures
        }
        return glance
    }
}
