import Events
import Layout
import Projections

extension FeedsProjector {
    static func postComment(_ header: EventHeader, _ view: FeedsView, _ transaction: inout ViewTransaction) {
        let row = CommentMarkRow(recipe: RecipeID(header.subject), author: header.actor)
        transaction.put(view.comments, Key(header.position.value), row)
        transaction.insert(view.commented, RecipesView.key(header.actor, header.position))
        guard !transaction.contains(view.deletedMembers, Key(header.actor.value)) else { return }
        change(row.recipe, view, &transaction) { $0.counts.comments += 1 }
    }

    static func setComment(
        _ comment: Position, isLiving: Bool, _ view: FeedsView, _ transaction: inout ViewTransaction
    ) {
        guard var row = transaction.get(view.comments, Key(comment.value)), row.isLiving != isLiving else { return }
        row.isLiving = isLiving
        transaction.put(view.comments, Key(comment.value), row)
        guard !transaction.contains(view.deletedMembers, Key(row.author.value)) else { return }
        change(row.recipe, view, &transaction) { $0.counts.comments += isLiving ? 1 : -1 }
    }
}
