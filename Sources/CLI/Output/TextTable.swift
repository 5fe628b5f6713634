/// Rows under titled columns: laid out for people on a terminal, plain tab-separated columns elsewhere.
struct TextTable {
    struct Column {
        var title: String
        var isNumber = false
        /// Never truncated: a part of the value would be another value.
        var isWhole = false
        /// Dropped if the terminal is too narrow for all columns.
        var isExtra = false
        /// Wrapped into the next line. Only for the last column.
        var isWrapped = false

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true, isWhole: true) }
        static func whole(_ title: String) -> Column { Column(title: title, isWhole: true) }
        static func wrapped(_ title: String) -> Column { Column(title: title, isWrapped: true) }
        /// A column whose meaning people see without a title. Programs get one.
        static func unnamed(_ title: String, _ terminal: Terminal) -> Column {
            Column(title: terminal.style == nil ? "" : title)
        }
        var extra: Column {
            var column = self
            column.isExtra = true
            return column
        }
    }

    /// The smallest width to which a column of text is truncated.
    private static let cutWidthMin = 8

    private(set) var columns: [Column]
    private(set) var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Missing cells are blank; surplus cells are dropped.
    mutating func add(_ cells: [String]) {
        let padded = cells + Array(repeating: "", count: max(0, columns.count - cells.count))
        rows.append(padded.prefix(columns.count).map(\.asOneLine))
    }

    func text(for terminal: Terminal) -> String {
        if terminal.isOutputTerminal { return laidOut(for: terminal) }
        return (terminal.style == nil ? "" : TableStyle.line(ofTitles: columns.map(\.title))) + plain
    }

    /// No header and no padding: for `cut`, `sort` and `awk`.
    private var plain: String {
        rows.map { row in row.joined(separator: "\t") + "\n" }.joined()
    }

    private func laidOut(for terminal: Terminal) -> String {
        guard !rows.isEmpty else { return "" }
        let table = withoutExtras(toFit: terminal.width)
        let widths = table.widths(toFit: terminal.width)
        var result = terminal.bold(table.line(columns: table.columns.map(\.title), widths)) + "\n"
        for row in table.rows { result += table.lines(row, widths, terminal.width) }
        return result
    }

    /// Drops extra columns, the last first, until the others fit.
    private func withoutExtras(toFit total: Int) -> TextTable {
        var table = self
        while table.narrowestWidth > total, let index = table.columns.lastIndex(where: \.isExtra) {
            table.columns.remove(at: index)
            for row in table.rows.indices { table.rows[row].remove(at: index) }
        }
        return table
    }

    private var naturalWidths: [Int] {
        columns.indices.map { index in
            max(columns[index].title.displayWidth, rows.map { $0[index].displayWidth }.max() ?? 0)
        }
    }

    private var narrowestWidth: Int {
        zip(columns, naturalWidths).reduce(2 * (columns.count - 1)) { width, column in
            width + (column.0.isWhole ? column.1 : min(column.1, Self.cutWidthMin))
        }
    }

    private func lines(_ cells: [String], _ widths: [Int], _ total: Int) -> String {
        let others = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        guard columns.last?.isWrapped == true, let last = cells.last, total - others > Self.cutWidthMin else {
            return line(columns: cells, widths) + "\n"
        }
        let start = line(columns: cells.dropLast() + [""], widths)
        return last.wrapped(toWidth: total, hanging: start).joined(separator: "\n") + "\n"
    }

    private func line(columns cells: [String], _ widths: [Int]) -> String {
        var result = ""
        for (index, cell) in cells.enumerated() {
            let cell = cell.truncated(toWidth: widths[index])
            let padding = String(repeating: " ", count: widths[index] - cell.displayWidth)
            if index > 0 { result += "  " }
            let isLast = index == cells.count - 1
            result += columns[index].isNumber ? padding + cell : isLast ? cell : cell + padding
        }
        return result
    }

    /// Natural widths, then the widest text columns shrink until the line fits. Numbers, ids and times are never cut.
    func widths(toFit total: Int) -> [Int] {
        var widths = naturalWidths
        var surplus = widths.reduce(0, +) + 2 * (widths.count - 1) - total
        while surplus > 0 {
            let shrinkable = widths.indices.filter { !columns[$0].isWhole && widths[$0] > Self.cutWidthMin }
            guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            surplus -= 1
        }
        return widths
    }
}
