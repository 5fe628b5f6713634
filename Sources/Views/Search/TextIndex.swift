package import Events
package import Layout

/// A full-text index over the very state of the views that a query reads.
package protocol TextIndex {
    /// Calls `body` with the matches, best first, until it returns false. Refuses a text without a word, or with too
    /// many.
    func forEachMatch(
        of text: String, in corpus: TextCorpus, _ body: (TextMatch) throws(Refusal) -> Bool
    ) throws(Refusal)
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
    /// among equal columns, a lower tier matches more of the terms as whole words.
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
