import Events
import GRDB

/// Words that a searcher may have meant.
extension SearchIndex {
    /// The words of short texts, each with the table that has them: titles with tags, and members; and of all texts of recipes.
    static let vocabularies = [("head_words", "heads"), ("member_words", "members"), (allWords, "recipes")]

    /// The vocabulary of all texts of recipes.
    static let allWords = "recipe_words"

    /// More words with one initial are not compared.
    private static let wordsMax = 20_000
    /// A shorter word is near to too many.
    private static let lengthMin = 3

    /// The searched text with the nearest words instead of those that begin no word of the vocabularies. At most three
    /// texts, the nearest first; empty if all words are known, and if a word has none near it.
    ///
    /// It compares words with the same initial only, because typing errors seldom change it.
    static func nearest(to terms: SearchTerms, _ database: Database) throws -> [String] {
        var texts = [""]
        var hasReplaced = false
        for term in terms.all {
            var words: [String]
            switch term {
            case .phrase(let phrase): words = ["\"\(phrase.joined(separator: " "))\""]
            case .beginning(let word) where try isKnown(word, database): words = [word]
            case .beginning(let word):
                words = try nearest(to: word, database)
                guard !words.isEmpty else { return [] }
                // Several words with all their neighbours would be too many texts.
                if hasReplaced { words = [words[0]] }
                hasReplaced = true
            }
            texts = texts.flatMap { text in words.map { text.isEmpty ? $0 : "\(text) \($0)" } }
        }
        return hasReplaced ? texts : []
    }

    /// Whether a word begins with it, or has a stem of it.
    private static func isKnown(_ beginning: String, _ database: Database) throws -> Bool {
        for (vocabulary, _) in vocabularies
        where try !words(beginningWith: beginning, in: vocabulary, max: 1, database).isEmpty { return true }
        return try Stems().all(of: beginning).contains { stem in
            let token = StemTokenizer.token(ofStem: stem)
            return try words(beginningWith: token, in: allWords, max: 1, database) == [token]
        }
    }

    /// The first words of a vocabulary that begin so, in their order.
    static func words(
        beginningWith beginning: String, in vocabulary: String = allWords, max: Int, _ database: Database
    ) throws -> [String] {
        let words = try String.fetchAll(
            database.cachedStatement(sql: "SELECT term FROM \(vocabulary) WHERE term >= ? LIMIT ?"),
            arguments: [beginning, max])
        return Array(words.prefix { $0.hasPrefix(beginning) })
    }

    /// The nearest words: of short texts, or else of all texts.
    static func nearest(to word: String, _ database: Database) throws -> [String] {
        guard word.unicodeScalars.count >= lengthMin, let initial = word.unicodeScalars.first else { return [] }
        var nearest = NearestNames(to: word)
        var seen: Set<String> = []
        for (vocabulary, _) in vocabularies where vocabulary != allWords || nearest.names.isEmpty {
            let words = try String.fetchCursor(
                database.cachedStatement(sql: "SELECT term FROM \(vocabulary) WHERE term >= ? LIMIT \(wordsMax)"),
                arguments: [String(initial)])
            while let other = try words.next(), other.unicodeScalars.first == initial {
                if seen.insert(other).inserted { nearest.consider(other, folded: other) }
            }
        }
        return nearest.names
    }
}
