import CloudEvents

extension CooklangRecipe.Quantity {
    /// Reads what stands in braces before `%`; nil when that is blank.
    ///
    /// A number is `3`, `1.5`, `1/2` with blanks or without, or `1 1/2`. What merely looks like one, such as `01/2`,
    /// `7 k` or `10-20`, is a text.
    init?(written: String) {
        let text = written.withSingleBlanks
        guard !text.isEmpty else { return nil }
        let compact = Self.withoutBlanksAroundSlash(text)
        self.init(text: compact, number: Self.number(compact))
    }

    private static func withoutBlanksAroundSlash(_ text: String) -> String {
        text.split(separator: "/", omittingEmptySubsequences: false).map { String($0).trimmed }.joined(separator: "/")
    }

    private static func number(_ text: String) -> Double? {
        let words = text.split(separator: " ")
        switch words.count {
        case 1: return fraction(words[0]) ?? decimal(words[0])
        case 2:
            guard let whole = integer(words[0]), let part = fraction(words[1]), part < 1 else { return nil }
            return whole + part
        default: return nil
        }
    }

    private static func fraction(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let above = integer(parts[0]), let below = integer(parts[1]), below > 0 else {
            return nil
        }
        return above / below
    }

    private static func decimal(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = integer(parts[0]) else { return nil }
        if parts.count == 1 { return whole }
        guard parts.count == 2, isDigits(parts[1]) else { return nil }
        return Double(text)
    }

    /// Without leading zeros, and short enough to be exact.
    private static func integer(_ text: Substring) -> Double? {
        guard isDigits(text), text.utf8.count <= 15, text == "0" || text.first != "0" else { return nil }
        return Double(text)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
