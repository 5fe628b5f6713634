package import Events
package import Layout
package import Projections

/// Questions to one state of the views. Each view adds its own in `XQueries.swift`.
package struct Queries {
    package let snapshot: ViewSnapshot
    package let views: AllViews
    /// The instant that bans' `until` are compared with: now, or the as-of time.
    package let now: Timestamp
    /// The newest up to the views' position.
    package let rules: Rules
    /// Resolves `external:` names: the log's origins are its state, not a view.
    package let position: (Origin) -> Position?

    package init(
        snapshot: ViewSnapshot, views: AllViews, now: Timestamp, position: @escaping (Origin) -> Position?
    ) {
        self.snapshot = snapshot
        self.views = views
        self.now = now
        rules = snapshot.get(views.standings.rules, StandingsView.onlyKey)?.rules ?? .standard
        self.position = position
    }
}
