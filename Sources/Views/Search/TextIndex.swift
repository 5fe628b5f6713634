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
    /// How many of the columns, from the first on, it takes until everything that was searched for is in them; from 1.
    package var reach: UInt8
    /// BM25 over these columns, as SQLite counts it: the lower, the better.
    package var score: Double

    package init(id: Position, reach: UInt8, score: Double) {
        self.id = id
        self.reach = reach
        self.score = score
    }

    /// Whether it comes before another: what is all in the title before what needs the tags, and so on; then the better match,
    /// then the later one.
    package func precedes(_ other: TextMatch) -> Bool {
        if reach != other.reach { return reach < other.reach }
        return score == other.score ? id > other.id : score < other.score
    }
}
