import CloudEvents

/// The recipe of a Cooklang file: its metadata, and its paragraphs in order.
package struct CooklangRecipe: Hashable, Sendable {
    /// The metadata of the front matter, or of lines that begin with `>>`, in the order of the file.
    package var metadata: [CooklangMetadata] = []
    package var blocks: [Block] = []
    /// Sentences about parts that could not be read.
    package var remarks: [String] = []

    package enum Block: Hashable, Sendable {
        case step([Item])
        /// A heading: the steps up to the next one belong to it. Its name may be empty.
        case section(String)
        /// A note, which is not a step.
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
        /// `nil`: some.
        package var quantity: Quantity?
        package var unit = ""
        /// The preparation, in round brackets after the ingredient.
        package var note: String?
        package var isOptional = false
    }

    package struct Cookware: Hashable, Sendable {
        package var name: String
        /// `nil`: one.
        package var quantity: Quantity?
    }

    package struct Timer: Hashable, Sendable {
        /// Empty if it has none.
        package var name: String
        package var quantity: Quantity?
        package var unit = ""
    }

    /// An amount: its text, and its number if the text is one.
    package struct Quantity: Hashable, Sendable {
        package var text: String
        package var number: Double?
    }

    package var steps: [[Item]] {
        blocks.compactMap { if case .step(let items) = $0 { items } else { nil } }
    }
}

/// A key with its values: one, or those of a list. The key of a nested value has full stops: `source.url`.
package struct CooklangMetadata: Hashable, Sendable {
    package var key: String
    package var values: [String]
    /// Whether the values are those of a list. If not, the one value may hold several, with commas between them.
    package var isList = false
}

extension CooklangRecipe.Quantity {
    /// Reads the text in braces before `%`; `nil` if it is blank.
    ///
    /// A number is `3`, `1.5`, `1/2` with blanks or without, or `1 1/2`. Texts such as `01/2`, `7 k` or
    /// `10-20` are no numbers.
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

    /// A number without leading zeros that is short enough to be exact.
    private static func integer(_ text: Substring) -> Double? {
        guard isDigits(text), text.utf8.count <= 15, text == "0" || text.first != "0" else { return nil }
        return Double(text)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
