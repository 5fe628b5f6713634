import Layout

/// Keys of the facet index: (filter kind, the recipe's value), then the recipe.
///
/// Long words are truncated, so two words may share a key: the reader checks the facets of each recipe that it finds.
enum FacetKeys {
    private enum Asked: UInt8 {
        case difficulty = 1
        case minutes, servings, diet, cuisine, course, tag
    }

    /// A key range: the recipes that one filter leaves.
    struct Range {
        let lower: Key
        /// Exclusive; `nil`: to the end of the table.
        let upper: Key?
    }

    /// All keys under which this recipe is found.
    static func keys(of facets: FacetsRow, _ recipe: Position) -> Set<Key> {
        var keys: Set<Key> = []
        if facets.difficulty > 0 { keys.insert(key(.difficulty, UInt64(facets.difficulty))) }
        if facets.totalMinutes > 0 { keys.insert(key(.minutes, facets.totalMinutes)) }
        if facets.servings > 0 { keys.insert(key(.servings, facets.servings)) }
        for diet in Diet.allCases where facets.diets & diet.bit != 0 { keys.insert(key(.diet, UInt64(diet.bit))) }
        if !facets.cuisine.isEmpty { keys.insert(key(.cuisine, facets.cuisine)) }
        if !facets.course.isEmpty { keys.insert(key(.course, facets.course)) }
        for tag in facets.tags { keys.insert(key(.tag, tag)) }
        return Set(keys.map { $0.appending(recipe.value) })
    }

    /// All tags, or all cuisines.
    static var tags: Range { all(Key([Asked.tag.rawValue])) }
    static var cuisines: Range { all(Key([Asked.cuisine.rawValue])) }

    /// The bytes that begin all words with that beginning, as keys hold them.
    static func tagBeginning(_ folded: String) -> [UInt8] { Array(folded.utf8.prefix(wordBytesMax)) }

    /// The word in a tag or cuisine key; `nil` if it may be truncated.
    static func word(of key: Key) -> String? {
        let bytes = key.bytes.dropFirst().dropLast(9)
        return bytes.count < wordBytesMax ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The common beginning of all keys with the same word, or the same truncated word.
    static func wordPrefix(of key: Key) -> Key { Key(key.bytes.dropLast(8)) }

    /// Whether this key may come from `word`, whole or truncated.
    static func isCut(_ word: String, as key: Key) -> Bool {
        word.utf8.prefix(wordBytesMax).elementsEqual(key.bytes.dropFirst().dropLast(9))
    }

    static func recipe(endOf key: Key) -> Position { Position(key.uint64(at: key.count - 8)) }

    static func difficulty(_ number: UInt8) -> Range { all(key(.difficulty, UInt64(number))) }
    static func diet(_ bit: UInt8) -> Range { all(key(.diet, UInt64(bit))) }
    static func cuisine(_ folded: String) -> Range { all(key(.cuisine, folded)) }
    static func course(_ folded: String) -> Range { all(key(.course, folded)) }
    static func tag(_ folded: String) -> Range { all(key(.tag, folded)) }
    static func minutes(atMost maximum: UInt64) -> Range {
        Range(lower: Key([Asked.minutes.rawValue]), upper: key(.minutes, maximum).upperBoundOfPrefix)
    }
    static func servings(atLeast minimum: UInt64) -> Range {
        Range(lower: key(.servings, minimum), upper: Key([Asked.servings.rawValue]).upperBoundOfPrefix)
    }

    private static func all(_ prefix: Key) -> Range { Range(lower: prefix, upper: prefix.upperBoundOfPrefix) }

    private static func key(_ asked: Asked, _ number: UInt64) -> Key { Key([asked.rawValue]).appending(number) }

    private static func key(_ asked: Asked, _ word: String) -> Key {
        Key([asked.rawValue] + word.utf8.prefix(wordBytesMax) + [0])
    }

    /// Limits a key with a word to 32 bytes.
    private static let wordBytesMax = 22
}
