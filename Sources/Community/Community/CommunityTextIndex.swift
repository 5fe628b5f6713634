import Events
import Layout
import Projections
import Search
import Views

/// The search index for queries over one state of the views.
final class CommunityTextIndex: TextIndex {
    enum Standing {
        /// The present, with the live index.
        case live
        /// The present, while the caller holds the live index.
        case still
        /// An earlier position.
        case past
        /// An index built from the views alone, for tracing.
        case traced
    }

    private let store: SearchStore
    private let snapshot: ViewSnapshot
    private let standing: Standing
    private let progress: (Int, Int) -> Void
    private var scratch: ScratchIndex?
    /// Whether the query must be repeated with a newer snapshot, whatever became of its answer.
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
                var hasMatched = false
                do {
                    try store.forEachMatch(
                        of: terms, in: corpus, at: snapshot, still: standing == .still, progress: progress
                    ) { match in
                        hasMatched = true
                        return try body(match)
                    }
                } catch  where !hasMatched && store.refusal(error).lacksRoom {
                    // No index can be brought on or made on the disk: one in memory needs no room there.
                    try scratchIndex(textsMax: Self.roomlessTextsMax).forEachMatch(of: terms, in: corpus) {
                        try body($0)
                    }
                }
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

    func ranges(of text: String) throws(Refusal) -> (_ shown: String) -> [Range<String.Index>] {
        try SearchTerms(text).marker
    }

    func nearest(to text: String) throws(Refusal) -> [String] {
        let terms = try SearchTerms(text)
        guard standing == .live || standing == .still else { return [] }
        do throws(any Error) {
            do {
                return try store.nearest(to: terms, at: snapshot, still: standing == .still, progress: progress)
            } catch  where store.refusal(error).lacksRoom {
                return try scratchIndex(textsMax: Self.roomlessTextsMax).nearest(to: terms)
            }
        } catch {
            isOvertaken = isOvertaken || error is SearchStore.Overtaken
            throw store.refusal(error)
        }
    }

    /// With more texts, indexing each of a trace's many states would take too long.
    private static let tracedTextsMax = 1_000
    /// On a full disk each search makes an index of its own.
    private static let roomlessTextsMax = 20_000

    /// Shared by both result lists.
    private func scratchIndex(textsMax: Int = .max) throws -> ScratchIndex {
        if let scratch { return scratch }
        let made = try store.scratchIndex(of: snapshot, textsMax: textsMax, progress: progress)
        scratch = made
        return made
    }
}
