package import Events
package import Ingredients

/// How a recipe's ingredients are written.
///
/// The log keeps the original text, and folds and queries parse it. So a recipe imported by an older version gains from
/// a better parser, and a repeated import is still the same command.
package enum IngredientNotation: Sendable {
    /// Lines in cooks' notation: `2 cups flour, sifted`.
    case lines
    /// Names only: in `2% milk` the number is part of the name.
    case names

    /// Sources whose ingredient lists are names.
    private static let sourcesOfNames = ["foodcom"]

    /// `externalID` is that of the posting, empty if it has none. Later versions are the author's own words.
    package init(externalID: String, version: UInt64) {
        let isOfNames = version == 1 && Self.sourcesOfNames.contains { externalID.hasPrefix("\($0):") }
        self = isOfNames ? .names : .lines
    }

    /// Parses a line that came without structured fields.
    package func read(_ original: String) -> IngredientLine {
        switch self {
        case .lines: IngredientLine(reading: original)
        case .names: IngredientLine(name: original)
        }
    }

    /// The structured fields of an ingredient; without any, the parsed line.
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
