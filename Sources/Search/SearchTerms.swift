package import Events

/// A search text as parsed terms, all of which must match.
///
/// The text has no operators: every character but letters, digits and double quotes separates words, and quotes enclose
/// a phrase. So `AND`, `NEAR(`, `*` or `title:` are ordinary words and separators.
package struct SearchTerms: Hashable, Sendable {
    package enum Term: Hashable, Sendable {
        /// Matches words with this prefix.
        case beginning(String)
        /// Matches these whole words in sequence.
        case phrase([String])
    }

    package let all: [Term]

    package static let bytesMax = 1_000
    package static let wordsMax = 32

    /// Refuses a text without a word, or with too many.
    package init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= Self.bytesMax else {
            throw Refusal(.invalid, "search for at most \(Self.bytesMax) bytes, not \(text.utf8.count)", field: "text")
        }
        var terms: [Term] = []
        var wordCount = 0
        // Every other part is quoted; an unclosed quote extends to the end.
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            let words = FoldedText.words(of: String(part))
            wordCount += words.count
            if index % 2 == 0 {
                terms += words.map { .beginning($0) }
            } else if !words.isEmpty {
                terms.append(.phrase(words))
            }
        }
        guard !terms.isEmpty else {
            throw Refusal(.invalid, "say what to search for: a word of letters or digits", field: "text")
        }
        guard wordCount <= Self.wordsMax else {
            throw Refusal(.invalid, "search for at most \(Self.wordsMax) words, not \(wordCount)", field: "text")
        }
        all = terms
    }

    /// FTS5 expressions, each of which matches at least what the one before does: whole words only; then the last term,
    /// which may be half typed, also as a prefix; then all terms. A whole word counts in addition to its prefix.
    var expressions: [String] {
        let beginnings = all.indices.filter { index in
            if case .beginning = all[index] { true } else { false }
        }
        var sets: [[Int]] = [[]]
        for set in [Array(beginnings.suffix(1)), beginnings] where sets.last != set { sets.append(set) }
        return sets.map { expression(beginnings: $0) }
    }

    /// Every word is quoted.
    private func expression(beginnings: [Int]) -> String {
        all.enumerated().map { index, term in
            switch term {
            case .beginning(let word): beginnings.contains(index) ? "(\"\(word)\" OR \"\(word)\" *)" : "\"\(word)\""
            case .phrase(let words): "\"\(words.joined(separator: " "))\""
            }
        }.joined(separator: " AND ")
    }
}
