import Events
package import Layout
package import Projections

/// The tables behind notifications: who is told what, and the little that taking it back needs to know.
///
/// No row holds words: those are read from the recipes when asked for.
package struct NotificationsView: ViewSchema {
    /// (told member, event).
    package let rows: ViewTable<NotificationRow>
    /// What they tell of: their folds read whose a recipe or comment is, and to whom it was said.
    package let recipes: RecipesView
    /// (follower, followed): the event that tells of it.
    package let follows: ViewTable<EventRow>
    /// By report: what it was about.
    package let reports: ViewTable<ReportTargetRow>
    /// By member: the last event that they have read of.
    package let marks: ViewTable<EventRow>

    package init(_ registry: inout TableRegistry) {
        recipes = RecipesView(&registry)
        rows = registry.table("notifications.rows", of: NotificationRow.self)
        follows = registry.table("notifications.follows", of: EventRow.self)
        reports = registry.table("notifications.reports", of: ReportTargetRow.self)
        marks = registry.table("notifications.marks", of: EventRow.self)
    }

    /// Of `rows`: oldest first, so newest first when reversed.
    package static func key(_ member: MemberID, _ event: Position) -> Key { Key(member.value).appending(event.value) }
}
