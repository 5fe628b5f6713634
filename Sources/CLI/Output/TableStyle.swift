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

    /// Writes the tables of a text whose header lines are marked. A table without rows is left out beside another one.
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
        guard let first = tables.first else {
            throw Refusal(.usage, "this command shows no table: leave out --csv, --header and --columns", field: "csv")
        }
        let filled = tables.filter { !$0.rows.isEmpty }
        return try (filled.isEmpty ? [first] : filled).map { table throws(Refusal) in
            try text(table.titles, table.rows)
        }.joined(separator: "\n")
    }

    private func text(_ titles: [String], _ rows: [[String]]) throws(Refusal) -> String {
        let indices = try (columns ?? titles).map { name throws(Refusal) in
            guard let index = titles.firstIndex(of: name) else {
                throw Word.unknown(name, titles, field: "columns", noun: "column")
            }
            return index
        }
        let lines = (hasHeader ? [titles] : []) + rows
        return lines.map { cells in
            indices.map { cell($0 < cells.count ? cells[$0] : "") }.joined(separator: isCSV ? "," : "\t") + "\n"
        }.joined()
    }

    /// A cell of RFC 4180. Cells hold no line breaks.
    private func cell(_ text: String) -> String {
        isCSV ? Self.csvCell(text) : text
    }

    static func csvCell(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}

extension Terminal {
    /// The header line of a table that is written line by line; empty unless one is wanted.
    func header(_ titles: String...) -> String { style == nil ? "" : TableStyle.line(ofTitles: titles) }
}
