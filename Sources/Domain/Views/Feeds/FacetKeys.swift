import Layout

/// The keys under which a recipe is found by what filters ask for: (what is asked, what the recipe says), then the recipe.
///
/// A long word is cut off, so two words may share a key: whoever finds a recipe here asks its facets once more.
enum FacetKeys {
    private enum Asked: UInt8 {
        case difficulty = 1
        case minutes, servings, diet, cuisine, course, tag
    }

    /// A range of keys: what one filter narrows the recipes down to.
    struct Range {
        let lower: Key
        /// Exclusive; nil: to the end of the table.
        let upper: Key?
    }

    /// All that this recipe is to be found under.
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

    /// Of a key of one of those: the word; nil when it may have been cut off.
    static func word(of key: Key) -> String? {
        let bytes = key.bytes.dropFirst().dropLast(9)
        return bytes.count < wordBytesMax ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Of a key: what all keys of the same word, or of those cut off alike, begin with.
    static func wordPrefix(of key: Key) -> Key { Key(key.bytes.dropLast(8)) }

    /// Whether a word is one of those that the key was made from.
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

    /// Of a word in a key: with it, a key takes 32 bytes at most.
    private static let wordBytesMax = 22
}
