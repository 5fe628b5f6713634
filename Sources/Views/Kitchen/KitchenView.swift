package import Events
package import Layout
package import Projections

/// The tables behind what members plan to cook, have to buy, and collect. Each member's rows go with their account.
package struct KitchenView: ViewSchema {
    /// (member, day, meal, recipe): the plan. See `planKey`.
    package let plan: ViewTable<PlanRow>
    /// (member, item): the shopping list, the oldest item first.
    package let items: ViewTable<ItemRow>
    /// (member, cookbook): the oldest first.
    package let cookbooks: ViewTable<CookbookRow>
    /// Follows from `cookbooks`. By cookbook: whose it is.
    package let cookbookOwners: ViewTable<OtherMemberRow>

    package init(_ registry: inout TableRegistry) {
        plan = registry.table("kitchen.plan", of: PlanRow.self)
        items = registry.table("kitchen.items", of: ItemRow.self)
        cookbooks = registry.table("kitchen.cookbooks", of: CookbookRow.self)
        cookbookOwners = registry.table("kitchen.cookbookOwners", of: OtherMemberRow.self)
        registry.derive(cookbookOwners, from: cookbooks) { key, _, index in
            index.add(Key(key.uint64(at: 8)), OtherMemberRow(MemberID(key.uint64(at: 0))))
        }
    }
}

extension KitchenView {
    static func planKey(_ member: MemberID, _ slot: PlanSlot) -> Key {
        dayKey(member, slot.day).appending(slot.meal.rawValue).appending(slot.recipe.value)
    }

    /// What the keys of a day's plan begin with.
    package static func dayKey(_ member: MemberID, _ day: Day) -> Key { Key(member.value).appending(day.number) }

    /// Nil for bytes that are no key of `plan`.
    package static func slot(_ key: Key) -> PlanSlot? {
        guard key.count == planKeyBytes, let meal = Meal(rawValue: key[12]) else { return nil }
        return PlanSlot(day: Day(number: key.int32(at: 8)), meal: meal, recipe: RecipeID(key.uint64(at: 13)))
    }

    package static let planKeyBytes = 21

    /// Of `items` and `cookbooks`.
    package static func ownKey(_ member: MemberID, _ item: Position) -> Key { Key(member.value).appending(item.value) }
}
