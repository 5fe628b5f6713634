package import Events
import Ingredients
package import Layout
import Projections

/// How much of something is to be bought, and for which recipes.
package struct ShoppingNeed: Encodable, Sendable {
    /// As a cook would write it down.
    package var text: String
    package var quantity: Double?
    /// Of a range, such as 2 to 3: its end.
    package var quantityMax: Double?
    package var unit: String?
    package var name: String
    /// `r12`, in the order of the recipes.
    package var recipes: [String]
}

/// What somebody has put on their list.
package struct ListedItem: Encodable, Sendable {
    package var id: String
    package var text: String?
    package var recipe: String?
    /// The recipe's; absent when it cannot be seen any more.
    package var title: String?
    package var servings: UInt32?
    package var checked: Bool
    package var addedAt: String
}

/// A recipe for which something is to be bought.
package struct ShoppedRecipe: Encodable, Sendable {
    package var id: String
    package var title: String
    /// For how many in all, as often as it is planned or listed; absent when it does not say how many it serves.
    package var servings: UInt32?
}

package struct ShoppingAnswer: Encodable, Sendable {
    package var position: UInt64
    /// The first and the last day of the plan that is shopped for.
    package var from: String
    package var through: String
    package var needs: [ShoppingNeed]
    package var recipes: [ShoppedRecipe]
    package var items: [ListedItem]
}

extension Queries {
    /// What the recipes of those days' plan and those on the list need together, and the list itself, the oldest item first.
    /// What was checked is bought. For the member alone.
    package func shopping(of member: MemberID, from first: Day, days: Int) throws(Refusal) -> ShoppingAnswer {
        let last = try lastDay(from: first, days: days)
        var dishes = Dishes()
        scanPlan(of: member, first, last) { _, slot, row in
            dishes.add(slot.recipe, servings: row.servings)
            return true
        }
        var items: [ListedItem] = []
        snapshot.scan(views.kitchen.items, prefix: Key(member.value)) { key, row in
            let isRecipe = row.recipe.value != 0
            let recipe = isRecipe ? visibleRecipe(row.recipe, viewer: member) : nil
            if isRecipe, row.checkedAt == nil { dishes.add(row.recipe, servings: row.servings) }
            items.append(
                ListedItem(
                    id: "\(EntityType.item.letter)\(key.uint64(at: 8))", text: row.text.unlessEmpty,
                    recipe: isRecipe ? "\(row.recipe)" : nil, title: recipe?.title,
                    servings: row.servings == 0 ? nil : row.servings, checked: row.checkedAt != nil,
                    addedAt: row.addedAt.rfc3339))
            return true
        }
        var answer = ShoppingAnswer(
            position: snapshot.position.value, from: "\(first)", through: "\(last)", needs: [], recipes: [],
            items: items)
        add(dishes, for: member, to: &answer)
        return answer
    }

    private func add(_ dishes: Dishes, for member: MemberID, to answer: inout ShoppingAnswer) {
        var demands: [IngredientTotal.Demand] = []
        for (id, wanted) in dishes.all {
            guard visibleRecipe(id, viewer: member) != nil, let recipe = recipe(id, .whole, viewer: nil) else {
                continue
            }
            let factor = wanted.factor(of: recipe.servings)
            let source = answer.recipes.count
            answer.recipes.append(
                ShoppedRecipe(
                    id: recipe.id, title: recipe.title,
                    servings: recipe.servings.flatMap { UInt32(exactly: (Double($0) * factor).rounded()) }))
            demands += (recipe.ingredients ?? []).map { ingredient in
                IngredientTotal.Demand(ingredient.line.scaled(by: factor), source: source, isCalculated: factor != 1)
            }
        }
        answer.needs = IngredientTotal.totals(of: demands).map { total in
            let quantity = total.line.quantity?.roundedToThousandths
            return ShoppingNeed(
                text: total.text, quantity: quantity?.least, quantityMax: quantity?.most, unit: total.line.unit,
                name: total.line.name, recipes: total.sources.map { answer.recipes[$0].id })
        }
    }
}

/// How often and for how many each recipe is to be cooked.
private struct Dishes {
    struct Wanted {
        /// Times that it is wanted as it is written.
        var times = 0
        var servings = 0
        /// Times that it is wanted for so many.
        var servedTimes = 0

        /// How much of it there will be. Of a recipe that does not say how many it serves, as often as it is wanted.
        func factor(of own: UInt32?) -> Double {
            guard let own, own > 0 else { return Double(times + servedTimes) }
            return Double(times) + Double(servings) / Double(own)
        }
    }

    private var wanted: [RecipeID: Wanted] = [:]

    /// The older recipe first.
    var all: [(RecipeID, Wanted)] { wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// `servings` 0: as it is written.
    mutating func add(_ recipe: RecipeID, servings: UInt32) {
        if servings == 0 {
            wanted[recipe, default: Wanted()].times += 1
        } else {
            wanted[recipe, default: Wanted()].servings += Int(servings)
            wanted[recipe, default: Wanted()].servedTimes += 1
        }
    }
}
