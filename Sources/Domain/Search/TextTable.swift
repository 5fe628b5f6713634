import Events
import Layout
import Views

/// A full-text table (FTS5) of the first columns of a corpus. The texts themselves are in a plain table.
struct TextTable {
    var name: String
    /// How many of the columns, from the first on, it is searched for: all that it has, and those that no smaller table has.
    var reaches: ClosedRange<Int>
    var columns: Int { reaches.upperBound }
    /// What the rows are sorted by before anything is asked: the shorter text first and of equals the later; or just the later.
    var isByLength = false
    /// Whether it has an index for what words begin with.
    var hasPrefixes = true
}

extension TextCorpus {
    /// From the fewest columns to all. What most questions are answered by is small.
    var tables: [TextTable] {
        switch self {
        case .recipes:
            [
                TextTable(name: "titles", reaches: 1...1, isByLength: true), TextTable(name: "heads", reaches: 2...2),
                TextTable(name: "briefs", reaches: 3...4),
                // Steps are the bulk of all words, and hardly ever asked for what they begin with.
                TextTable(name: "recipes", reaches: 5...5, hasPrefixes: false),
            ]
        case .members: [TextTable(name: "members", reaches: 1...2)]
        }
    }

    /// The plain table, with `id` beside the columns.
    var texts: String {
        switch self {
        case .recipes: "recipe_texts"
        case .members: "member_texts"
        }
    }

    var columns: [String] {
        switch self {
        case .recipes: ["title", "tags", "ingredients", "description", "steps"]
        case .members: ["username", "name"]
        }
    }

    /// How often a word counts in each column. So far apart that one word in a title outweighs one in the tags even where the
    /// rest of the texts is longer, and so on; beyond some twenty BM25 hears no more. It decides among what needs the same
    /// columns.
    var weights: [Double] {
        switch self {
        case .recipes: [20, 8, 3, 1, 0.3]
        case .members: [4, 1]
        }
    }
}

/// How rows are numbered: by the entity's position, which takes 48 bits; in tables by length the words that a text lacks from
/// the most that there may be stand above. So FTS5, which finds rows by their numbers, finds them from the last to the first in
/// the order that is wanted.
extension TextTable {
    private static let idBits = 48
    private static let wordsMax = 0x7FFF

    static func id(ofRow row: Int64) -> Position { Position(UInt64(row) & (1 << idBits - 1)) }

    /// The same in SQL, as a number.
    static func id(ofRow column: String) -> String { "(\(column) & \(1 << idBits - 1))" }

    /// More than any score of BM25, in the order of the rows but for the entities.
    static func scoreUnweighed(ofRow row: Int64) -> Double { Double(1 + Int64(wordsMax) - row >> idBits) }

    /// The number of a row in SQL, where the texts are at hand.
    var row: String {
        guard isByLength else { return "id" }
        // Folded texts have one blank between words.
        let blanks = "length(title) - length(replace(title, ' ', ''))"
        return "((\(Self.wordsMax) - min(\(blanks), \(Self.wordsMax))) << \(Self.idBits)) + id"
    }
}
