import Events
import Ingredients
import LarderAPI
import Layout
import Projections
import Views

/// The ingredients that a member's planned dishes and the recipes on the member's list need together.
struct DishNeeds {
    let queries: Queries
    let member: MemberID
    /// The recipes on the list, which belong to no day.
    let listed: Dishes

    struct Answer {
        var needs: [ShoppingNeed]
        var recipes: [ShoppedRecipe]
    }

    /// The needs of the dishes planned on `days` and of the list.
    func all(on days: ClosedRange<Day>) -> Answer {
        var dishes = listed
        addPlanned(on: days, to: &dishes) { _ in true }
        return answer(dishes)
    }

    /// The part of `wanted` that is not bought. `wanted` holds all needs of `days`.
    func left(of wanted: Answer, on days: ClosedRange<Day>, bought: [BoughtNeed]) -> [ShoppingNeed] {
        guard !bought.isEmpty else { return wanted.needs }
        var stock = BoughtNeeds(bought, needs: self)
        stock.know(wanted, of: days)
        return wanted.needs.compactMap { need in
            let thing = need.thing
            let same = stock.things(like: thing)
            let enough = same.filter { stock.isEnough($0, of: thing) }.map(\.need)
            if enough.contains(where: { $0.days.lowerBound <= days.lowerBound && $0.days.upperBound >= days.upperBound }
            ) {
                return nil
            }
            var need = need
            if enough.isEmpty {
                let best = (same.last(where: \.need.isChecked) ?? same.last)?.need
                (need.item, need.bought) = (best?.item, best?.isChecked == true ? best?.text : nil)
                return need
            }
            // Only the days without a purchase count.
            var dishes = Dishes()
            addPlanned(on: days, to: &dishes) { day in !enough.contains { $0.days.contains(day) } }
            var rest = answer(dishes).needs.first { $0.thing.isSameThing(as: thing) }
            rest?.whole = need.text
            return rest
        }
    }

    private func addPlanned(on days: ClosedRange<Day>, to dishes: inout Dishes, where isWanted: (Day) -> Bool) {
        var planned = dishes
        queries.scanPlan(of: member, days.lowerBound, days.upperBound) { _, slot, row in
            if isWanted(slot.day) { planned.add(slot.recipe, servings: row.servings) }
            return true
        }
        dishes = planned
    }

    private func answer(_ dishes: Dishes) -> Answer {
        var recipes: [ShoppedRecipe] = []
        var demands: [IngredientTotal.Demand] = []
        for (id, wanted) in dishes.all {
            guard queries.visibleRecipe(id, viewer: member) != nil,
                let recipe = queries.recipe(id, .whole, viewer: nil)
            else { continue }
            let factor = wanted.factor(of: recipe.servings)
            let source = recipes.count
            recipes.append(
                ShoppedRecipe(
                    id: recipe.id, title: recipe.title,
                    servings: recipe.servings.flatMap { UInt32(exactly: (Double($0) * factor).rounded()) }))
            demands += (recipe.ingredients ?? []).map { ingredient in
                IngredientTotal.Demand(ingredient.line.scaled(by: factor), source: source, isCalculated: factor != 1)
            }
        }
        let needs = IngredientTotal.totals(of: demands).map { total in
            let quantity = total.line.quantity?.roundedToThousandths
            return ShoppingNeed(
                text: Self.line(total.text), quantity: quantity?.least, quantityMax: quantity?.most,
                unit: total.line.unit,
                name: total.line.name, recipes: total.sources.map { recipes[$0].id })
        }
        return Answer(needs: needs, recipes: recipes)
    }

    /// The text as a list stores a line, because the line that is bought is compared with it.
    private static func line(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let line = words.excerpt(ContentLimits.item)
        return line.last?.isWhitespace == true ? String(line.dropLast()) : line
    }
}

/// An item of a list that stands for a need of some days' plan.
struct BoughtNeed {
    /// `i40`.
    var item: String
    /// The need at the time of the purchase.
    var text: String
    var days: ClosedRange<Day>
    var isChecked: Bool
}

/// Bought items, compared with the present needs of their days.
private struct BoughtNeeds {
    /// Older items do not count: each window of days costs a reading of the plan.
    private static let countMax = 500
    private static let windowsMax = 31

    /// An item with its amount.
    struct Bought {
        var need: BoughtNeed
        var thing: ThingAmount
    }

    private var all: [Bought] = []
    private let needs: DishNeeds
    /// The needs that were already computed, by days.
    private var known: [ClosedRange<Day>: [ThingAmount]] = [:]

    init(_ bought: [BoughtNeed], needs: DishNeeds) {
        self.needs = needs
        var windows: Set<ClosedRange<Day>> = []
        for need in bought.suffix(Self.countMax).reversed() {
            guard windows.contains(need.days) || windows.count < Self.windowsMax else { continue }
            windows.insert(need.days)
            all.append(Bought(need: need, thing: ThingAmount(IngredientLine(reading: need.text))))
        }
        all.reverse()
    }

    /// Keeps the needs of these days, so that they are not computed again.
    mutating func know(_ answer: DishNeeds.Answer, of days: ClosedRange<Day>) {
        known[days] = answer.needs.map(\.thing)
    }

    /// The oldest first.
    func things(like thing: ThingAmount) -> [Bought] { all.filter { $0.thing.isSameThing(as: thing) } }

    /// Whether the item is checked, and covers the present need of its days.
    mutating func isEnough(_ bought: Bought, of thing: ThingAmount) -> Bool {
        guard bought.need.isChecked else { return false }
        if known[bought.need.days] == nil { know(needs.all(on: bought.need.days), of: bought.need.days) }
        let needed = known[bought.need.days]?.first { $0.isSameThing(as: thing) }
        return needed.map { bought.thing.isEnough(for: $0) } ?? true
    }
}

extension ShoppingNeed {
    /// The amount of the line, as it is compared with what was bought.
    fileprivate var thing: ThingAmount { ThingAmount(IngredientLine(reading: text)) }
}

/// The number of dishes, and of servings, that each recipe is to be cooked for.
struct Dishes {
    struct Wanted {
        /// The number of dishes that are cooked as written.
        var times = 0
        /// The total servings of the dishes with a given number of servings.
        var servings = 0
        /// The number of dishes with a given number of servings.
        var servedTimes = 0

        /// The factor by which all ingredients scale. A recipe without own servings scales by the number of dishes.
        func factor(of own: UInt32?) -> Double {
            guard let own, own > 0 else { return Double(times + servedTimes) }
            return Double(times) + Double(servings) / Double(own)
        }
    }

    private var wanted: [RecipeID: Wanted] = [:]

    /// Oldest recipe first.
    var all: [(RecipeID, Wanted)] { wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// `servings` 0: as written.
    mutating func add(_ recipe: RecipeID, servings: UInt32) {
        if servings == 0 {
            wanted[recipe, default: Wanted()].times += 1
        } else {
            wanted[recipe, default: Wanted()].servings += Int(servings)
            wanted[recipe, default: Wanted()].servedTimes += 1
        }
    }
}
