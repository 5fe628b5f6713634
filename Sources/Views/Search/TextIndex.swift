package import Events
package import Layout

/// Where words are looked up for a search: an index of the texts of the very state of the views that is asked.
package protocol TextIndex {
    /// Calls `body` with what matches, the best first, until it answers false. Refuses a text in which there is nothing to
    /// search for, or too much.
    func forEachMatch(
        of text: String, in corpus: TextCorpus, _ body: (TextMatch) throws(Refusal) -> Bool
    ) throws(Refusal)
}

/// What is searched: each is weighed by itself.
package enum TextCorpus: Hashable, Sendable, CaseIterable {
    case recipes, members
}

/// A recipe or member whose texts match.
package struct TextMatch: Hashable, Sendable {
    /// Of the entity.
    package var id: Position
    /// BM25 as SQLite counts it: the lower, the better.
    package var score: Double

    package init(id: Position, score: Double) {
        self.id = id
        self.score = score
    }

    /// Whether it comes before another: the better match, then the later one.
    package func precedes(_ other: TextMatch) -> Bool {
        score == other.score ? id > other.id : score < other.score
    }
}
