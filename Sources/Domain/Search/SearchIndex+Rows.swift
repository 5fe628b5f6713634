import Events
import Foundation
import GRDB
import Layout
import Projections
import Views

/// Writes documents and their fingerprints.
extension SearchIndex {
    /// `checkpoint` is that of an empty index.
    func create(_ checkpoint: Checkpoint) throws {
        try database.write { database in
            for corpus in TextCorpus.allCases {
                let texts = corpus.columns.map { "\($0) TEXT NOT NULL" }.joined(separator: ", ")
                try database.execute(sql: "CREATE TABLE \(corpus.texts)(id INTEGER PRIMARY KEY, \(texts))")
                for table in corpus.tables {
                    // `ascii` splits at blanks, which separate the words of `FoldedText`, and keeps all non-ASCII
                    // characters.
                    let tokenizer = corpus.hasStems ? StemTokenizer.name : "ascii"
                    var arguments = corpus.columns.prefix(table.columns) + ["tokenize = '\(tokenizer)'"]
                    if table.hasPrefixes { arguments.append("prefix = '1 2 3'") }
                    // Tables by length have other row ids, so FTS5 keeps their texts once more.
                    if !table.isByLength { arguments += ["content = '\(corpus.texts)'", "content_rowid = 'id'"] }
                    try database.execute(
                        sql: "CREATE VIRTUAL TABLE \(table.name) USING fts5(\(arguments.joined(separator: ", ")))")
                }
            }
            for (vocabulary, table) in Self.vocabularies {
                try database.execute(
                    sql: "CREATE VIRTUAL TABLE \(vocabulary) USING fts5vocab('\(table)', 'row')")
            }
            try database.execute(sql: "CREATE TABLE checkpoint(bytes BLOB NOT NULL)")
            try database.execute(
                sql: "INSERT INTO checkpoint VALUES (?)", arguments: [Data(checkpoint.bytes)])
        }
    }

    /// Replaces a document; `nil` removes it.
    static func replace(
        _ id: Position, in corpus: TextCorpus, with document: SearchedDocument?,
        _ summary: inout Checkpoint.TableSummary,
        _ database: Database
    ) throws {
        let stored = try stored(id, in: corpus, database)
        guard stored != document else { return }
        if let stored {
            // FTS5 reads the stored texts to find the words to remove.
            for table in corpus.tables {
                let row = "(SELECT \(table.row) FROM \(corpus.texts) WHERE id = ?)"
                try database.cachedStatement(sql: "DELETE FROM \(table.name) WHERE rowid = \(row)")
                    .execute(arguments: [Int64(id.value)])
            }
            try database.cachedStatement(sql: "DELETE FROM \(corpus.texts) WHERE id = ?")
                .execute(arguments: [Int64(id.value)])
            summary.rows -= 1
            summary.fingerprint.subtract(Key(id.value), stored.bytes.span)
        }
        guard let document else { return }
        try insert(id, in: corpus, document, &summary, database)
        for table in corpus.tables {
            try database.cachedStatement(sql: filling(table, corpus, "WHERE id = ?"))
                .execute(arguments: [Int64(id.value)])
        }
    }

    /// Inserts the texts of a new document without indexing its words.
    static func insert(
        _ id: Position, in corpus: TextCorpus, _ document: SearchedDocument,
        _ summary: inout Checkpoint.TableSummary, _ database: Database
    ) throws {
        let marks = corpus.columns.map { _ in "?" }.joined(separator: ", ")
        try database.cachedStatement(sql: "INSERT INTO \(corpus.texts) VALUES (?, \(marks))")
            .execute(arguments: StatementArguments([Int64(id.value)]) + StatementArguments(document.columns))
        summary.rows += 1
        summary.fingerprint.add(Key(id.value), document.bytes.span)
    }

    /// Indexes the words of all texts, for empty full-text tables. FTS5 is fast only if rows arrive in order.
    static func fillTables(_ database: Database) throws {
        for corpus in TextCorpus.allCases {
            for table in corpus.tables { try database.execute(sql: filling(table, corpus, "ORDER BY 1")) }
        }
    }

    private static func filling(_ table: TextTable, _ corpus: TextCorpus, _ which: String) -> String {
        let names = corpus.columns.prefix(table.columns).joined(separator: ", ")
        return """
            INSERT INTO \(table.name)(rowid, \(names)) SELECT \(table.row), \(names) FROM \(corpus.texts) \(which)
            """
    }

    private static func stored(
        _ id: Position, in corpus: TextCorpus, _ database: Database
    ) throws -> SearchedDocument? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(corpus.columns.joined(separator: ", ")) FROM \(corpus.texts) WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [Int64(id.value)]).map {
            SearchedDocument(row: $0, from: 0)
        }
    }

    /// Counts the stored documents and computes their fingerprint.
    static func recount(_ corpus: TextCorpus, _ database: Database) throws -> Checkpoint.TableSummary {
        var summary = Checkpoint.TableSummary()
        let names = corpus.columns.joined(separator: ", ")
        let rows = try Row.fetchCursor(database, sql: "SELECT id, \(names) FROM \(corpus.texts)")
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
    /// Named like the tables of views. A corpus without texts has no entry, whether it was never filled or was emptied: so equal texts
    /// have equal summaries.
    subscript(_ corpus: TextCorpus) -> TableSummary {
        get { tables["\(SearchIndex.identity.name).\(corpus)"] ?? TableSummary() }
        set { tables["\(SearchIndex.identity.name).\(corpus)"] = newValue == TableSummary() ? nil : newValue }
    }
}

extension SearchedDocument {
    fileprivate init(row: Row, from first: Int) {
        self.init(columns: (first..<row.count).map { row[$0] ?? "" })
    }

    /// The bytes that fingerprints cover.
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 256)
        for column in columns { writer.write(column) }
        return writer.bytes
    }
}

/// The folded texts of one recipe or member, in the order of the index's columns.
struct SearchedDocument: Hashable, Sendable {
    var columns: [String]
}

extension SearchedDocument {
    /// `nil` for a deleted recipe, a deleted author, and content that cannot be opened.
    init?(_ recipe: RecipeID, _ snapshot: ViewSnapshot, _ views: AllViews) {
        guard snapshot.get(views.recipes.facets, Key(recipe.value))?.isShown ?? false else { return nil }
        self.init(shown: recipe, snapshot, views)
    }

    /// The document of a recipe that is known to be shown.
    init?(shown recipe: RecipeID, _ snapshot: ViewSnapshot, _ views: AllViews) {
        guard let row = snapshot.get(views.recipes.contents, Key(recipe.value)) else { return nil }
        self.init(recipe: unsafe row.content.span.bytes)
    }

    /// From a stored `ProtoRecipeContent`: title, tags, ingredients, description, steps.
    init(recipe message: RawSpan) {
        var (title, tags, ingredients, description, steps) = ("", "", "", "", "")
        var fields = WireFields(message)
        // A malformed message counts up to its first malformed field, as in the views.
        while (try? fields.next()) == true {
            switch fields.number {
            case 1: FoldedText.append(fields.value.text, to: &title)
            case 2: FoldedText.append(fields.value.text, to: &description)
            case 3: Self.append(ingredient: fields.value, to: &ingredients)
            case 4: Self.append(line: WireFields.text(1, of: fields.value), to: &steps)
            case 12: Self.append(line: fields.value.text, to: &tags)
            default: break
            }
        }
        let texts = [title, tags, ingredients, description, steps]
        let mark = TextLanguage(of: texts.reversed()).mark
        columns = texts.map { $0.isEmpty ? "" : "\(mark) \($0)" }
    }

    /// The original line, and the ingredient's name if the line does not contain it.
    private static func append(ingredient message: RawSpan, to words: inout String) {
        let line = WireFields.text(1, of: message)
        append(line: line, to: &words)
        let name = WireFields.text(4, of: message)
        guard !name.isEmpty, !line.contains(name) else { return }
        append(line: name, to: &words)
    }

    private static func append(line: String, to words: inout String) {
        if !words.isEmpty { words += " \(StemTokenizer.separator)" }
        FoldedText.append(line, to: &words)
    }

    /// Username and name; `nil` for a deleted member, and for a name that cannot be opened.
    init?(_ member: MemberID, _ row: MemberRow) {
        guard !row.isDeleted, !row.username.isEmpty else { return nil }
        var (username, name) = ("", "")
        FoldedText.append(row.username, to: &username)
        FoldedText.append(row.name, to: &name)
        columns = [username, name]
    }
}
