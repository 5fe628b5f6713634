import Events
import Ingredients
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let shopping: [any AnyBinding] = [
        bind(API.plan) { input, viewer, queries in
            try queries.plan(
                of: try viewer.required, from: try firstDay(input.from, queries), days: dayCount(input.days),
                page: input.page.page)
        },
        bind(API.shopping) { input, viewer, queries in
            try queries.shopping(
                of: try viewer.required, from: try firstDay(input.from, queries), days: dayCount(input.days))
        },
    ]

    /// The first day; by default today, in UTC.
    private static func firstDay(_ text: String?, _ queries: Queries) throws(Refusal) -> Day {
        guard let text else { return queries.now.day }
        return try Times.day(text, field: "from")
    }

    private static func dayCount(_ number: UInt64?) -> Int { Int(clamping: number ?? 7) }
}

extension Queries {
    /// The member's plan from the day `first` on, in the order of days and meals. Only the member may ask.
    package func plan(
        of member: MemberID, from first: Day, days: Int, page: Page
    ) throws(Refusal) -> PlanAnswer {
        let last = try lastDay(from: first, days: days)
        let after = try page.key(beginningWith: Key(member.value), byteCount: KitchenView.planKeyBytes)
        var contents = PageContents<PlannedRecipe>(page)
        scanPlan(of: member, first, last, after: after) { key, slot, row in
            let recipe = visibleRecipe(slot.recipe, viewer: member)
            let entry = PlannedRecipe(
                id: row.position.value, day: "\(slot.day)", meal: slot.meal.name, recipe: "\(slot.recipe)",
                title: recipe?.title, servings: row.servings == 0 ? nil : row.servings)
            return contents.add(entry, key)
        }
        return PlanAnswer(
            position: snapshot.position.value, from: "\(first)", through: "\(last)", entries: contents.items,
            next: contents.next)
    }

    func lastDay(from first: Day, days: Int) throws(Refusal) -> Day {
        guard PlanSlot.days.contains(first) else {
            throw Refusal(.invalid, "plans are for days of the years 2000 to 2099", field: "from")
        }
        guard (1...PlanSlot.daysMax).contains(days) else {
            throw Refusal(.invalid, "days must be 1 to \(PlanSlot.daysMax)", field: "days")
        }
        return min(Day(number: first.number + Int32(days) - 1), PlanSlot.days.upperBound)
    }

    /// Hands out the plan in the order of days and meals, beginning after the key `after`, until `body` answers false.
    func scanPlan(
        of member: MemberID, _ first: Day, _ last: Day, after: Key? = nil, _ body: (Key, PlanSlot, PlanRow) -> Bool
    ) {
        let lower = KitchenView.dayKey(member, first)
        let upper = KitchenView.dayKey(member, Day(number: last.number + 1))
        snapshot.scan(views.kitchen.plan, from: max(lower, after ?? lower), to: upper) { key, row in
            guard key != after, let slot = KitchenView.slot(key) else { return true }
            return body(key, slot, row)
        }
    }
}

extension ShoppingNeed {
    /// The line of the whole need, bought parts included.
    package var wholeText: String { whole ?? text }
}

extension ShoppingAnswer {
    /// The need with a name, or with a line as it is shown. Refuses with `not-found`, and with `usage` if several needs
    /// fit.
    package func need(called text: String) throws(Refusal) -> ShoppingNeed {
        let same = needs.filter { $0.text == text }
        let meant = same.isEmpty ? needs.filter { IngredientLine.isSame($0.name, as: text) } : same
        guard let need = meant.first else {
            let hint = NearestNames(to: text, among: Set(needs.map(\.name)).sorted()).question
            throw Refusal(
                .notFound, "nothing called «\(text)» is needed from \(from) to \(through)\(hint)", field: "what")
        }
        guard meant.count == 1 else {
            let lines = meant.map { "«\($0.text)»" }.joined(separator: " or ")
            throw Refusal(.usage, "«\(text)» is needed in several measures: say \(lines)", field: "what")
        }
        return need
    }

    /// The checked item for the need with a name or line; nil: there is none, or it no longer covers the need.
    package func bought(called text: String) -> ListedItem? {
        items.last { item in
            guard item.checked, item.from != nil, let line = item.text else { return false }
            return line == text || IngredientLine.isSame(IngredientLine(reading: line).name, as: text)
        }
    }
}

extension Queries {
    /// The needs of the recipes on the plan and on the list, and the list itself, the oldest item first. Checked items
    /// count as bought. Only the member may ask.
    package func shopping(of member: MemberID, from first: Day, days: Int) throws(Refusal) -> ShoppingAnswer {
        let days = first...(try lastDay(from: first, days: days))
        var listed = Dishes()
        var items: [ListedItem] = []
        var needed: [BoughtNeed] = []
        snapshot.scan(views.kitchen.items, prefix: Key(member.value)) { key, row in
            let item = item(row, at: Position(key.uint64(at: 8)), of: member)
            if let neededOn = row.neededOn {
                // Purchases for other days do not count.
                guard neededOn.overlaps(days) else { return true }
                needed.append(BoughtNeed(item: item.id, text: row.text, days: neededOn, isChecked: item.checked))
            } else if row.recipe.value != 0, !item.checked {
                listed.add(row.recipe, servings: row.servings)
            }
            items.append(item)
            return true
        }
        let needs = DishNeeds(queries: self, member: member, listed: listed)
        let wanted = needs.all(on: days)
        let left = needs.left(of: wanted, on: days, bought: needed)
        // An item that does not cover its need is shown with the need. An unchecked item without a present need is not
        // shown.
        let hidden = Set(needed.filter { !$0.isChecked }.map(\.item)).union(left.compactMap(\.item))
        return ShoppingAnswer(
            position: snapshot.position.value, from: "\(days.lowerBound)", through: "\(days.upperBound)", needs: left,
            recipes: wanted.recipes, items: items.filter { !hidden.contains($0.id) })
    }

    /// The items that stand for needs of days before `day`.
    package func outdatedNeeds(of member: MemberID, before day: Day) -> [String] {
        var items: [String] = []
        snapshot.scan(views.kitchen.items, prefix: Key(member.value)) { key, row in
            if let days = row.neededOn, days.upperBound < day {
                items.append(item(row, at: Position(key.uint64(at: 8)), of: member).id)
            }
            return true
        }
        return items
    }

    private func item(_ row: ItemRow, at position: Position, of member: MemberID) -> ListedItem {
        let isRecipe = row.recipe.value != 0
        return ListedItem(
            id: "\(EntityType.item.letter)\(position)", text: row.text.unlessEmpty,
            recipe: isRecipe ? "\(row.recipe)" : nil,
            title: isRecipe ? visibleRecipe(row.recipe, viewer: member)?.title : nil,
            servings: row.servings == 0 ? nil : row.servings, checked: row.checkedAt != nil,
            addedAt: row.addedAt.rfc3339, from: row.neededOn.map { "\($0.lowerBound)" },
            through: row.neededOn.map { "\($0.upperBound)" })
    }
}
