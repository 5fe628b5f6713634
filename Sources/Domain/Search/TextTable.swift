import Events
import Layout
import Views

/// A full-text table (FTS5) over the first columns of a corpus. The texts themselves are in a plain table.
struct TextTable {
    var name: String
    /// The numbers of leading columns that queries search in this table: those that no smaller table has.
    var reaches: ClosedRange<Int>
    var columns: Int { reaches.upperBound }
    /// Row order: shorter texts first, then newest first; otherwise newest first only.
    var isByLength = false
    /// Whether the table has a prefix index.
    var hasPrefixes = true
}

extension TextCorpus {
    /// From the fewest columns to all. Most queries are answered by the small tables.
    var tables: [TextTable] {
        switch self {
        case .recipes:
            [
                TextTable(name: "titles", reaches: 1...1, isByLength: true), TextTable(name: "heads", reaches: 2...2),
                TextTable(name: "briefs", reaches: 3...4),
                // Steps are the bulk of all words, and prefix queries hardly ever reach them.
                TextTable(name: "recipes", reaches: 5...5, hasPrefixes: false),
            ]
        case .members: [TextTable(name: "members", reaches: 1...2)]
        }
    }

    /// Whether words are also found by their stems. The names of members have none.
    var hasStems: Bool { self == .recipes }

    /// The plain table with `id` and the columns.
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

    /// Weight of a word by column. The weights are far enough apart that a word in the title outranks one in the tags
    /// even if the other texts are longer, and so on; above about twenty BM25 saturates. They decide among matches that
    /// need the same columns.
    var weights: [Double] {
        switch self {
        case .recipes: [20, 8, 3, 1, 0.3]
        case .members: [4, 1]
        }
    }
}

/// Row ids: the entity's position in the low 48 bits. In tables by length the high bits hold a maximum minus the number
/// of words. FTS5 reads rows by descending id, which is the wanted order.
extension TextTable {
    private static let idBits = 48
    private static let wordsMax = 0x7FFF

    static func id(ofRow row: Int64) -> Position { Position(UInt64(row) & (1 << idBits - 1)) }

    /// The id in a row id, as an SQL expression.
    static func id(ofRow column: String) -> String { "(\(column) & \(1 << idBits - 1))" }

    /// Higher than any BM25 score, and ordered like the rows apart from the entity.
    static func scoreUnweighed(ofRow row: Int64) -> Double { Double(1 + Int64(wordsMax) - row >> idBits) }

    /// The row id as an SQL expression over the texts.
    var row: String {
        guard isByLength else { return "id" }
        // Folded texts have one blank between words.
        let blanks = "length(title) - length(replace(title, ' ', ''))"
        return "((\(Self.wordsMax) - min(\(blanks), \(Self.wordsMax))) << \(Self.idBits)) + id"
    }
}
