import Events
import Layout
import Projections

extension FeedsProjector {
    static func postComment(_ header: EventHeader, _ view: FeedsView, _ transaction: inout ViewTransaction) {
        let row = CommentMarkRow(recipe: RecipeID(header.subject), author: header.actor)
        transaction.put(view.comments, Key(header.position.value), row)
        transaction.put(view.commented, RecipesView.key(header.actor, header.position), Entry())
        guard transaction.get(view.deletedMembers, Key(header.actor.value)) == nil else { return }
        change(row.recipe, view, &transaction) { $0.counts.comments += 1 }
    }

    static func setComment(
        _ comment: Position, isLiving: Bool, _ view: FeedsView, _ transaction: inout ViewTransaction
    ) {
        guard var row = transaction.get(view.comments, Key(comment.value)), row.isLiving != isLiving else { return }
        row.isLiving = isLiving
        transaction.put(view.comments, Key(comment.value), row)
        guard transaction.get(view.deletedMembers, Key(row.author.value)) == nil else { return }
        change(row.recipe, view, &transaction) { $0.counts.comments += isLiving ? 1 : -1 }
    }
}
