extension StringProtocol {
    /// Columns that the text takes on a terminal: 2 for wide characters and emoji, 0 for what only combines.
    var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text truncated to `width` columns; `…` replaces a truncated end.
    func truncated(toWidth width: Int) -> String {
        guard displayWidth > width else { return String(self) }
        guard width > 1 else { return width == 1 ? "…" : "" }
        var result = ""
        var used = 0
        for character in self {
            let next = character.displayWidth
            guard used + next <= width - 1 else { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }

    /// One line that cannot move the cursor, ring, colour, or turn the rest of the line around: what steers becomes a
    /// blank.
    var asOneLine: String {
        guard unicodeScalars.contains(where: \.steersTerminal) else { return String(self) }
        var result = ""
        for character in self {
            result.append(character.unicodeScalars.contains(where: \.steersTerminal) ? " " : character)
        }
        return result
    }
}

extension Terminal {
    /// Text of several lines in which nothing but line ends, tabs and this program's own styles steers a terminal.
    func harmless(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.steersTerminal) else { return text }
        var result = String.UnicodeScalarView()
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            if scalar == "\u{1B}", hasColor,
                let style = Self.styles.first(where: { scalars[index...].starts(with: $0) })
            {
                result.append(contentsOf: style)
                index = scalars.index(index, offsetBy: style.count)
                continue
            }
            result.append(scalar.steersTerminal && scalar != "\n" && scalar != "\t" ? " " : scalar)
            index = scalars.index(after: index)
        }
        return String(result)
    }

    /// JSON in which everything that steers a terminal is escaped. Files and pipes get it unchanged.
    func json(_ bytes: [UInt8]) -> [UInt8] {
        // The characters below the space are escaped in all JSON.
        guard isOutputTerminal, bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
        var result = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar.steersTerminal, scalar.value >= 0x20 {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return Array(result.utf8)
    }
}

extension Unicode.Scalar {
    /// Controls, ends of lines and paragraphs, and what sets the direction of all text that follows. Marks that only
    /// order their neighbours, and joiners, are parts of what people write.
    fileprivate var steersTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}

extension Character {
    var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.isASCII { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
        // An emoji written with a variation selector, a skin tone or joiners is drawn as one wide picture.
        if first.properties.isEmojiPresentation { return 2 }
        if unicodeScalars.contains(where: { $0.value == 0xFE0F }), first.properties.isEmoji { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return Self.isWide(first.value) ? 2 : 1
        }
    }

    /// The blocks whose East Asian width is W or F.
    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

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
