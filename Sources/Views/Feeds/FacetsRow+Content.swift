package import Events
import Foundation
import SwiftProtobuf

extension FacetsRow {
    /// Words are folded here, once, so that filters compare bytes.
    package init(_ content: ProtoRecipeContent) {
        self.init()
        difficulty = UInt8(clamping: content.difficulty.rawValue)
        totalMinutes = UInt64(content.totalMinutes)
        servings = UInt64(content.servings)
        for diet in Diet.allCases where diet.answer(in: content.diet) == .yes { diets |= diet.bit }
        cuisine = Self.folded(content.cuisine)
        course = Self.folded(content.course)
        tags = content.tags.map(Self.folded)
        // A line that nobody took apart is its own name.
        ingredients = content.ingredients.map { Self.folded($0.name.isEmpty ? $0.original : $0.name) }
    }
}

extension FacetsRow {
    /// Lower case, composed (NFC): equal words have equal bytes.
    static func folded(_ word: String) -> String {
        let lower = word.lowercased()
        return lower.utf8.allSatisfy { $0 < 0x80 } ? lower : lower.precomposedStringWithCanonicalMapping
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
