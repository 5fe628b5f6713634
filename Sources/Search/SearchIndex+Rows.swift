import Events
import Foundation
import GRDB
import Layout
import Projections
import Views

/// What is written: documents, with the sums over them.
extension SearchIndex {
    /// `checkpoint` is that of an empty index.
    func create(_ checkpoint: Checkpoint) throws {
        try database.write { database in
            for corpus in TextCorpus.allCases {
                // `ascii` parts words at blanks, of which `FoldedText` leaves one between them, and takes all else as it is.
                for (table, columns) in corpus.tables {
                    let names = columns.joined(separator: ", ")
                    try database.execute(
                        sql: "CREATE VIRTUAL TABLE \(table) USING fts5(\(names), tokenize = 'ascii')")
                }
            }
            try database.execute(sql: "CREATE TABLE checkpoint(bytes BLOB NOT NULL)")
            try database.execute(
                sql: "INSERT INTO checkpoint VALUES (?)", arguments: [Data(checkpoint.bytes)])
        }
    }

    /// Puts a document in the place of the one that is there; nil: in none.
    static func replace(
        _ id: Position, in corpus: TextCorpus, with document: SearchedDocument?,
        _ summary: inout Checkpoint.TableSummary,
        _ database: Database
    ) throws {
        let stored = try stored(id, in: corpus, database)
        guard stored != document else { return }
        if let stored {
            for (table, _) in corpus.tables {
                try database.cachedStatement(sql: "DELETE FROM \(table) WHERE rowid = ?")
                    .execute(arguments: [Int64(bitPattern: id.value)])
            }
            summary.rows -= 1
            summary.fingerprint.subtract(Key(id.value), stored.bytes.span)
        }
        if let document { try insert(id, in: corpus, document, &summary, database) }
    }

    /// Of one that is not there yet.
    static func insert(
        _ id: Position, in corpus: TextCorpus, _ document: SearchedDocument,
        _ summary: inout Checkpoint.TableSummary, _ database: Database
    ) throws {
        for (table, columns) in corpus.tables {
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            let statement = try database.cachedStatement(
                sql: "INSERT INTO \(table)(rowid, \(columns.joined(separator: ", "))) VALUES (?, \(marks))")
            try statement.execute(
                arguments: StatementArguments([Int64(bitPattern: id.value)])
                    + StatementArguments(document.columns.prefix(columns.count)))
        }
        summary.rows += 1
        summary.fingerprint.add(Key(id.value), document.bytes.span)
    }

    private static func stored(
        _ id: Position, in corpus: TextCorpus, _ database: Database
    ) throws -> SearchedDocument? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(corpus.columns.joined(separator: ", ")) FROM \(corpus.table) WHERE rowid = ?")
        return try Row.fetchOne(statement, arguments: [Int64(bitPattern: id.value)]).map {
            SearchedDocument(row: $0, from: 0)
        }
    }

    /// Counts the documents that there are.
    static func recount(_ corpus: TextCorpus, _ database: Database) throws -> Checkpoint.TableSummary {
        var summary = Checkpoint.TableSummary()
        let names = corpus.columns.joined(separator: ", ")
        let rows = try Row.fetchCursor(database, sql: "SELECT rowid, \(names) FROM \(corpus.table)")
        while let row = try rows.next() {
            let id: Int64 = row[0]
            summary.rows += 1
            summary.fingerprint.add(
                Key(UInt64(bitPattern: id)), SearchedDocument(row: row, from: 1).bytes.span)
        }
        return summary
    }
}

extension Checkpoint {
    /// As views name their tables.
    subscript(_ corpus: TextCorpus) -> TableSummary {
        get { tables["\(SearchIndex.identity.name).\(corpus.table)"] ?? TableSummary() }
        set { tables["\(SearchIndex.identity.name).\(corpus.table)"] = newValue }
    }
}

extension SearchedDocument {
    fileprivate init(row: Row, from first: Int) {
        self.init(columns: (first..<row.count).map { row[$0] ?? "" })
    }

    /// What a fingerprint counts.
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 256)
        for column in columns { writer.write(column) }
        return writer.bytes
    }
}
