package import Events
package import Ingredients

/// How a recipe's ingredients are written down.
///
/// The log keeps them as they were given; they are read anew whenever they are folded or shown. So a recipe that an older
/// larder took in is understood as well as today's, and what is sent again is still the same command.
package enum IngredientNotation: Sendable {
    /// As cooks write: `2 cups flour, sifted`.
    case lines
    /// As names and nothing else: in `2% milk` the number is part of the name.
    case names

    /// Whose lists are names.
    private static let sourcesOfNames = ["foodcom"]

    /// `externalID`: of the posting, empty when it has none. Later versions are their author's own words.
    package init(externalID: String, version: UInt64) {
        let isOfNames = version == 1 && Self.sourcesOfNames.contains { externalID.hasPrefix("\($0):") }
        self = isOfNames ? .names : .lines
    }

    /// What a line says of which nobody said more.
    package func read(_ original: String) -> IngredientLine {
        switch self {
        case .lines: IngredientLine(reading: original)
        case .names: IngredientLine(name: original)
        }
    }

    /// What was said of an ingredient, and nothing else; of one that only has its line what can be read of that.
    package func read(_ message: ProtoIngredient) -> IngredientLine {
        guard message.hasQuantity || message.hasUnit || message.hasName || message.hasNote else {
            return read(message.original)
        }
        let quantity =
            message.hasQuantity
            ? Quantity(message.quantity, upTo: message.hasQuantityMax ? message.quantityMax : nil) : nil
        return IngredientLine(
            original: message.original, quantity: quantity, unit: message.unit.unlessEmpty,
            name: message.name.unlessEmpty ?? message.original, note: message.note.unlessEmpty)
    }
}
