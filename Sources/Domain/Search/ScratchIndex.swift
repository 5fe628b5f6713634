import GRDB
package import Views

/// An index in memory, for one state of the views.
package struct ScratchIndex: Sendable {
    let index: SearchIndex

    /// Calls `body` with what matches, the best first, until it answers false.
    package func forEachMatch(
        of terms: SearchTerms, in corpus: TextCorpus, _ body: (TextMatch) throws -> Bool
    ) throws {
        try index.database.read { try SearchIndex.forEachMatch(of: terms, in: corpus, $0, body) }
    }
}
