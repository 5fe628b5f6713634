package import Events
package import Layout
package import Projections

/// Queries over one state of the views.
package struct Queries {
    package let snapshot: ViewSnapshot
    package let views: AllViews
    /// The instant that a ban's `until` is compared with: now, or the as-of time.
    package var now: Timestamp { instant.value }
    private let instant: Instant
    /// Whether the answer depends on the instant.
    package var isTimely: Bool { instant.isAsked }
    /// The newest rules up to the views' position.
    package var rules: Rules { inForce.rules }
    private let inForce: RulesInForce
    /// Facts that views do not repeat: origins and payloads.
    package let log: any LogReading
    /// `nil`: usernames denote the members who bear them in this state.
    let meant: NamesMeant?
    /// `nil`: search is not available.
    package let texts: (any TextIndex)?

    package init(
        snapshot: ViewSnapshot, views: AllViews, now: Timestamp, log: any LogReading, meant: NamesMeant? = nil,
        texts: (any TextIndex)? = nil
    ) {
        self.snapshot = snapshot
        self.views = views
        self.meant = meant
        self.texts = texts
        instant = Instant(now)
        inForce = RulesInForce(snapshot, views.standings.rules)
        self.log = log
    }

    /// The log position that every answer reflects.
    package var logPosition: Position { snapshot.position }

    /// Resolves `external:` references. Origins are state of the log, not of a view.
    func position(_ origin: Origin) -> Position? { log.position(of: origin) }
}

/// An instant that records whether it was read.
private final class Instant {
    private let instant: Timestamp
    private(set) var isAsked = false
    var value: Timestamp {
        isAsked = true
        return instant
    }

    init(_ instant: Timestamp) { self.instant = instant }
}

/// The rules at a position, read on first use: most queries do not need them.
private final class RulesInForce {
    private let snapshot: ViewSnapshot
    private let table: ViewTable<RulesRow>
    private(set) lazy var rules = snapshot.get(table, StandingsView.onlyKey)?.rules ?? .standard

    init(_ snapshot: ViewSnapshot, _ table: ViewTable<RulesRow>) {
        self.snapshot = snapshot
        self.table = table
    }
}

/// The log as queries read it, beside the views.
package protocol LogReading {
    /// The event with that origin, if the views have folded it.
    func position(of origin: Origin) -> Position?
    /// The event at that position, opened if its key still exists; `nil` if there is none.
    func record(at position: Position) -> Record?
    /// Calls `body` for the headers of a range of positions in order, until it returns false.
    func forEachHeader(from first: Position, through last: Position, _ body: (EventHeader) -> Bool)
}
