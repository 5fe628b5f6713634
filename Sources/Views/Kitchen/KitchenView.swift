import Events
import Layout
package import Projections

/// The tables behind what members plan to cook and have to buy. Each member's rows go with their account.
package struct KitchenView: ViewSchema {
    /// (member, day, meal, recipe): the plan. See `planKey`.
    package let plan: ViewTable<PlanRow>
    /// (member, item): the shopping list, the oldest item first.
    package let items: ViewTable<ItemRow>

    package init(_ registry: inout TableRegistry) {
        plan = registry.table("kitchen.plan", of: PlanRow.self)
        items = registry.table("kitchen.items", of: ItemRow.self)
    }
}

extension KitchenView {
    static func planKey(_ member: MemberID, _ slot: PlanSlot) -> Key {
        dayKey(member, slot.day).appending(slot.meal.rawValue).appending(slot.recipe.value)
    }

    /// What the keys of a day's plan begin with.
    static func dayKey(_ member: MemberID, _ day: Day) -> Key { Key(member.value).appending(day.number) }

    /// Nil for bytes that are no key of `plan`.
    static func slot(_ key: Key) -> PlanSlot? {
        guard key.count == planKeyBytes, let meal = Meal(rawValue: key[12]) else { return nil }
        return PlanSlot(day: Day(number: key.int32(at: 8)), meal: meal, recipe: RecipeID(key.uint64(at: 13)))
    }

    static let planKeyBytes = 21

    static func itemKey(_ member: MemberID, _ item: Position) -> Key { Key(member.value).appending(item.value) }
}
