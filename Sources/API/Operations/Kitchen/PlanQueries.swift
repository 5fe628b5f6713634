import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// What the member plans to cook from that day on, in the order of days and meals. For the member alone.
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

    /// In the order of days and meals, from behind the key `after`, until `body` answers false.
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
