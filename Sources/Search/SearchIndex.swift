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
    static let identity = ViewIdentity(name: "search", version: 3)

    let database: any DatabaseWriter

    init(_ database: any DatabaseWriter) { self.database = database }

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
            try Relevance.add(to: database)
        }
        return configuration
    }

    // MARK: Checkpoint

    /// Nil when it says none that can be read.
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

    /// Calls `body` with what matches, the best first, until it answers false.
    ///
    /// First what matches in the first column alone, then in the first two, and so on; in each what has all words whole before
    /// what has them as beginnings. Most pages are full before the long texts are looked at, or all words that begin in some
    /// way; and words that all steps have need not be gone through to find them in titles, for these and the other short texts
    /// have tables of their own.
    static func forEachMatch(
        of terms: SearchTerms, in corpus: TextCorpus, _ database: Database, _ body: (TextMatch) throws -> Bool
    ) throws {
        let expressions = terms.expressions
        var seen: Set<Position> = []
        var tier: UInt8 = 0
        for table in corpus.tables {
            for reach in table.reaches {
                let columns = corpus.columns.prefix(reach).joined(separator: " ")
                for expression in expressions {
                    tier += 1
                    let isGoingOn = try forEachRow(
                        of: "{\(columns)} : (\(expression))", in: table, corpus, database
                    ) { row, score in
                        let id = TextTable.id(ofRow: row)
                        guard seen.insert(id).inserted else { return true }
                        return try body(TextMatch(id: id, tier: tier, score: score))
                    }
                    guard isGoingOn else { return }
                }
            }
        }
    }

    /// To weigh a match takes ten times as long as to find it, so only the first `weighedMax` are, by the order that the table
    /// has without any question; the others follow in that order.
    private static func forEachRow(
        of expression: String, in table: TextTable, _ corpus: TextCorpus, _ database: Database,
        _ body: (Int64, Double) throws -> Bool
    ) throws -> Bool {
        let weights = corpus.weights.prefix(table.columns).map { "\($0)" }.joined(separator: ", ")
        let weighed = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT row, score FROM (
                        SELECT rowid AS row, relevance(\(table.name), \(weights)) AS score FROM \(table.name)
                        WHERE \(table.name) MATCH ? ORDER BY rowid DESC LIMIT \(weighedMax))
                    ORDER BY score, \(TextTable.id(ofRow: "row")) DESC
                    """), arguments: [expression])
        var count = 0
        var last = Int64.max
        while let next = try weighed.next() {
            let row: Int64 = next[0]
            count += 1
            last = min(last, row)
            guard try body(row, next[1]) else { return false }
        }
        guard count == weighedMax else { return true }
        let others = try Int64.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT rowid FROM \(table.name) WHERE \(table.name) MATCH ? AND rowid < ? ORDER BY rowid DESC
                    """), arguments: [expression, last])
        while let row = try others.next() {
            guard try body(row, TextTable.scoreUnweighed(ofRow: row)) else { return false }
        }
        return true
    }

    static let weighedMax = 256
}
