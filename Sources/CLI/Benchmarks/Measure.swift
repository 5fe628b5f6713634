/// What can be measured. The raw values are the names that people choose by.
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
    case space

    package var meaning: String {
        switch self {
        case .appendAlone: "decided, durable events of one client, who waits for each"
        case .appendBy64: "decided, durable appends by 64 clients at once"
        case .appendBy1024: "decided, durable appends by 1,024 clients at once"
        case .bulk: "decided, durable events in batches from memory"
        case .lag: "how long after its commit an event is in the views, at a given rate"
        case .populate: "a crowd's life in batches: every event has an origin, many have text"
        case .live: "views brought to the head after some thousand appends"
        case .verbatimImport: "a log made of a verbatim export"
        case .submit: "CloudEvents from a file of NDJSON"
        case .open: "opening a log, and the first look into its views"
        case .views: "all views folded from nothing, and stored"
        case .rebuild: "all views rebuilt, counted, compared with the live ones and swapped in"
        case .boards: "all weekly boards from the headers"
        case .queries: "questions, one after the other, each with its own snapshot"
        case .space: "bytes for each event"
        }
    }
}
