import Events
import Layout
import Projections

extension RecipesProjector {
    static func postComment(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let comment = CommentID(header.position)
        let recipe = RecipeID(header.subject)
        let row = CommentRow(
            recipe: recipe, author: header.actor, parent: header.cause, createdAt: header.occurredAt,
            text: record.text)
        transaction.create(view.comments, Key(comment.value), row)
        transaction.create(view.commented, RecipesView.key(header.actor, comment.position), Entry())
        if !transaction.contains(view.deletedMembers, Key(header.actor.value)) {
            transaction.update(view.rows, Key(recipe.value)) { $0.counts.comments += 1 }
        }
    }

    static func editComment(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let text = record.text
        transaction.update(view.comments, Key(header.subject.value)) { row in
            row.editedAt = header.occurredAt
            row.text = text
        }
    }

    static func setCommentLifecycle(
        _ comment: Position, _ lifecycle: Lifecycle, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        guard var row = transaction.get(view.comments, Key(comment.value)) else { return }
        let change = (lifecycle == .living ? 1 : 0) - (row.lifecycle == .living ? 1 : 0)
        row.lifecycle = lifecycle
        transaction.put(view.comments, Key(comment.value), row)
        if change != 0, !transaction.contains(view.deletedMembers, Key(row.author.value)) {
            transaction.update(view.rows, Key(row.recipe.value)) { $0.counts.comments += Int64(change) }
        }
    }

    static func likeComment(_ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let key = RecipesView.key(header.actor, header.subject)
        let holds = transaction.contains(view.commentLikes, key)
        let liked = header.kind == .commentLiked
        guard liked != holds, transaction.contains(view.comments, Key(header.subject.value)) else { return }
        if liked {
            transaction.insert(view.commentLikes, key)
        } else {
            transaction.remove(view.commentLikes, key)
        }
        transaction.update(view.comments, Key(header.subject.value)) { $0.likes += liked ? 1 : -1 }
    }
}
