package import Events
import SwiftProtobuf

extension FacetsRow {
    /// Words are folded to lower case here, once, so that filters compare bytes.
    package init(_ content: ProtoRecipeContent) {
        self.init()
        difficulty = UInt8(clamping: content.difficulty.rawValue)
        totalMinutes = UInt64(content.totalMinutes)
        servings = UInt64(content.servings)
        for diet in Diet.allCases where diet.answer(in: content.diet) == .yes { diets |= diet.bit }
        cuisine = content.cuisine.lowercased()
        course = content.course.lowercased()
        tags = content.tags.map { $0.lowercased() }
        // A line that nobody took apart is its own name.
        ingredients = content.ingredients.map { ($0.name.isEmpty ? $0.original : $0.name).lowercased() }
    }
}

/// What a recipe can be asked to suit. Its raw value is how people write it.
package enum Diet: String, CaseIterable, Sendable {
    case vegetarian, vegan, glutenFree, sugarFree

    /// In `FacetsRow.diets`; part of the view's format.
    package var bit: UInt8 {
        switch self {
        case .vegetarian: 1
        case .vegan: 2
        case .glutenFree: 4
        case .sugarFree: 8
        }
    }

    package func answer(in diet: ProtoDiet) -> ProtoAnswer.Value {
        switch self {
        case .vegetarian: diet.vegetarian
        case .vegan: diet.vegan
        case .glutenFree: diet.glutenFree
        case .sugarFree: diet.sugarFree
        }
    }

    /// Reads `glutenFree` and `gluten-free` alike.
    package init?(name: some StringProtocol) {
        let folded = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
        guard let diet = Self.allCases.first(where: { $0.rawValue.lowercased() == folded }) else { return nil }
        self = diet
    }
}
