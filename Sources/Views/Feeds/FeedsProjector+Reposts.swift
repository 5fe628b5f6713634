import Events
import Layout
import Projections

extension FeedsProjector {
    static func repost(_ record: borrowing Record, _ view: FeedsView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let row = RepostRow(
            recipe: RecipeID(header.subject), member: header.actor, at: header.occurredAt, quote: record.quote)
        transaction.put(view.reposts, Key(header.position.value), row)
        transaction.insert(view.reposted, RecipesView.key(header.actor, header.position))
        guard !transaction.contains(view.deletedMembers, Key(header.actor.value)) else { return }
        transaction.put(view.index, FeedSort.newest.key(row, header.position), .repost)
        transaction.put(view.byAuthor, FeedsView.authorKey(row.member, row.at, header.position), .repost)
        transaction.insert(view.repostsOf, Key(row.recipe.value).appending(header.position.value))
    }

    static func deleteRepost(_ header: EventHeader, _ view: FeedsView, _ transaction: inout ViewTransaction) {
        let key = Key(header.subject.value)
        guard var row = transaction.get(view.reposts, key), row.lifecycle == .living else { return }
        row.lifecycle = header.actor == row.member ? .deleted : .removed
        transaction.put(view.reposts, key, row)
        hide(row, header.subject, view, &transaction)
    }

    static func hide(
        _ row: RepostRow, _ repost: Position, _ view: FeedsView, _ transaction: inout ViewTransaction
    ) {
        transaction.remove(view.index, FeedSort.newest.key(row, repost))
        transaction.remove(view.byAuthor, FeedsView.authorKey(row.member, row.at, repost))
        transaction.remove(view.repostsOf, Key(row.recipe.value).appending(repost.value))
    }
}
