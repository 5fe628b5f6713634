/// What a word can mean at some place of a line. One look into a table answers all rules that ask about the word.
struct WordKinds: OptionSet {
    let rawValue: UInt32

    static let dozen = WordKinds(rawValue: 1 << 0)
    static let half = WordKinds(rawValue: 1 << 1)
    static let and = WordKinds(rawValue: 1 << 2)
    static let rangeSign = WordKinds(rawValue: 1 << 3)
    static let vagueAmount = WordKinds(rawValue: 1 << 4)
    static let connective = WordKinds(rawValue: 1 << 5)
    static let size = WordKinds(rawValue: 1 << 6)
    static let colour = WordKinds(rawValue: 1 << 7)
    static let approximation = WordKinds(rawValue: 1 << 8)
    static let fullness = WordKinds(rawValue: 1 << 9)
    static let made = WordKinds(rawValue: 1 << 10)
    static let making = WordKinds(rawValue: 1 << 11)
    static let sizeConnective = WordKinds(rawValue: 1 << 12)
    static let plus = WordKinds(rawValue: 1 << 13)
    static let notCounted = WordKinds(rawValue: 1 << 14)
    static let or = WordKinds(rawValue: 1 << 15)
    static let number = WordKinds(rawValue: 1 << 16)
    static let length = WordKinds(rawValue: 1 << 17)
    static let enough = WordKinds(rawValue: 1 << 18)
    static let vague = WordKinds(rawValue: 1 << 19)
    static let approximationPhrase = WordKinds(rawValue: 1 << 20)

    private static let table: [String: WordKinds] = {
        var table: [String: WordKinds] = [:]
        let kinds: [(WordKinds, Set<String>)] = [
            (.dozen, KitchenWords.allDozens), (.half, KitchenWords.allHalves), (.and, KitchenWords.allAnd),
            (.rangeSign, KitchenWords.allRangeSigns), (.vagueAmount, KitchenWords.vagueAmounts),
            (.connective, KitchenWords.allConnectives), (.size, KitchenWords.allSizes),
            (.colour, KitchenWords.colours), (.approximation, KitchenWords.allApproximations),
            (.fullness, KitchenWords.fullness), (.made, KitchenWords.allMade), (.making, KitchenWords.allMaking),
            (.sizeConnective, KitchenWords.sizeConnectives), (.plus, KitchenWords.plus),
            (.notCounted, KitchenWords.notCounted), (.or, KitchenWords.or),
            (.number, Set(KitchenWords.lineNumbers.keys)), (.length, KitchenWords.allLengths),
            (.enough, KitchenWords.enough), (.vague, Set(KitchenWords.vaguePhrases.keys)),
            (.approximationPhrase, Set(KitchenWords.approximationPhrases.keys)),
        ]
        for (kind, words) in kinds {
            for word in words { table[word, default: []].insert(kind) }
        }
        return table
    }()

    /// The kinds of a word in lower case.
    static func of(_ word: String) -> WordKinds { table[word] ?? [] }
}
