import CloudEvents

/// What a person reads of a text that may hold tags and entities, escaped once or twice.
struct HTMLText: Hashable, Sendable {
    /// Its lines, each with single blanks; none is blank.
    let lines: [String]
    /// How many items of lists it holds.
    let listItemCount: Int

    /// Elements that stand on lines of their own.
    static let blocks: Set<String> = [
        "p", "div", "li", "ul", "ol", "br", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "table", "section", "article",
        "blockquote", "dd", "dt", "dl", "hr", "figure", "header", "footer", "main", "aside", "tbody", "thead", "td",
        "th",
    ]

    /// `keepsLineEnds`: in a text without blocks, a line end ends a line; in HTML it is a blank.
    init(_ text: String, keepsLineEnds: Bool = true) {
        let plain = HTMLEntities.decodedTwice(text)
        guard plain.utf8.contains(UInt8(ascii: "<")) else {
            lines = Self.lines(of: plain, keepsLineEnds)
            listItemCount = 0
            return
        }
        let tokens = HTMLTokens(Array(plain.utf8))
        var pieces: [String] = [""]
        var listItemCount = 0
        var hasBlocks = false
        for token in tokens {
            switch token {
            case .text(let range): pieces[pieces.count - 1] += String(decoding: tokens.bytes[range], as: UTF8.self)
            case .raw: break
            case .start(let tag):
                if tag.name == "li" { listItemCount += 1 }
                if Self.blocks.contains(tag.name) {
                    pieces.append("")
                    if tag.name != "br" { hasBlocks = true }
                }
            case .end(let name):
                if Self.blocks.contains(name) {
                    pieces.append("")
                    hasBlocks = true
                }
            }
        }
        lines = pieces.flatMap { Self.lines(of: $0, keepsLineEnds && !hasBlocks) }
        self.listItemCount = listItemCount
    }

    private static func lines(of text: String, _ keepsLineEnds: Bool) -> [String] {
        guard keepsLineEnds else {
            let line = text.withSingleBlanks
            return line.isEmpty ? [] : [line]
        }
        return text.split(whereSeparator: \.isNewline).map { String($0).withSingleBlanks }.filter { !$0.isEmpty }
    }

    /// All of it on one line.
    var line: String { lines.joined(separator: " ") }

    static func line(_ text: String) -> String { HTMLText(text, keepsLineEnds: false).line }
}
