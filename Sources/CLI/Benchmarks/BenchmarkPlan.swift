/// The measures of a run and their sizes.
package struct BenchmarkPlan: Sendable {
    package var measures: Set<Measure>
    /// The number of members of the synthetic community.
    package var members: Int
    /// The number of events for each member.
    package var eventsPerMember: Int
    /// The number of events that each append measure makes in a run.
    package var events: Int
    package var runs: Int
    /// Events a second that are offered while the lag is measured.
    package var rate: Int
    /// An existing directory, which holds a temporary directory during the run.
    package var directory: String
    /// The directory of a synthetic community that the run keeps: absent, empty, or with one of an earlier run. `nil`: none is kept.
    package var keptCommunity: String?

    package init(
        measures: Set<Measure>, members: Int, eventsPerMember: Int = 100, events: Int, runs: Int, rate: Int,
        directory: String,
        keptCommunity: String? = nil
    ) {
        self.measures = measures
        self.members = members
        self.eventsPerMember = eventsPerMember
        self.events = events
        self.runs = runs
        self.rate = rate
        self.directory = directory
        self.keptCommunity = keptCommunity
    }

    package static let batchCount = 10_000
    package static let lagSeconds = 2.0
    /// Whom the reader of the following feed follows.
    package static let followeesMax = 1_000
    package static let callsMax = 2_000
    package static let callsSecondsMax = 1.0
}

/// The measures. The raw values are their names on the command line.
package enum Measure: String, CaseIterable, Sendable {
    case appendAlone = "append-1"
    case appendBy64 = "append-64"
    case appendBy1024 = "append-1024"
    case bulk
    case lag
    case populate
    case live
    case verbatimImport = "import"
    case submit
    case open
    case views
    case rebuild
    case boards
    case queries
    case pages
    case space

    package var meaning: String {
        switch self {
        case .appendAlone: "decided, durable events of one client, who waits for each"
        case .appendBy64: "decided, durable appends by 64 clients at once"
        case .appendBy1024: "decided, durable appends by 1,024 clients at once"
        case .bulk: "decided, durable events in batches from memory"
        case .lag: "how long after its commit an event is in the views, at a given rate"
        case .populate: "the life of a synthetic community in batches: every event has an origin, many have text"
        case .live: "views brought to the head after some thousand appends"
        case .verbatimImport: "a log made of a verbatim export"
        case .submit: "CloudEvents from a file of NDJSON"
        case .open: "opening a log, and the first look into its views"
        case .views: "all views folded from nothing, and stored"
        case .rebuild: "all views rebuilt, counted, compared with the live ones and swapped in"
        case .boards: "all weekly boards from the headers"
        case .queries: "questions, one after the other, each with its own snapshot"
        case .pages: "pages of the web app, made from answers that are there"
        case .space: "bytes for each event"
        }
    }
}
