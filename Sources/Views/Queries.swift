package import Events
package import Layout
package import Projections

/// Questions to one state of the views. Each view adds its own in `XQueries.swift`.
package struct Queries {
    package let snapshot: ViewSnapshot
    package let views: AllViews
    /// The instant that bans' `until` are compared with: now, or the as-of time.
    package var now: Timestamp { instant.value }
    private let instant: Instant
    /// Whether an answer may be another at another instant.
    package var isTimely: Bool { instant.isAsked }
    /// The newest up to the views' position.
    package var rules: Rules { inForce.rules }
    private let inForce: RulesInForce
    /// What views do not repeat: where an origin is, and what an event says.
    package let log: any LogReading
    /// Nil: usernames mean whoever bears them in this state.
    let meant: NamesMeant?
    /// Nil: nothing can be searched.
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

    /// Resolves `external:` names: the log's origins are its state, not a view.
    func position(_ origin: Origin) -> Position? { log.position(of: origin) }
}

/// An instant that notices when somebody asks for it.
private final class Instant {
    private let instant: Timestamp
    private(set) var isAsked = false
    var value: Timestamp {
        isAsked = true
        return instant
    }

    init(_ instant: Timestamp) { self.instant = instant }
}

/// The rules at a position, read when somebody asks for them: most questions do not.
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
    /// The event that carries that origin, if it is one of those that the views have folded.
    func position(of origin: Origin) -> Position?
    /// The event at that position, opened where its key still exists; nil when there is none.
    func record(at position: Position) -> Record?
    /// The headers from one position through another in order, until `body` answers false.
    func forEachHeader(from first: Position, through last: Position, _ body: (EventHeader) -> Bool)
}
