import Foundation
import GRDB
import GRDBSQLite

/// BM25 for FTS5 with the formula of its function `bm25` (k1 1.2, b 0.75, a weight per column) and one difference:
/// words in more than `countMax` texts get the same weight. `bm25` counts all texts with a word before the first row,
/// which dominates the cost of a frequent word.
///
/// In SQL: `relevance(table, weight, …)`; lower is better, and always below zero.
enum Relevance {
    static let countMax: Int32 = 2_000

    /// Registers the function on a connection.
    static func add(to database: Database) throws {
        guard let connection = unsafe database.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        // FTS5 returns its API through a pointer bound to a statement.
        var api: UnsafeMutablePointer<fts5_api>?
        var statement: OpaquePointer?
        try unsafe check(sqlite3_prepare_v2(connection, "SELECT fts5(?)", -1, &statement, nil))
        unsafe withUnsafeMutablePointer(to: &api) { place in
            let type: StaticString = "fts5_api_ptr"
            unsafe type.utf8Start.withMemoryRebound(to: CChar.self, capacity: type.utf8CodeUnitCount + 1) {
                _ = unsafe sqlite3_bind_pointer(statement, 1, place, $0, nil)
            }
            _ = unsafe sqlite3_step(statement)
        }
        try unsafe check(sqlite3_finalize(statement))
        guard let api = unsafe api else {
            throw DatabaseError(resultCode: .SQLITE_ERROR, message: "SQLite has no FTS5")
        }
        try unsafe check(api.pointee.xCreateFunction(api, "relevance", nil, weigh, nil))
    }

    // MARK: One row

    private static let weigh: fts5_extension_function = { api, context, result, count, values in
        guard let api = unsafe api?.pointee else { return }
        do throws(DatabaseError) {
            let question = try unsafe Question.of(context, api)
            let score = try unsafe question.score(
                context, api, weights: UnsafeBufferPointer(start: values, count: Int(count)))
            unsafe sqlite3_result_double(result, score)
        } catch {
            unsafe sqlite3_result_error_code(result, error.resultCode.rawValue)
        }
    }
}

/// The values shared by all rows of a query.
@safe private final class Question {
    /// The inverse document frequency of each phrase.
    private var rarities: [Double] = []
    /// Mean number of words in a row.
    private let meanLength: Double
    /// Weighted phrase counts of the current row.
    private var frequencies: [Double] = []

    /// SQLite keeps the object with the query while it visits the rows.
    static func of(_ context: OpaquePointer?, _ api: Fts5ExtensionApi) throws(DatabaseError) -> Question {
        if let known = unsafe api.xGetAuxdata(context, 0) {
            return unsafe Unmanaged<Question>.fromOpaque(known).takeUnretainedValue()
        }
        let question = try unsafe Question(context, api)
        let kept = unsafe Unmanaged.passRetained(question).toOpaque()
        // SQLite releases the object, at once if it cannot keep it.
        try unsafe check(api.xSetAuxdata(context, kept) { unsafe Unmanaged<Question>.fromOpaque($0!).release() })
        return question
    }

    private init(_ context: OpaquePointer?, _ api: Fts5ExtensionApi) throws(DatabaseError) {
        var rows: Int64 = 0
        var words: Int64 = 0
        try unsafe check(api.xRowCount(context, &rows))
        try unsafe check(api.xColumnTotalSize(context, -1, &words))
        meanLength = Double(words) / Double(max(rows, 1))
        for phrase in 0..<(unsafe api.xPhraseCount(context)) {
            var count: CInt = 0
            try unsafe check(
                api.xQueryPhrase(context, phrase, &count) { _, _, count in
                    let count = unsafe count!.assumingMemoryBound(to: CInt.self)
                    unsafe count.pointee += 1
                    return unsafe count.pointee < Relevance.countMax ? SQLITE_OK : SQLITE_DONE
                })
            let rarity = log((Double(rows) - Double(count) + 0.5) / (Double(count) + 0.5))
            // Further occurrences of a word that most texts contain must not lower the score.
            rarities.append(rarity > 0 ? rarity : 1e-6)
        }
        frequencies = Array(repeating: 0, count: rarities.count)
    }

    func score(
        _ context: OpaquePointer?, _ api: Fts5ExtensionApi, weights: UnsafeBufferPointer<OpaquePointer?>
    ) throws(DatabaseError) -> Double {
        for phrase in frequencies.indices { frequencies[phrase] = 0 }
        var count: CInt = 0
        try unsafe check(api.xInstCount(context, &count))
        for instance in 0..<count {
            var (phrase, column, place): (CInt, CInt, CInt) = (0, 0, 0)
            try unsafe check(api.xInst(context, instance, &phrase, &column, &place))
            frequencies[Int(phrase)] += column < weights.count ? unsafe sqlite3_value_double(weights[Int(column)]) : 1
        }
        var length: CInt = 0
        try unsafe check(api.xColumnSize(context, -1, &length))
        let norm = 1.2 * (0.25 + 0.75 * Double(length) / meanLength)
        var score = 0.0
        for (phrase, frequency) in frequencies.enumerated() {
            score -= rarities[phrase] * frequency * 2.2 / (frequency + norm)
        }
        return score
    }
}

private func check(_ code: CInt) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
}
