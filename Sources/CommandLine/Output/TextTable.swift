/// Rows under titled columns: laid out for people on a terminal, plain tab-separated columns elsewhere.
struct TextTable {
    struct Column {
        var title: String
        var isNumber = false
        /// Never cut: a part of it would say something else.
        var isWhole = false

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true, isWhole: true) }
        static func whole(_ title: String) -> Column { Column(title: title, isWhole: true) }
    }

    var columns: [Column]
    private(set) var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Missing cells are blank; surplus ones are left out.
    mutating func add(_ cells: [String]) {
        let padded = cells + Array(repeating: "", count: max(0, columns.count - cells.count))
        rows.append(padded.prefix(columns.count).map(\.asOneLine))
    }

    func text(for terminal: Terminal) -> String {
        terminal.isOutputTerminal ? laidOut(for: terminal) : plain
    }

    /// No header and no padding: for `cut`, `sort` and `awk`.
    private var plain: String {
        rows.map { row in row.joined(separator: "\t") + "\n" }.joined()
    }

    private func laidOut(for terminal: Terminal) -> String {
        guard !rows.isEmpty else { return "" }
        let widths = widths(toFit: terminal.width)
        var result = terminal.bold(line(columns.map(\.title), widths)) + "\n"
        for row in rows { result += line(row, widths) + "\n" }
        return result
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
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
        var widths = columns.indices.map { index in
            max(columns[index].title.displayWidth, rows.map { $0[index].displayWidth }.max() ?? 0)
        }
        var surplus = widths.reduce(0, +) + 2 * (widths.count - 1) - total
        while surplus > 0 {
            let shrinkable = widths.indices.filter { !columns[$0].isWhole && widths[$0] > 8 }
            guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            surplus -= 1
        }
        return widths
    }
}
