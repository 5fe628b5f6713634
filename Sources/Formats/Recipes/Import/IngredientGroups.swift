import CloudEvents
package import Events
import Ingredients

/// An ingredient, and the heading under which its source lists it.
package struct GroupedIngredient: Hashable, Sendable {
    package var row: ProtoIngredient
    /// `For the sauce`; `nil` for an ingredient above the first heading.
    package var group: String?
}

extension FoundRecipe {
    /// The ingredients without the lines that are headings, each with its heading.
    ///
    /// The stored content has no field for a heading yet, so that `content` keeps the lines of headings.
    package var groupedIngredients: [GroupedIngredient] {
        var grouped: [GroupedIngredient] = []
        var heading: String?
        var isEmpty = false
        let headings = content.ingredients.map(GroupName.heading)
        let lastRow = headings.lastIndex { $0 == nil } ?? -1
        for (index, row) in content.ingredients.enumerated() {
            let section = index < sections.count ? sections[index] : nil
            // A heading with nothing below is a line like the others.
            if let found = headings[index], index < lastRow {
                heading = isEmpty ? heading.map { "\($0): \(found)" } : found
                isEmpty = true
                continue
            }
            isEmpty = false
            grouped.append(GroupedIngredient(row: row, group: section ?? heading))
        }
        return grouped
    }
}

/// The names of groups of ingredients.
enum GroupName {
    /// A longer text names no group, in Unicode scalars.
    static let scalarsMax = ContentLimits.tag

    /// The heading that the row is, without its colon; `nil` for a row with parts of its own, and for an ingredient.
    static func heading(_ row: ProtoIngredient) -> String? {
        guard !row.hasQuantity, !row.hasUnit, !row.hasName, !row.hasNote else { return nil }
        return IngredientHeading(reading: row.original).flatMap { name($0.text) }
    }

    /// The name of a group, without a colon and without marks around it; `nil` if it is none, or too long.
    static func name(_ text: String) -> String? {
        guard text.utf8.count <= scalarsMax * 4 else { return nil }
        let name = text.withSingleBlanks.trimming { ":：*_ ".contains($0) }
        return name.contains(where: \.isLetter) && name.unicodeScalars.count <= scalarsMax ? name : nil
    }
}

extension String {
    fileprivate func trimming(_ isOf: (Character) -> Bool) -> String {
        var text = self[...]
        while let first = text.first, isOf(first) { text.removeFirst() }
        while let last = text.last, isOf(last) { text.removeLast() }
        return String(text)
    }
}
