import CloudEvents

/// A recipe as a Cooklang file says it: what stands before the text, and the text's paragraphs in order.
package struct CooklangRecipe: Hashable, Sendable {
    /// What the front matter says, or lines that begin with `>>`, in the order of the file.
    package var metadata: [CooklangMetadata] = []
    package var blocks: [Block] = []
    /// What could not be read as it was meant, each in a sentence.
    package var remarks: [String] = []

    package enum Block: Hashable, Sendable {
        case step([Item])
        /// A heading: the steps up to the next one belong to it. Its name may be empty.
        case section(String)
        /// A remark that is no step.
        case note(String)
    }

    /// A piece of a step, in reading order.
    package enum Item: Hashable, Sendable {
        case text(String)
        case ingredient(Ingredient)
        case cookware(Cookware)
        case timer(Timer)
    }

    package struct Ingredient: Hashable, Sendable {
        package var name: String
        /// Nil: some.
        package var quantity: Quantity?
        package var unit = ""
        /// How it is prepared, in round brackets behind it.
        package var note: String?
        package var isOptional = false
    }

    package struct Cookware: Hashable, Sendable {
        package var name: String
        /// Nil: one.
        package var quantity: Quantity?
    }

    package struct Timer: Hashable, Sendable {
        /// Empty when it has none.
        package var name: String
        package var quantity: Quantity?
        package var unit = ""
    }

    /// How much: a number where what is written is one, with the text as it was written.
    package struct Quantity: Hashable, Sendable {
        package var text: String
        package var number: Double?
    }

    package var steps: [[Item]] {
        blocks.compactMap { if case .step(let items) = $0 { items } else { nil } }
    }
}

/// A key with its values: one, or those of a list. What is nested has a key with full stops: `source.url`.
package struct CooklangMetadata: Hashable, Sendable {
    package var key: String
    package var values: [String]
    /// Whether they are a list's, and not one value in which commas may stand between several.
    package var isList = false
}

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
