package import Events
package import Projections

/// The list of all views. They advance in lockstep, each over its own tables.
package struct AllViews: ViewSchema {
    package let recipes: RecipesView
    package let members: MembersView
    package let notifications: NotificationsView
    package let standings: StandingsView
    package let moderation: ModerationView
    package let kitchen: KitchenView

    package init(_ registry: inout TableRegistry) {
        notifications = NotificationsView(&registry)
        recipes = notifications.recipes
        members = MembersView(&registry)
        standings = StandingsView(&registry)
        moderation = ModerationView(&registry)
        kitchen = KitchenView(&registry)
    }

    /// In the order of their tables, which are named `<view>.<table>`.
    package static let identities = [
        RecipesProjector.identity, MembersProjector.identity,
        NotificationsProjector.identity, StandingsProjector.identity, ModerationProjector.identity,
        KitchenProjector.identity,
    ]

    /// The names of all views.
    package static let names = identities.map(\.name)
}

/// The composite of all projectors, written out by hand.
package enum AllProjectors: Projector {
    package static let identity = ViewIdentity(name: "all", version: 1)
    package static let kinds =
        NotificationsProjector.kinds.union(MembersProjector.kinds).union(StandingsProjector.kinds).union(
            ModerationProjector.kinds
        ).union(KitchenProjector.kinds)
    package static let openedKinds =
        NotificationsProjector.openedKinds.union(MembersProjector.openedKinds).union(StandingsProjector.openedKinds)
        .union(ModerationProjector.openedKinds).union(KitchenProjector.openedKinds)

    package static func fold(
        _ record: borrowing Record, into view: AllViews, _ transaction: inout ViewTransaction
    ) {
        let kind = record.header.kind
        if MembersProjector.kinds.contains(kind) {
            MembersProjector.fold(record, into: view.members, &transaction)
        }
        // This folds `recipes` too.
        if NotificationsProjector.kinds.contains(kind) {
            NotificationsProjector.fold(record, into: view.notifications, &transaction)
        }
        if StandingsProjector.kinds.contains(kind) {
            StandingsProjector.fold(record, into: view.standings, &transaction)
        }
        if ModerationProjector.kinds.contains(kind) {
            ModerationProjector.fold(record, into: view.moderation, &transaction)
        }
        if KitchenProjector.kinds.contains(kind) {
            KitchenProjector.fold(record, into: view.kitchen, &transaction)
        }
    }
}
