import Events
package import Layout
package import Projections

/// The tables of notifications, with what a fold needs to withdraw one.
///
/// No row holds words: queries read them from the recipes.
package struct NotificationsView: ViewSchema {
    /// (notified member, event).
    package let rows: ViewTable<NotificationRow>
    /// The recipes and comments that notifications refer to: folds read their authors and the comment replied to.
    package let recipes: RecipesView
    /// (follower, followed): the notifying event.
    package let follows: ViewTable<EventRow>
    /// By report: its target.
    package let reports: ViewTable<ReportTargetRow>
    /// By member: the last event read.
    package let marks: ViewTable<EventRow>

    package init(_ registry: inout TableRegistry) {
        recipes = RecipesView(&registry)
        rows = registry.table("notifications.rows", of: NotificationRow.self)
        follows = registry.table("notifications.follows", of: EventRow.self)
        reports = registry.table("notifications.reports", of: ReportTargetRow.self)
        marks = registry.table("notifications.marks", of: EventRow.self)
    }

    /// Key of `rows`: oldest first.
    package static func key(_ member: MemberID, _ event: Position) -> Key { Key(member.value).appending(event.value) }
}
