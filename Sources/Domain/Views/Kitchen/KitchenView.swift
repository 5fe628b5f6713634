package import Events
package import Layout
package import Projections
import SwiftProtobuf

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
    package static func dayKey(_ member: MemberID, _ day: Day) -> Key { Key(member.value).appending(day.number) }

    /// `nil` for bytes that are no key of `plan`.
    package static func slot(_ key: Key) -> PlanSlot? {
        guard key.count == planKeyBytes, let meal = Meal(rawValue: key[12]) else { return nil }
        return PlanSlot(day: Day(number: key.int32(at: 8)), meal: meal, recipe: RecipeID(key.uint64(at: 13)))
    }

    package static let planKeyBytes = 21

    /// Key of `items` and `cookbooks`.
    package static func ownKey(_ member: MemberID, _ item: Position) -> Key { Key(member.value).appending(item.value) }
}

/// Folds the members' meal plans, shopping lists and cookbooks.
package enum KitchenProjector: Projector {
    package static let identity = ViewIdentity(name: "kitchen", version: 2)
    package static let kinds: EventKindSet = [
        .memberDeleted, .planSet, .planCleared, .listItemAdded, .listItemChecked, .listItemUnchecked,
        .listItemRemoved, .cookbookCreated, .cookbookChanged, .cookbookDeleted, .cookbookRecipeAdded,
        .cookbookRecipeRemoved, .cookbookRecipeMoved,
    ]
    package static let openedKinds: EventKindSet = [.planSet, .listItemAdded, .cookbookCreated, .cookbookChanged]

    package static func fold(
        _ record: borrowing Record, into view: KitchenView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        let own = KitchenView.ownKey(header.actor, header.subject)
        switch header.kind {
        case .planSet:
            guard let slot = header.planSlot else { return }
            var row = PlanRow(position: header.position, servings: 0)
            if case .plan(let said) = record.payload { row.servings = said.servings }
            transaction.put(view.plan, KitchenView.planKey(header.actor, slot), row)
        case .planCleared:
            guard let slot = header.planSlot else { return }
            transaction.remove(view.plan, KitchenView.planKey(header.actor, slot))
        case .listItemAdded:
            var row = ItemRow(recipe: RecipeID(header.cause), addedAt: header.occurredAt)
            if case .listItem(let said) = record.payload {
                (row.text, row.servings) = (said.text, said.servings)
                if let first = Day(said.from), let last = Day(said.through), first <= last {
                    row.neededOn = first...last
                }
            }
            transaction.create(view.items, own, row)
        case .listItemChecked: transaction.update(view.items, own) { $0.checkedAt = header.occurredAt }
        case .listItemUnchecked: transaction.update(view.items, own) { $0.checkedAt = nil }
        case .listItemRemoved: transaction.remove(view.items, own)
        case .cookbookCreated: transaction.create(view.cookbooks, own, CookbookRow(said: record.payload))
        case .cookbookChanged: transaction.update(view.cookbooks, own) { $0.say(record.payload) }
        case .cookbookDeleted: transaction.remove(view.cookbooks, own)
        case .cookbookRecipeAdded:
            transaction.update(view.cookbooks, own) {
                $0.recipes.append(PlacedRecipe(recipe: RecipeID(header.cause), position: header.position))
            }
        case .cookbookRecipeRemoved:
            transaction.update(view.cookbooks, own) { $0.recipes.removeAll { $0.recipe == RecipeID(header.cause) } }
        case .cookbookRecipeMoved:
            transaction.update(view.cookbooks, own) {
                $0.recipes.move(RecipeID(header.cause), to: Int(header.value), by: header.position)
            }
        case .memberDeleted:
            let member = Key(header.subject.value)
            for key in transaction.keys(view.plan, prefix: member) { transaction.remove(view.plan, key) }
            for key in transaction.keys(view.items, prefix: member) { transaction.remove(view.items, key) }
            for key in transaction.keys(view.cookbooks, prefix: member) { transaction.remove(view.cookbooks, key) }
        default: break
        }
    }
}
