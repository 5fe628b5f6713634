/// Reads an ingredient line from left to right. A method that reads something advances `index`; otherwise it leaves
/// `index` as it was.
struct LineReader {
    struct Parts {
        var quantity: Quantity?
        var unit: MeasuringUnit?
        var name: String
        var note: String?
    }

    /// The words that were last read, because many rules look at the same word.
    private final class Words {
        var starts = [-1, -1, -1, -1]
        var ends = [0, 0, 0, 0]
        var words = ["", "", "", ""]
        var kinds: [WordKinds] = [[], [], [], []]
    }
    private let words = Words()

    /// The line without white space around it, and with single spaces within.
    let scalars: [Unicode.Scalar]
    var index = 0
    /// Whether a figure such as `1,500` was read, which means 1500 in some languages and 1.5 in others.
    var isAmbiguous = false

    /// `nil` for a blank line, and for one that is too long.
    init?(_ line: String) {
        // A text has at most as many scalars as bytes, and the number of bytes is known.
        guard line.utf8.count <= IngredientLine.scalarsMax * 4 else { return nil }
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(line.utf8.count)
        for scalar in line.unicodeScalars {
            if scalar.isBlank {
                if scalars.last != " ", !scalars.isEmpty { scalars.append(" ") }
            } else {
                scalars.append(scalar == "\u{2044}" ? "/" : scalar)
            }
        }
        if scalars.last == " " { scalars.removeLast() }
        guard (1...IngredientLine.scalarsMax).contains(scalars.count) else { return nil }
        self.scalars = scalars
        skipBullet()
    }

    /// A reader of a part of a line that another reader holds.
    init(part scalars: some Collection<Unicode.Scalar>, from start: Int) {
        self.scalars = Array(scalars)
        index = start
    }

    // MARK: Scalars

    var isAtEnd: Bool { index >= scalars.count }

    func scalar(_ offset: Int = 0) -> Unicode.Scalar? {
        scalars.indices.contains(index + offset) ? scalars[index + offset] : nil
    }

    mutating func skipBlank() {
        if scalar() == " " { index += 1 }
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard self.scalar() == scalar else { return false }
        index += 1
        return true
    }

    func text(_ range: Range<Int>) -> String { String(scalars[range]) }

    /// The mark of a list item: `- 2 eggs` and `-2 eggs`, because no cook writes a negative amount.
    private mutating func skipBullet() {
        guard let first = scalar(), let second = scalar(1) else { return }
        if second.isDigit || second.value >= 0xBC && second.value <= 0xBE {
            if first == "-" || first == "–" || first == "—" || first == "•" || first == "·" { index += 1 }
            return
        }
        guard second == " " else { return }
        switch first {
        case "-", "–", "—", "*", "•", "·", "▢", "☐", "□", "◦", "‣", "✓": index += 2
        default: break
        }
    }

    // MARK: Words

    /// The end of the word at `start`. Points and hyphens belong to the word, so that `T-bone` is no tablespoon.
    func wordEnd(from start: Int) -> Int {
        words.starts[start & 3] == start ? words.ends[start & 3] : newWordEnd(from: start)
    }

    private func newWordEnd(from start: Int) -> Int {
        var end = start
        while end < scalars.count, !scalars[end].endsWord { end += 1 }
        return end
    }

    /// The word at `start` in lower case, without a point at its end; empty if there is none.
    func word(at start: Int) -> String {
        let slot = start & 3
        if words.starts[slot] == start { return words.words[slot] }
        let wordEnd = newWordEnd(from: start)
        var end = wordEnd
        if end > start, scalars[end - 1] == "." { end -= 1 }
        let word = lowered(start..<end)
        words.starts[slot] = start
        words.ends[slot] = wordEnd
        words.words[slot] = word
        words.kinds[slot] = .of(word)
        return word
    }

    /// What the word at `start` can mean; nothing if there is none.
    func kinds(at start: Int) -> WordKinds {
        guard start < scalars.count else { return [] }
        if words.starts[start & 3] != start { _ = word(at: start) }
        return words.kinds[start & 3]
    }

    func lowered(_ range: Range<Int>) -> String {
        let isLower = scalars[range].allSatisfy { $0.value < 0x80 && !(0x41...0x5A).contains($0.value) }
        return isLower ? text(range) : text(range).lowercased()
    }

    /// Reads the word here if it is of one of these kinds.
    mutating func take(_ kind: WordKinds) -> Bool {
        guard let first = scalar(), first.isLetter || first == "\"", !kinds(at: index).isDisjoint(with: kind) else {
            return false
        }
        index = wordEnd(from: index)
        return true
    }

    /// Reads the word here if it is one of these.
    mutating func takeWord(_ words: Set<String>) -> String? {
        // No such word begins with another character.
        guard let first = scalar(), first.isLetter || first == "\"" else { return nil }
        let found = word(at: index)
        guard words.contains(found) else { return nil }
        index = wordEnd(from: index)
        return found
    }
}

extension String {
    /// Twice as fast as a growing view of scalars.
    init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scalars.count)
        for scalar in scalars {
            if scalar.value < 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes.append(contentsOf: scalar.utf8)
            }
        }
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    var isBlank: Bool {
        value < 0x80 ? value == 0x20 || (0x9...0xD).contains(value) : properties.isWhitespace
    }
    var isDigit: Bool { (0x30...0x39).contains(value) }
    var isLetter: Bool {
        value < 0x80 ? (0x41...0x5A).contains(value & 0xDF) : properties.isAlphabetic
    }

    fileprivate var endsWord: Bool {
        switch self {
        case " ", "(", ")", "[", "]", ",", ";", ":", "/", "+", "×", "–", "—": true
        default: false
        }
    }
}
