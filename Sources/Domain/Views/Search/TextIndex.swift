import Events
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
    /// What it stands among whatever its score, from 1: what takes fewer of the columns, from the first on, until everything that
    /// was searched for is in them, comes first; of these what has more of the words whole.
    package var tier: UInt8
    /// BM25 within the tier, as SQLite counts it: the lower, the better.
    package var score: Double

    package init(id: Position, tier: UInt8, score: Double) {
        self.id = id
        self.tier = tier
        self.score = score
    }

    /// Whether it comes before another: by tier, then the better match, then the later one.
    package func precedes(_ other: TextMatch) -> Bool {
        if tier != other.tier { return tier < other.tier }
        return score == other.score ? id > other.id : score < other.score
    }
}
