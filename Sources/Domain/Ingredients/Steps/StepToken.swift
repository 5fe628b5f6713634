/// A word, a number or a sign in the text of a step.
struct StepToken {
    enum Kind {
        case word
        case number(Double)
        case sign(Character)
        /// The end of a line.
        case line
    }

    var kind: Kind
    /// A word in lower case.
    var text: String
    var range: Range<String.Index>
    /// Whether white space stands before it.
    var isApart: Bool
    /// Whether it begins with a lower-case letter.
    var startsLower: Bool

    var number: Double? { if case .number(let number) = kind { number } else { nil } }
    var isWord: Bool { if case .word = kind { true } else { false } }

    func isSign(_ signs: Set<Character>) -> Bool {
        if case .sign(let sign) = kind { signs.contains(sign) } else { false }
    }

    /// A comma or a stronger sign: what stands behind it is another clause.
    var endsClause: Bool {
        switch kind {
        case .sign(let sign): ",;:.!?()–—".contains(sign)
        case .line: true
        case .word, .number: false
        }
    }

    /// A full stop or its like.
    var endsSentence: Bool {
        switch kind {
        case .sign(let sign): ".!?;".contains(sign)
        case .line: true
        case .word, .number: false
        }
    }

    static func all(in text: String) -> [StepToken] {
        var tokens: [StepToken] = []
        var (index, isApart) = (text.startIndex, true)
        while index < text.endIndex {
            let first = text[index]
            var end = text.index(after: index)
            let kind: Kind
            if first.isNewline {
                kind = .line
            } else if first.isWhitespace {
                (index, isApart) = (end, true)
                continue
            } else if first.isLetter {
                while end < text.endIndex, text[end].isLetter { end = text.index(after: end) }
                kind = .word
            } else if let digit = first.wholeNumberValue, first.isASCII {
                kind = number(from: Double(digit), in: text, &end)
            } else if let fraction = Self.fractions[first] {
                kind = .number(fraction)
            } else {
                kind = .sign(first)
            }
            tokens.append(
                StepToken(
                    kind: kind, text: text[index..<end].lowercased(), range: index..<end, isApart: isApart,
                    startsLower: first.isLowercase))
            (index, isApart) = (end, false)
        }
        return tokens
    }

    /// Reads `1.5`, `1,5`, `1½`, `1/2` behind the first digit. A number of more than four digits is none of a step.
    private static func number(from digit: Double, in text: String, _ end: inout String.Index) -> Kind {
        var (value, digits) = (digit, 1)
        func digitsFollow(_ place: inout String.Index) -> (value: Double, count: Int) {
            var (value, count) = (0.0, 0)
            while place < text.endIndex, text[place].isASCII, let digit = text[place].wholeNumberValue {
                // More digits than a number can hold change nothing: it is too large already.
                value = min(value * 10 + Double(digit), 1e12)
                count += 1
                place = text.index(after: place)
            }
            return (value, count)
        }
        while end < text.endIndex, text[end].isASCII, let next = text[end].wholeNumberValue {
            value = min(value * 10 + Double(next), 1e12)
            digits += 1
            end = text.index(after: end)
        }
        if end < text.endIndex, let fraction = fractions[text[end]] {
            end = text.index(after: end)
            return .number(value + fraction)
        }
        if end < text.endIndex, ".,/⁄".contains(text[end]) {
            var place = text.index(after: end)
            let isFraction = "/⁄".contains(text[end])
            let (part, count) = digitsFollow(&place)
            if count > 0, count <= 3, !isFraction || part > 0 {
                end = place
                value = isFraction ? value / part : value + part / [10, 100, 1_000][count - 1]
            }
        }
        return digits > 4 ? .sign("#") : .number(value)
    }

    private static let fractions: [Character: Double] = [
        "½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1.0 / 3, "⅔": 2.0 / 3, "⅛": 0.125,
    ]
}

/// Reads the tokens of a step by their places. A place outside the text has no token.
protocol StepTokenReader {
    var tokens: [StepToken] { get }
}

extension StepTokenReader {
    func token(_ index: Int) -> StepToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// The word there in lower case; empty if there is none.
    func word(_ index: Int) -> String { token(index).flatMap { $0.isWord ? $0.text : nil } ?? "" }

    func isSign(_ index: Int, _ signs: Set<Character>) -> Bool { token(index)?.isSign(signs) ?? false }
}
