import Events
import Layout
import Projections
import Search
import Views

/// The search index for queries: of one state of the views.
final class CommunityTextIndex: TextIndex {
    enum Standing {
        /// The present: by the index that is kept.
        case live
        /// The same, while nobody else changes that index.
        case still
        /// Of an earlier position.
        case past
        /// From what the views say alone, for whoever notes what an answer is made of.
        case traced
    }

    private let store: SearchStore
    private let snapshot: ViewSnapshot
    private let standing: Standing
    private let progress: (Int, Int) -> Void
    private var scratch: ScratchIndex?
    /// Whether the question must be put to views of now, whatever was made of the answer.
    private(set) var isOvertaken = false

    init(
        _ store: SearchStore, _ snapshot: ViewSnapshot, _ standing: Standing,
        _ progress: @escaping (Int, Int) -> Void
    ) {
        self.store = store
        self.snapshot = snapshot
        self.standing = standing
        self.progress = progress
    }

    func forEachMatch(
        of text: String, in corpus: TextCorpus, _ body: (TextMatch) throws(Refusal) -> Bool
    ) throws(Refusal) {
        let terms = try SearchTerms(text)
        do throws(any Error) {
            switch standing {
            case .live, .still:
                try store.forEachMatch(
                    of: terms, in: corpus, at: snapshot, still: standing == .still, progress: progress
                ) { try body($0) }
            case .past:
                if let matches = store.unchangedMatches(of: terms, in: corpus, since: snapshot) {
                    for match in matches where try !body(match) { return }
                } else {
                    try scratchIndex().forEachMatch(of: terms, in: corpus) { try body($0) }
                }
            case .traced:
                try scratchIndex(textsMax: Self.tracedTextsMax).forEachMatch(of: terms, in: corpus) { try body($0) }
            }
        } catch {
            isOvertaken = isOvertaken || error is SearchStore.Overtaken
            throw store.refusal(error)
        }
    }

    /// Beyond that, each of the many states that a trace asks would take too long.
    private static let tracedTextsMax = 1_000

    /// Made once for both lists.
    private func scratchIndex(textsMax: Int = .max) throws -> ScratchIndex {
        if let scratch { return scratch }
        let made = try store.scratchIndex(of: snapshot, textsMax: textsMax, progress: progress)
        scratch = made
        return made
    }
}
