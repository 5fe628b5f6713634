import Events
import Layout
package import Projections

/// The tables of meal plans, shopping lists and cookbooks. A member's rows go with their account.
package struct KitchenView: ViewSchema {
    /// (member, day, meal, recipe): the plan. See `planKey`.
    package let plan: ViewTable<PlanRow>
    /// (member, item): the shopping list, the oldest item first.
    package let items: ViewTable<ItemRow>
    /// (member, cookbook): the oldest first.
    package let cookbooks: ViewTable<CookbookRow>
    /// Derived from `cookbooks`: the owner, by cookbook.
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

    /// Key prefix of one day's plan.
    static func dayKey(_ member: MemberID, _ day: Day) -> Key { Key(member.value).appending(day.number) }

    /// `nil` for bytes that are no key of `plan`.
    static func slot(_ key: Key) -> PlanSlot? {
        guard key.count == planKeyBytes, let meal = Meal(rawValue: key[12]) else { return nil }
        return PlanSlot(day: Day(number: key.int32(at: 8)), meal: meal, recipe: RecipeID(key.uint64(at: 13)))
    }

    static let planKeyBytes = 21

    /// Key of `items` and `cookbooks`.
    static func ownKey(_ member: MemberID, _ item: Position) -> Key { Key(member.value).appending(item.value) }
}
