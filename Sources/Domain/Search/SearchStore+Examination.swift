import EventLog
import Events
import Foundation
import GRDB
import Layout
package import Projections
package import Views

extension SearchStore {
    /// Whether there is an index.
    package var isThere: Bool {
        get throws(Refusal) {
            do throws(any Error) { return try !numbers().isEmpty } catch { throw refusal(error) }
        }
    }

    /// Builds the index if there is none, and advances it to the views' position.
    package func prepare(at snapshot: ViewSnapshot, progress: (Int, Int) -> Void) throws {
        try read(at: snapshot, still: false, progress: progress) { _, _ in }
    }

    /// Rows and fingerprints of the index at the views' position, by table; `nil` if there is no index.
    package func tables(at snapshot: ViewSnapshot) throws -> [String: Checkpoint.TableSummary]? {
        guard try isThere else { return nil }
        let untold: (Int, Int) -> Void = { _, _ in }
        return try read(at: snapshot, still: false, progress: untold) { _, checkpoint in checkpoint.tables }
    }

    /// The texts of the index beside those of a rebuild, at one position.
    package struct Comparison: Sendable {
        /// `nil` if there was no index, or an unusable one, which the next search replaces.
        package var live: [String: Checkpoint.TableSummary]?
        /// The damage that SQLite or FTS5 found.
        package var damage: String?
        package var rebuilt: [String: Checkpoint.TableSummary]
        package var matches: Bool { damage == nil && (live == nil || live == rebuilt) }
    }

    /// Builds an index aside and compares the two. Publishes the new one if `replacing`, otherwise discards it.
    /// Requires the lock.
    package func compare(
        at snapshot: ViewSnapshot, replacing: Bool, progress: (Int, Int) -> Void
    ) throws -> Comparison {
        let path = try make(at: snapshot, progress)
        do {
            var comparison = Comparison(rebuilt: try Self.tables(ofNewIn: path))
            if let live = try usable() { try examine(live, at: snapshot, &comparison) }
            if replacing { try publish(path) } else { try removeIfPresent(path) }
            return comparison
        } catch {
            // The first error is the one to report; `sweep` removes what stays.
            try? removeIfPresent(path)
            throw error
        }
    }

    /// Compares at the newest state of the views. Begins again when an account is deleted meanwhile, because
    /// its words must not enter the new index; after a second it announces why, once. Throws `Overtaken` if that lasts longer
    /// than a wait for the lock may. Requires the lock.
    package func compareNewest(
        of store: ViewStore<AllProjectors>, replacing: Bool, progress: (Int, Int) -> Void
    ) throws -> Comparison {
        let start = ContinuousClock.now
        var isAnnounced = false
        while true {
            var isOvertaken = false
            do {
                return try store.query { snapshot in
                    do { return try compare(at: snapshot, replacing: replacing, progress: progress) } catch {
                        isOvertaken = error is Overtaken
                        throw refusal(error)
                    }
                }
            } catch {
                let spent = ContinuousClock.now - start
                guard isOvertaken, spent < .seconds(FileLock.waitSecondsMax) else { throw error }
                if !isAnnounced, spent >= .seconds(1) {
                    isAnnounced = true
                    waits.announce(
                        "accounts are being deleted: the rebuild of the search index begins again after each")
                }
            }
        }
    }

    private static func tables(ofNewIn path: String) throws -> [String: Checkpoint.TableSummary] {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: databasePath(in: path), configuration: configuration)
        return try database.read { try SearchIndex.checkpoint($0)?.tables ?? [:] }
    }

    /// Recomputes the fingerprints from the rows, and runs the integrity checks of SQLite and FTS5.
    private func examine(_ live: Live, at snapshot: ViewSnapshot, _ comparison: inout Comparison) throws {
        do {
            guard try live.index.advance(to: snapshot, views, log) else { return }
            comparison.live = try live.index.database.read { database in
                var checkpoint = try SearchIndex.checkpoint(database) ?? fresh()
                for corpus in TextCorpus.allCases { checkpoint[corpus] = try SearchIndex.recount(corpus, database) }
                return checkpoint.tables
            }
            try live.index.checkIntegrity()
        } catch let error as DatabaseError where error.isHealedByMakingAnew {
            comparison.live = comparison.live ?? [:]
            comparison.damage = error.message ?? "\(error.resultCode)"
        }
    }
}

extension SearchIndex {
    /// Throws the first problem that SQLite finds in its pages, or FTS5 between its words and its texts. O(bytes).
    func checkIntegrity() throws {
        try database.write { database in
            let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
            guard found == ["ok"] else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found.first)
            }
            for corpus in TextCorpus.allCases {
                for table in corpus.tables {
                    // Rank 1 also compares the words with texts in another table.
                    try database.execute(
                        sql: "INSERT INTO \(table.name)(\(table.name), rank) VALUES ('integrity-check', 1)")
                    if table.isByLength { try Self.checkSame(table, corpus, database) }
                }
            }
        }
    }

    /// Texts stored twice must be equal in both tables.
    private static func checkSame(_ table: TextTable, _ corpus: TextCorpus, _ database: Database) throws {
        let names = corpus.columns.prefix(table.columns)
        let same = names.map { "a.\($0) IS b.\($0)" }.joined(separator: " AND ")
        let count = "(SELECT count(*) FROM \(table.name)) = (SELECT count(*) FROM \(corpus.texts))"
        let differing = """
            SELECT 1 FROM (SELECT \(table.row) AS row, \(names.joined(separator: ", ")) FROM \(corpus.texts)) AS a
            LEFT JOIN \(table.name) AS b ON b.rowid = a.row WHERE NOT (\(same))
            """
        guard try Bool.fetchOne(database, sql: "SELECT \(count) AND NOT EXISTS (\(differing))") == true else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "\(table.name) and \(corpus.texts) differ")
        }
    }
}
