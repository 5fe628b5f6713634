/// The text of a step without its notes, and the notes, which a page sets apart.
///
/// A note begins a line or, in a long step, a sentence with a word such as «Tip:», and reaches to the end of the line. In a
/// long step a sentence in parentheses is a note too. A text that is nothing but notes stays as it is.
package struct StepNotes: Hashable, Sendable {
    package var text: String
    /// In their order.
    package var notes: [String] = []

    /// A shorter step is read at a glance; in characters.
    static let longMin = 240
    private static let labels: Set<String> = [
        "tip", "tips", "note", "hint", "tipp", "hinweis", "astuce", "conseil", "remarque", "consiglio", "nota",
        "consejo",
        "truco",
    ]

    package init(_ step: String) {
        let isLong = step.count >= Self.longMin
        var lines: [String] = []
        var notes: [String] = []
        for line in step.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var kept = ""
            for sentence in isLong ? Self.sentences(of: line) : [line] {
                if Self.isLabelled(sentence) || isLong && Self.isAside(sentence) {
                    notes.append(Self.trimmed(sentence))
                } else {
                    kept += sentence
                }
            }
            lines.append(kept)
        }
        let rest = Self.trimmed(Substring(lines.joined(separator: "\n")))
        (text, self.notes) = rest.isEmpty || notes.isEmpty ? (step, []) : (rest, notes)
    }

    /// The sentences of a line, with the blanks behind them. A label reaches to the end of the line. O(line).
    private static func sentences(of line: Substring) -> [Substring] {
        var sentences: [Substring] = []
        var (start, index) = (line.startIndex, line.startIndex)
        var depth = 0
        while index < line.endIndex {
            let character = line[index]
            index = line.index(after: index)
            if character == "(" { depth += 1 }
            if character == ")" { depth = max(0, depth - 1) }
            // «12 to 14 min. at most» is cut as well, and put together again, because only notes are taken out.
            guard depth == 0, ".!?)".contains(character), index < line.endIndex, line[index] == " " else { continue }
            if character == ")", !isAside(line[start..<index]) { continue }
            while index < line.endIndex, line[index] == " " { index = line.index(after: index) }
            sentences.append(line[start..<index])
            start = index
            if isLabelled(line[start...]) { break }
        }
        if start < line.endIndex { sentences.append(line[start...]) }
        return sentences
    }

    private static func isLabelled(_ text: Substring) -> Bool {
        let word = text.drop { $0 == " " }.prefix { $0.isLetter }
        guard word.count <= 12, labels.contains(word.lowercased()) else { return false }
        return text[word.endIndex...].drop { $0 == " " }.first == ":"
    }

    /// A whole sentence in parentheses.
    private static func isAside(_ text: Substring) -> Bool {
        let text = trimmed(text)
        guard text.first == "(", text.last == ")" else { return false }
        let inner = text.dropFirst().dropLast()
        return inner.first?.isUppercase == true && inner.last.map { ".!?".contains($0) } == true
    }

    private static func trimmed(_ text: Substring) -> String {
        let text = text.drop { $0.isWhitespace }
        guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(text[...last])
    }
}
