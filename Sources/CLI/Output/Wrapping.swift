extension String {
    /// Lines of at most `width` columns, broken at blanks, kept where they were broken before. The first begins with
    /// `hanging`, the others below it. Nothing in them steers a terminal. A word that is longer stands alone.
    func wrapped(toWidth width: Int, hanging: String = "") -> [String] {
        let margin = String(repeating: " ", count: hanging.displayWidth)
        var lines: [String] = []
        for paragraph in split(separator: "\n", omittingEmptySubsequences: false).map(\.asOneLine) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, margin.count + line.displayWidth + 1 + word.displayWidth > width {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            lines.append(line)
        }
        return lines.enumerated().map { $0.offset == 0 ? hanging + $0.element : margin + $0.element }
    }
}
