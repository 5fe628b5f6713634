package import Events
import Layout
package import Projections
import SwiftProtobuf

/// Folds what members plan to cook and have to buy.
package enum KitchenProjector: Projector {
    package static let identity = ViewIdentity(name: "kitchen", version: 1)
    package static let kinds: EventKindSet = [
        .memberDeleted, .planSet, .planCleared, .listItemAdded, .listItemChecked, .listItemUnchecked,
        .listItemRemoved,
    ]
    package static let openedKinds: EventKindSet = [.planSet, .listItemAdded]

    package static func fold(
        _ record: borrowing Record, into view: KitchenView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        let item = KitchenView.itemKey(header.actor, header.subject)
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
            if case .listItem(let said) = record.payload { (row.text, row.servings) = (said.text, said.servings) }
            transaction.create(view.items, item, row)
        case .listItemChecked: transaction.update(view.items, item) { $0.checkedAt = header.occurredAt }
        case .listItemUnchecked: transaction.update(view.items, item) { $0.checkedAt = nil }
        case .listItemRemoved: transaction.remove(view.items, item)
        case .memberDeleted:
            let member = Key(header.subject.value)
            for key in transaction.keys(view.plan, prefix: member) { transaction.remove(view.plan, key) }
            for key in transaction.keys(view.items, prefix: member) { transaction.remove(view.items, key) }
        default: break
        }
    }
}
