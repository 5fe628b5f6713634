import Events
import Operations

/// How a table is written for other programs: as CSV or separated by tabs, with a header line, and perhaps some columns only.
struct TableStyle: Sendable {
    var isCSV = false
    /// Whether a header line stands above the rows; CSV always has one.
    var hasHeader = false
    /// The names of the wanted columns in their order; `nil`: all.
    var columns: [String]?

    /// `nil` without any of the options.
    init?(_ options: GlobalOptions) throws(Refusal) {
        guard options.csv || options.header || options.columns != nil else { return nil }
        guard !options.json else {
            throw Refusal(.usage, "--json has no table: leave out --csv, --header and --columns", field: "json")
        }
        (isCSV, hasHeader) = (options.csv, options.header || options.csv)
        columns = options.columns?.split(separator: ",").map(Self.name)
        if columns?.isEmpty == true {
            throw Refusal(.usage, "--columns names no column: write it like id,title", field: "columns")
        }
    }

    /// What a header line begins with until `text` has written it.
    private static let mark = "\u{1}"

    static func line(ofTitles titles: [String]) -> String { mark + titles.map(name).joined(separator: "\t") + "\n" }

    /// `active days` is written and named `active-days`.
    private static func name(_ title: some StringProtocol) -> String {
        title.split(separator: " ").joined(separator: "-").lowercased()
    }

    /// Writes the tables of a text whose header lines are marked. Beside another table, one without rows is left out, and
    /// one without the wanted columns.
    func text(_ marked: String) throws(Refusal) -> String {
        var tables: [(titles: [String], rows: [[String]])] = []
        for line in marked.split(separator: "\n") {
            let cells = line.trimmingPrefix(Self.mark).split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            if line.hasPrefix(Self.mark) {
                tables.append((cells, []))
            } else if !tables.isEmpty {
                tables[tables.count - 1].rows.append(cells)
            }
        }
        guard let first = tables.first else { throw Self.noTable }
        let fitting = tables.filter { table in Set(columns ?? []).isSubset(of: table.titles) }
        let filled = fitting.filter { !$0.rows.isEmpty }
        return try (filled.isEmpty ? [fitting.first ?? first] : filled).map { table throws(Refusal) in
            let lines = try TableLines(self, table.titles)
            return lines.header + table.rows.map(lines.row).joined()
        }.joined(separator: "\n")
    }

    /// Whether columns are named, and all of them are among these titles.
    func names(onlyOf titles: [String]) -> Bool { columns.map { Set($0).isSubset(of: titles) } ?? false }

    static let noTable = Refusal(
        .usage, "this command shows no table: leave out --csv, --header and --columns", field: "csv")

    /// Refuses options of tables before a command does anything: where it writes no table, and columns that none of its
    /// tables has.
    func check(against titles: [String]) throws(Refusal) {
        guard !titles.isEmpty else { throw Self.noTable }
        let names = titles.map(Self.name)
        if let unknown = columns?.first(where: { !names.contains($0) }) {
            throw Word.unknown(unknown, names, field: "columns", noun: "column")
        }
    }
}

/// Writes the rows of one table for programs, one by one.
struct TableLines {
    private let style: TableStyle
    private let titles: [String]
    private let indices: [Int]

    /// Refuses a wanted column that the table does not have.
    init(_ style: TableStyle, _ titles: [String]) throws(Refusal) {
        (self.style, self.titles) = (style, titles)
        indices = try (style.columns ?? titles).map { name throws(Refusal) in
            guard let index = titles.firstIndex(of: name) else {
                throw Word.unknown(name, titles, field: "columns", noun: "column")
            }
            return index
        }
    }

    /// The line above the rows; empty if the style has none.
    var header: String { style.hasHeader ? row(titles) : "" }

    /// A row, with its line end. Missing cells are blank.
    func row(_ cells: [String]) -> String {
        indices.map { cell($0 < cells.count ? cells[$0] : "") }.joined(separator: style.isCSV ? "," : "\t") + "\n"
    }

    /// A cell of RFC 4180. Cells hold no line breaks.
    private func cell(_ text: String) -> String {
        style.isCSV ? Self.csvCell(text) : text
    }

    static func csvCell(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}

extension Terminal {
    /// What stands above a table for people; empty where programs read the table alone.
    func above(_ text: @autoclosure () -> String) -> String { style == nil ? text() : "" }

    /// The header line of a table that is written line by line; empty unless one is wanted.
    func header(_ titles: String...) -> String { header(titles) }
    func header(_ titles: [String]) -> String { style == nil ? "" : TableStyle.line(ofTitles: titles) }
}
