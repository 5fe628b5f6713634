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
    /// `nil`: no pictures are stored.
    package let pictures: (any PictureReading)?

    package init(
        snapshot: ViewSnapshot, views: AllViews, now: Timestamp, log: any LogReading, meant: NamesMeant? = nil,
        texts: (any TextIndex)? = nil, pictures: (any PictureReading)? = nil
    ) {
        self.snapshot = snapshot
        self.views = views
        self.meant = meant
        self.texts = texts
        self.pictures = pictures
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

/// The stored pictures as queries read them. A picture never changes.
package protocol PictureReading: Sendable {
    /// The picture with that id; `nil`: none is stored, or `id` is an address.
    func picture(_ id: String) -> StoredPicture?
}

/// A stored picture, as the headers of its files describe it.
package struct StoredPicture: Hashable, Sendable {
    /// Of the original, in pixels.
    package var width: Int
    package var height: Int
    package var mediaType: String
    /// The names of the stored sizes, the largest first.
    package var sizes: [String]

    package init(width: Int, height: Int, mediaType: String, sizes: [String]) {
        (self.width, self.height, self.mediaType, self.sizes) = (width, height, mediaType, sizes)
    }
}

/// A full-text index over the very state of the views that a query reads.
package protocol TextIndex {
    /// Calls `body` with the matches, best first, until it returns false. Refuses a text without a word, or with too
    /// many.
    func forEachMatch(
        of text: String, in corpus: TextCorpus, _ body: (TextMatch) throws(Refusal) -> Bool
    ) throws(Refusal)

    /// Finds the ranges of shown texts that match words of the search, in order and apart. Refuses a text without a word,
    /// or with too many.
    func ranges(of text: String) throws(Refusal) -> (_ shown: String) -> [Range<String.Index>]

    /// Texts like `text` in which words that no text has are replaced by the nearest words of titles, tags and members,
    /// the nearest first. Empty at an earlier position.
    ///
    /// The words may be of texts that the viewer does not see: offer only what finds something.
    func nearest(to text: String) throws(Refusal) -> [String]
}

/// A searchable set of texts, scored separately from the other.
package enum TextCorpus: Hashable, Sendable, CaseIterable {
    case recipes, members
}

/// A recipe or member whose texts match.
package struct TextMatch: Hashable, Sendable {
    /// The recipe or member.
    package var id: Position
    /// Result tier, from 1; compared before the score. A lower tier finds all terms in fewer of the leading columns;
    /// among equal columns, a lower tier matches more of the terms as they are typed. The last tier finds any of the terms.
    package var tier: UInt8
    /// BM25 within the tier, as SQLite computes it: lower is better.
    package var score: Double

    package init(id: Position, tier: UInt8, score: Double) {
        self.id = id
        self.tier = tier
        self.score = score
    }

    /// Result order: by tier, then by score, then newest first.
    package func precedes(_ other: TextMatch) -> Bool {
        if tier != other.tier { return tier < other.tier }
        return score == other.score ? id > other.id : score < other.score
    }
}

/// The members that usernames denote in a query over several states: a username keeps the meaning that it has in the
/// first state, even where the member had another name.
package final class NamesMeant {
    private var members: [String: MemberID] = [:]
    /// Names that no member bore in the first state.
    package private(set) var unknown: Set<String> = []

    package init() {}

    subscript(_ name: String) -> MemberID? {
        get { members[name] }
        set { members[name] = newValue }
    }

    func addUnknown(_ name: String) { unknown.insert(name) }
}
