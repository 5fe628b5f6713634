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
