/// What reads bytes that come from strangers or from a disk. Each must neither trap nor wait for ever, whatever they are, and
/// what it takes it must have understood.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The 64 bytes of an event's header.
    case header
    /// A payload by its kind, and the stored body around it.
    case payload
    /// A payload, folded into all views in the midst of a history.
    case fold
    /// Rows of views and of the state.
    case rows
    /// A verbatim export.
    case verbatim
    /// Food.com's files.
    case csv
    case pythonLiteral = "python-literal"
    case json
    /// NDJSON and batches of CloudEvents.
    case cloudEvents = "cloud-events"
    /// `data` of one event, by kind.
    case eventData = "event-data"
    /// Signed notes, checkpoints, and the keys that check them.
    case note
    /// Proofs of inclusion and of consistency.
    case proof
    /// Web pages, and JSON-LD as they carry it.
    case webRecipes = "web-recipes"
    /// Exports of apps on Parse and on Firestore.
    case communities
    /// Cookbooks of other apps: zip archives, gzip, and what is in them.
    case cookbooks
    /// Pictures in all formats that are taken.
    case images
    /// Times, weeks, usernames, references, cursors.
    case words

    /// Longer inputs are truncated, so that one input takes milliseconds.
    package static let byteCountMax = 60_000

    /// Reads `bytes`, and throws what should not have come of it.
    package func run(_ bytes: [UInt8]) throws(Finding) {
        let bytes = Array(bytes.prefix(Self.byteCountMax))
        switch self {
        case .header: try LogBytes.header(bytes)
        case .payload: try LogBytes.payload(bytes)
        case .fold: try LogBytes.fold(bytes)
        case .rows: try RowBytes.run(bytes)
        case .verbatim: LogBytes.verbatim(bytes)
        case .csv: try TextBytes.csv(bytes)
        case .pythonLiteral: try TextBytes.pythonLiteral(bytes)
        case .json: try TextBytes.json(bytes)
        case .cloudEvents: try TextBytes.cloudEvents(bytes)
        case .eventData: try TextBytes.eventData(bytes)
        case .note: try ProofBytes.note(bytes)
        case .proof: try ProofBytes.proof(bytes)
        case .webRecipes: try WebBytes.run(bytes)
        case .communities: try AppBytes.run(bytes)
        case .cookbooks: try CookbookBytes.run(bytes)
        case .images: try ImageBytes.run(bytes)
        case .words: try TextBytes.words(bytes)
        }
    }

    /// What it should read well: where mutation begins.
    package var samples: [[UInt8]] {
        switch self {
        case .header: LogBytes.headers
        case .payload: LogBytes.payloads
        case .fold: LogBytes.folded
        case .rows: RowBytes.samples
        case .verbatim: LogBytes.exports
        case .csv: TextBytes.csvFiles
        case .pythonLiteral: TextBytes.literals
        case .json: TextBytes.documents
        case .cloudEvents: TextBytes.submissions
        case .eventData: TextBytes.data
        case .note: ProofBytes.notes
        case .proof: ProofBytes.proofs
        case .webRecipes: WebBytes.samples
        case .communities: AppBytes.samples
        case .cookbooks: CookbookBytes.samples
        case .images: ImageBytes.samples
        case .words: TextBytes.phrases
        }
    }
}

/// What was read wrongly.
package struct Finding: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Throws what was found unless it holds.
func expect(_ holds: Bool, _ finding: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(finding()) }
}
