import EventLog
import Events
import Foundation
import GRDB
import Layout
import Projections
import Views

/// One full-text index: a SQLite database with the folded texts of recipes and members (FTS5), and how far it has come.
///
/// It holds exactly what is shown: whatever leaves the feeds for good leaves the index, so that BM25, which weighs words by how
/// many documents have them, says the same of a state of the views whatever way led there. Banned members stay in it, for that
/// hangs on the clock.
final class SearchIndex: Sendable {
    /// Another one stored makes the index be made anew.
    static let identity = ViewIdentity(name: "search", version: 2)

    let database: any DatabaseWriter

    init(_ database: any DatabaseWriter) { self.database = database }

    func close() { try? database.close() }

    // MARK: Opening

    /// Opens what is there. Readers do not wait for whoever writes.
    convenience init(existing path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
        var configuration = Self.configuration
        configuration.busyMode = .timeout(10)
        self.init(try DatabasePool(path: path, configuration: configuration))
    }

    /// An empty one that only this process knows of yet: nobody minds if it is left half made.
    convenience init(newAt path: String) throws {
        var configuration = Self.configuration
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = OFF")
            try database.execute(sql: "PRAGMA synchronous = OFF")
        }
        self.init(try DatabaseQueue(path: path, configuration: configuration))
    }

    /// An empty one in memory, for a single question.
    convenience init() throws { self.init(try DatabaseQueue(configuration: Self.configuration)) }

    private static var configuration: Configuration {
        var configuration = Configuration()
        // Nothing of the texts may come to lie in files elsewhere.
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            // A page that is none shows sooner.
            try database.execute(sql: "PRAGMA cell_size_check = ON")
        }
        return configuration
    }

    // MARK: Checkpoint

    /// Nil when it says none that can be read.
    static func checkpoint(_ database: Database) throws -> Checkpoint? {
        let bytes = try Data.fetchOne(database.cachedStatement(sql: "SELECT bytes FROM checkpoint"))
        return bytes.flatMap { try? Checkpoint(bytes: unsafe Array($0).span.bytes) }
    }

    func checkpoint() throws -> Checkpoint? { try database.read(Self.checkpoint) }

    static func write(_ checkpoint: Checkpoint, _ database: Database) throws {
        try database.execute(sql: "UPDATE checkpoint SET bytes = ?", arguments: [Data(checkpoint.bytes)])
    }

    // MARK: Questions

    /// Calls `body` with what matches, the best first, until it answers false.
    ///
    /// First what matches in the first column alone, then in the first two, and so on. Most pages are full before the long texts
    /// are looked at, and few documents have to be weighed: that is what takes time. A column that has a table of its own is
    /// looked at there: words that all steps have need not be gone through to find them in titles.
    static func forEachMatch(
        of terms: SearchTerms, in corpus: TextCorpus, _ database: Database, _ body: (TextMatch) throws -> Bool
    ) throws {
        var seen: Set<Int64> = []
        for reach in 1...corpus.columns.count {
            let table = reach == 1 ? corpus.firstColumnTable ?? corpus.table : corpus.table
            let weights = table == corpus.table ? corpus.weights : "1.0"
            let statement = try database.cachedStatement(
                sql: """
                    SELECT rowid, bm25(\(table), \(weights)) AS score FROM \(table)
                    WHERE \(table) MATCH ? ORDER BY score, rowid DESC LIMIT ?
                    """)
            let expression = "{\(corpus.columns.prefix(reach).joined(separator: " "))} : (\(terms.expression))"
            // Of a few, SQLite sorts no more than those; hardly anybody looks further.
            for limit in [firstMatches, -1] {
                var count = 0
                let rows = try Row.fetchCursor(statement, arguments: [expression, limit])
                while let row = try rows.next() {
                    count += 1
                    let id: Int64 = row[0]
                    guard seen.insert(id).inserted else { continue }
                    let match = TextMatch(
                        id: Position(UInt64(bitPattern: id)), reach: UInt8(reach), score: row[1])
                    guard try body(match) else { return }
                }
                if count < limit { break }
            }
        }
    }

    private static let firstMatches = 200
}

extension TextCorpus {
    var table: String {
        switch self {
        case .recipes: "recipes"
        case .members: "members"
        }
    }

    /// Where the first column stands alone, if it does.
    var firstColumnTable: String? {
        switch self {
        case .recipes: "titles"
        case .members: nil
        }
    }

    /// All tables, each with the first columns that it holds.
    var tables: [(name: String, columns: ArraySlice<String>)] {
        [(table, columns[...])] + (firstColumnTable.map { [($0, columns.prefix(1))] } ?? [])
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
    var weights: String {
        switch self {
        case .recipes: "20.0, 8.0, 3.0, 1.0, 0.3"
        case .members: "4.0, 1.0"
        }
    }
}
