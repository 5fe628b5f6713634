package import Events
package import LarderAPI
package import Layout
import Operations
package import Views

/// What a recipe's answer says now, with the content of the version that an edit is based on.
package struct RecipeBase {
    package let answer: RecipeAnswer
    /// The stored content of the version that the answer shows.
    package let stored: ProtoRecipeContent

    package init(answer: RecipeAnswer, stored: ProtoRecipeContent) {
        (self.answer, self.stored) = (answer, stored)
    }
}

/// The ingredients of a recipe's answer that was sent back.
///
/// An answer shows the parts of each line: as its author gave them, or else as Larder reads the line. Parts that Larder
/// read are not the author's, and do not become so by being sent back.
struct ReturnedIngredients {
    private let stored: [ProtoIngredient]
    /// As the answer shows them, in the order of `stored`.
    private let shown: [ProtoIngredient]
    /// Whether the lines are names. The next version's lines are read as cooks write them.
    let areNames: Bool

    init(_ base: RecipeBase) {
        let recipe = base.answer.recipe
        let rows = (recipe.ingredients ?? []).map(ProtoIngredient.init)
        // One row of the answer for each stored one; a damaged view shows others.
        let isWhole = rows.count == base.stored.ingredients.count
        (stored, shown) = isWhole ? (base.stored.ingredients, rows) : ([], [])
        areNames = IngredientNotation(externalID: recipe.externalID ?? "", version: recipe.version) == .names
    }

    /// The stored ingredients.
    func all(keepingNames: Bool) -> [ProtoIngredient] {
        stored.indices.map { kept($0, keepingNames: keepingNames) }
    }

    /// Gives each row that is as it was shown its stored form. A row whose line alone was changed loses the parts that
    /// Larder had read from the old line. O(rows).
    func restored(_ given: [ProtoIngredient], keepingNames: Bool) -> [ProtoIngredient] {
        var rows = given
        var unmatched = Places(given.indices)
        var left = Places(shown.indices)
        for (row, place) in Self.pairs(given, shown, &unmatched, &left) {
            rows[row] = kept(place, keepingNames: keepingNames)
        }
        left.keep { stored[$0].isLineOnly }
        let pairs = Self.pairs(given.map(\.withoutLine), shown.map(\.withoutLine), &unmatched, &left)
        for (row, _) in pairs {
            rows[row] = ProtoIngredient()
            rows[row].original = given[row].original
        }
        return rows
    }

    private func kept(_ place: Int, keepingNames: Bool) -> ProtoIngredient {
        var row = stored[place]
        if keepingNames, row.isLineOnly { row.name = row.original }
        return row
    }

    /// Places of equal rows, each used once: first those at the same place, then the others in their order.
    private static func pairs(
        _ given: [ProtoIngredient], _ shown: [ProtoIngredient], _ unmatched: inout Places, _ left: inout Places
    ) -> [(given: Int, shown: Int)] {
        var pairs: [(given: Int, shown: Int)] = []
        for place in given.indices.prefix(shown.count)
        where given[place] == shown[place] && unmatched.contains(place) && left.contains(place) {
            pairs.append((place, place))
            unmatched.remove(place)
            left.remove(place)
        }
        var places: [ProtoIngredient: [Int]] = [:]
        for place in left.all.reversed() { places[shown[place], default: []].append(place) }
        for row in unmatched.all {
            guard let place = places[given[row]]?.popLast() else { continue }
            pairs.append((row, place))
            unmatched.remove(row)
            left.remove(place)
        }
        return pairs
    }

    /// Places of a list that are still to be matched, in order.
    private struct Places {
        private var isLeft: [Bool]

        init(_ places: Range<Int>) { isLeft = Array(repeating: true, count: places.count) }

        var all: [Int] { isLeft.indices.filter { isLeft[$0] } }
        func contains(_ place: Int) -> Bool { isLeft[place] }
        mutating func remove(_ place: Int) { isLeft[place] = false }
        mutating func keep(_ isKept: (Int) -> Bool) {
            for place in isLeft.indices where isLeft[place] { isLeft[place] = isKept(place) }
        }
    }
}

extension ProtoIngredient {
    fileprivate init(_ document: IngredientDocument) {
        self.init()
        original = document.original
        name = document.name
        if let quantity = document.quantity { self.quantity = quantity }
        if let quantityMax = document.quantityMax { self.quantityMax = quantityMax }
        if let unit = document.unit { self.unit = unit }
        if let note = document.note { self.note = note }
    }

    fileprivate var withoutLine: ProtoIngredient {
        var row = self
        row.original = ""
        return row
    }

    /// Whether its author gave no parts beside the line.
    fileprivate var isLineOnly: Bool { !hasQuantity && !hasUnit && !hasName && !hasNote }
}

extension Queries {
    /// What an edit is based on: that version of the recipe, or the newest if there is none such. `nil` if the viewer
    /// does not find the recipe.
    package func base(
        of recipe: Reference, version: UInt32?, viewer: MemberID?
    ) throws(Refusal) -> RecipeBase? {
        do throws(Refusal) {
            var answer = try self.recipe(recipe, viewer: viewer)
            if let version, UInt64(version) < answer.recipe.version {
                answer = try self.recipe(recipe, version: UInt64(version), viewer: viewer)
            }
            let stored = try content(of: recipe, version: answer.recipe.version, for: viewer).content
            return RecipeBase(answer: answer, stored: stored)
        } catch  where error.code == .notFound || error.code == .gone {
            return nil
        }
    }
}
