import Events
import GRDB

/// What a search asks for where its words are not found as they are typed: for each word its stems, the figures of a number, or the
/// nearest words of the index.
struct SearchMeaning {
    /// Alternatives, one of which must match, as FTS5 strings; with the number of texts that have one of them.
    struct Group {
        var alternatives: [String]
        var count: Int

        var expression: String {
            alternatives.count == 1 ? alternatives[0] : "(\(alternatives.joined(separator: " OR ")))"
        }
    }

    /// Groups without alternatives: words that no text has, and that are near none.
    private(set) var hasUnknown = false
    private(set) var groups: [Group] = []

    /// All words, in any form; `nil`: a word is unknown.
    var all: String? {
        hasUnknown || groups.isEmpty ? nil : groups.map(\.expression).joined(separator: " AND ")
    }

    /// Any of the words, in any form; `nil` where that says no more than `all`. `rare`: the texts to score where the words have more
    /// texts than that, which have one of the rarest words.
    var any: (expression: String, rare: String?)? {
        guard groups.count > 1 || hasUnknown, !groups.isEmpty else { return nil }
        let sorted = groups.sorted { $0.count < $1.count }
        var (sum, rare) = (0, [Group]())
        for group in sorted {
            sum += group.count
            guard rare.isEmpty || sum <= Self.scoredMax else { break }
            rare.append(group)
        }
        let expression = groups.map(\.expression).joined(separator: " OR ")
        guard rare.count < groups.count else { return (expression, nil) }
        return (expression, rare.map(\.expression).joined(separator: " OR "))
    }

    /// Texts that match any word and are scored. Scoring takes about ten microseconds each.
    static let scoredMax = 1_000
}

extension SearchMeaning {
    /// Reads the words of the index: O(words of the search × log), and for an unknown word O(words with its initial).
    init(of terms: SearchTerms, _ database: Database) throws {
        let stems = Stems()
        let sought = terms.all.filter { term in
            if case .beginning(let word) = term { !TextLanguage.unsought.contains(word) } else { true }
        }
        for term in sought.isEmpty ? terms.all : sought {
            switch term {
            case .phrase(let words):
                groups.append(Group(alternatives: ["\"\(words.joined(separator: " "))\""], count: 0))
            case .beginning(let word):
                let alternatives = try Self.alternatives(of: word, stems, database)
                guard !alternatives.isEmpty else {
                    hasUnknown = true
                    continue
                }
                let count = try alternatives.reduce(0) { try $0 + Self.count(of: $1, database) }
                let group = Group(alternatives: alternatives.map { "\"\($0)\"" }, count: count)
                if !groups.contains(where: { $0.alternatives == group.alternatives }) { groups.append(group) }
            }
        }
    }

    /// Tokens, one of which stands for the word.
    private static func alternatives(of word: String, _ stems: Stems, _ database: Database) throws -> [String] {
        var words = [word]
        words += SearchNumbers.others[word] ?? []
        let known = try words.flatMap { stems.all(of: $0) }.map(StemTokenizer.token(ofStem:))
            .filter { try count(of: $0, database) > 0 }
        if !known.isEmpty { return Array(Set(known)).sorted() }
        // A word that is half typed: the words that begin so.
        let longer = try SearchIndex.words(beginningWith: word, max: 8, database)
        if !longer.isEmpty { return longer }
        let nearest = try SearchIndex.nearest(to: word, database)
        return Array(Set(nearest.flatMap { stems.all(of: $0) }.map(StemTokenizer.token(ofStem:)))).sorted()
    }

    /// How many recipes have the token.
    private static func count(of token: String, _ database: Database) throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT doc FROM \(SearchIndex.allWords) WHERE term = ?"), arguments: [token])
            ?? 0
    }
}

/// Numbers as figures and as words: «10 layer lasagna» and «ten-layer lasagna». Folded.
enum SearchNumbers {
    private static let words = [
        "one un une ein eine uno una um een": "1", "two deux zwei dos due dois duas twee": "2",
        "three trois drei tres tre drie": "3", "four quatre vier cuatro quattro quatro": "4",
        "five cinq funf cinco cinque vijf": "5", "six sechs seis sei zes": "6",
        "seven sept sieben siete sette sete zeven": "7",
        "eight huit acht ocho otto oito": "8", "nine neuf neun nueve nove negen": "9",
        "ten dix zehn diez dieci dez tien": "10", "eleven onze elf": "11",
        "twelve douze zwolf doce dodici doze twaalf": "12",
    ]

    /// The other forms of a number's word or figures.
    static let others: [String: [String]] = {
        var others: [String: [String]] = [:]
        for (names, figures) in words {
            let names = names.split(separator: " ").map { String($0) }
            others[figures] = names
            for name in names { others[name, default: []].append(figures) }
        }
        return others
    }()
}
