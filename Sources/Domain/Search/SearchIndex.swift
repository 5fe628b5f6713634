import EventLog
import Events
import Foundation
import GRDB
import Layout
import Projections
import Views

/// A full-text index: a SQLite database (FTS5) with the folded texts of recipes and members, and its position.
///
/// It contains exactly the shown entities. BM25 depends on how many documents contain a word, so equal states of the
/// views give equal scores, whatever happened before. Banned members stay in the index, because bans depend on the
/// clock.
final class SearchIndex: Sendable {
    /// An index with another version is rebuilt.
    static let identity = ViewIdentity(name: "search", version: 5)

    let database: any DatabaseWriter

    init(_ database: any DatabaseWriter) { self.database = database }

    // MARK: Opening

    /// Opens an existing index. Readers do not wait for writers.
    convenience init(existing path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
        var configuration = Self.configuration
        configuration.busyMode = .timeout(10)
        self.init(try DatabasePool(path: path, configuration: configuration))
    }

    /// A new index on disk that no other process knows yet, so that it needs no crash safety.
    convenience init(newAt path: String) throws {
        var configuration = Self.configuration
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = OFF")
            try database.execute(sql: "PRAGMA synchronous = OFF")
        }
        self.init(try DatabaseQueue(path: path, configuration: configuration))
    }

    /// A new index in memory, for a single query.
    convenience init() throws { self.init(try DatabaseQueue(configuration: Self.configuration)) }

    private static var configuration: Configuration {
        var configuration = Configuration()
        // No text may reach temporary files elsewhere.
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            // Detects damaged pages earlier.
            try database.execute(sql: "PRAGMA cell_size_check = ON")
            try Relevance.add(to: database)
            database.add(tokenizer: StemTokenizer.self)
        }
        return configuration
    }

    // MARK: Checkpoint

    /// `nil` if it is missing or undecodable.
    static func checkpoint(_ database: Database) throws -> Checkpoint? {
        let bytes = try Data.fetchOne(database.cachedStatement(sql: "SELECT bytes FROM checkpoint"))
        // Undecodable bytes are those of another version, or damaged: either way the index is rebuilt.
        return bytes.flatMap { try? Checkpoint(bytes: unsafe Array($0).span.bytes) }
    }

    func checkpoint() throws -> Checkpoint? { try database.read(Self.checkpoint) }

    static func write(_ checkpoint: Checkpoint, _ database: Database) throws {
        try database.execute(sql: "UPDATE checkpoint SET bytes = ?", arguments: [Data(checkpoint.bytes)])
    }

    // MARK: Questions

    /// Calls `body` with the matches, best first, until it returns false.
    ///
    /// Columns first: matches within the first column, then within the first two, and so on. For the same columns,
    /// whole words come before prefixes, and prefixes before other forms of the words (`SearchMeaning`). Most pages are full before the
    /// long texts or the prefixes are searched. The short texts have tables of their own, so that a title search skips words in steps.
    /// Recipes with all words are followed by those with any.
    static func forEachMatch(
        of terms: SearchTerms, in corpus: TextCorpus, _ database: Database, _ body: (TextMatch) throws -> Bool
    ) throws {
        var seen: Set<Position> = []
        var tier: UInt8 = 0
        func goesOn(_ expression: String?, in table: TextTable, among rare: String? = nil, weighed: Int = weighedMax)
            throws -> Bool
        {
            tier += 1
            guard let expression else { return true }
            return try forEachRow(of: expression, in: table, corpus, among: rare, weighed: weighed, database) {
                row, score in
                let id = TextTable.id(ofRow: row)
                guard seen.insert(id).inserted else { return true }
                return try body(TextMatch(id: id, tier: tier, score: score))
            }
        }
        let expressions = terms.expressions
        var known: SearchMeaning?
        for table in corpus.tables {
            for reach in table.reaches {
                let columns = corpus.columns.prefix(reach).joined(separator: " ")
                for expression in expressions {
                    guard try goesOn("{\(columns)} : (\(expression))", in: table) else { return }
                }
                guard corpus.hasStems else { continue }
                let meaning = try known ?? SearchMeaning(of: terms, database)
                known = meaning
                guard try goesOn(meaning.all.map { "{\(columns)} : (\($0))" }, in: table) else { return }
            }
        }
        guard let any = known?.any, let table = corpus.tables.last else { return }
        _ = try goesOn(any.expression, in: table, among: any.rare, weighed: SearchMeaning.scoredMax)
    }

    /// Scoring a match takes ten times as long as finding it. So only the first matches in the table's own
    /// order are scored, as many as `weighedCount`; the others follow in that order. `rare`: only texts that match it, too.
    private static func forEachRow(
        of expression: String, in table: TextTable, _ corpus: TextCorpus, among rare: String?,
        weighed weighedCount: Int, _ database: Database, _ body: (Int64, Double) throws -> Bool
    ) throws -> Bool {
        let name = table.name
        let among = rare == nil ? "" : "AND rowid IN (SELECT rowid FROM \(name) WHERE \(name) MATCH ?)"
        let arguments = [expression] + (rare.map { [$0] } ?? [])
        let weights = corpus.weights.prefix(table.columns).map { "\($0)" }.joined(separator: ", ")
        let weighed = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT row, score FROM (
                        SELECT rowid AS row, relevance(\(name), \(weights)) AS score FROM \(name)
                        WHERE \(name) MATCH ? \(among) ORDER BY rowid DESC LIMIT \(weighedCount))
                    ORDER BY score, \(TextTable.id(ofRow: "row")) DESC
                    """), arguments: StatementArguments(arguments))
        var count = 0
        var last = Int64.max
        while let next = try weighed.next() {
            let row: Int64 = next[0]
            count += 1
            last = min(last, row)
            guard try body(row, next[1]) else { return false }
        }
        guard count == weighedCount else { return true }
        let others = try Int64.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT rowid FROM \(name) WHERE \(name) MATCH ? \(among) AND rowid < ? ORDER BY rowid DESC
                    """), arguments: StatementArguments(arguments) + [last])
        while let row = try others.next() {
            guard try body(row, TextTable.scoreUnweighed(ofRow: row)) else { return false }
        }
        return true
    }

    static let weighedMax = 256
}
