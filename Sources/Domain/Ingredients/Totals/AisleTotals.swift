/// The totals that stand in one aisle of a shop.
package struct AisleTotals: Hashable, Sendable {
    package var aisle: String
    package var totals: [IngredientTotal]
}

extension AisleTotals {
    /// Groups totals by aisle. First come the aisles of `order`, then the other aisles of `words`, and `Other` last unless
    /// `order` has it. Within an aisle the totals keep their order. Aisles without totals are left out.
    package static func grouped(
        _ totals: [IngredientTotal], order: [String] = [], words: IngredientWords = .standard
    ) -> [AisleTotals] {
        var aisles: [String] = []
        for aisle in order + words.aisles + [IngredientWords.otherAisle] where !aisles.contains(aisle) {
            // The standard order has `Other` last.
            if aisle == IngredientWords.otherAisle, !order.contains(aisle) { continue }
            aisles.append(aisle)
        }
        if !order.contains(IngredientWords.otherAisle) { aisles.append(IngredientWords.otherAisle) }
        let byAisle = Dictionary(grouping: totals) { words.aisle(of: $0.line) }
        return aisles.compactMap { aisle in
            byAisle[aisle].map { AisleTotals(aisle: aisle, totals: $0) }
        }
    }
}
