import Events
import Layout
import Projections
import SwiftProtobuf

extension RecipesProjector {
    static func post(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let forkedFrom = RecipeID(header.cause)
        let row = RecipeRow(author: header.actor, postedAt: header.occurredAt, forkedFrom: forkedFrom)
        transaction.put(view.rows, Key(header.position.value), row)
        transaction.put(
            view.versions, RecipesView.versionKey(RecipeID(header.position), row.version), EventRow(header.position))
        transaction.insert(
            view.byAuthor, RecipesView.key(header.actor, header.occurredAt, header.position))
        if !header.cause.isNone, !transaction.contains(view.deletedMembers, Key(header.actor.value)) {
            transaction.update(view.rows, Key(forkedFrom.value)) { $0.forks += 1 }
        }
        if case .recipe(let content) = record.payload {
            let row = RecipeContentRow(
                externalID: record.origin?.externalID ?? "", content: Payload.recipe(content).storedBytes)
            transaction.put(view.contents, Key(header.position.value), row)
        }
    }

    static func edit(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let key = Key(header.subject.value)
        let row = transaction.update(view.rows, key) { row in
            row.version += 1
            row.editedAt = header.occurredAt
        }
        if let row {
            transaction.put(
                view.versions, RecipesView.versionKey(RecipeID(header.subject), row.version), EventRow(header.position))
        }
        if case .recipe(let content) = record.payload {
            transaction.update(view.contents, key) { $0.content = Payload.recipe(content).storedBytes }
        } else {
            transaction.remove(view.contents, key)
        }
    }

    /// Takes a fork out of its origin's count, or back in; a deleted author's forks left the count with their author.
    static func setLifecycle(
        of key: Key, _ lifecycle: Lifecycle, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        guard var row = transaction.get(view.rows, key) else { return }
        let change = (lifecycle == .living ? 1 : 0) - (row.lifecycle == .living ? 1 : 0)
        row.lifecycle = lifecycle
        transaction.put(view.rows, key, row)
        if change != 0, row.forkedFrom.value != 0,
            !transaction.contains(view.deletedMembers, Key(row.author.value))
        {
            transaction.update(view.rows, Key(row.forkedFrom.value)) { $0.forks += Int64(change) }
        }
    }

    /// Likes, votes, ratings and bookmarks.
    static func changeOpinion(_ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let recipe = Key(header.subject.value)
        guard var row = transaction.get(view.rows, recipe),
            let (old, new) = transaction.changeOpinion(in: view.opinions, header)
        else { return }
        row.counts.replace(old, with: new)
        row.bookmarks += (new.bookmarkedAt == nil ? 0 : 1) - (old.bookmarkedAt == nil ? 0 : 1)
        transaction.put(view.rows, recipe, row)
        move(view.liked, header, from: old.likedAt, to: new.likedAt, &transaction)
        move(view.bookmarked, header, from: old.bookmarkedAt, to: new.bookmarkedAt, &transaction)
    }

    private static func move(
        _ table: ViewTable<Entry>, _ header: EventHeader, from old: Timestamp?, to new: Timestamp?,
        _ transaction: inout ViewTransaction
    ) {
        guard old != new else { return }
        if let old { transaction.remove(table, RecipesView.key(header.actor, old, header.subject)) }
        if let new { transaction.insert(table, RecipesView.key(header.actor, new, header.subject)) }
    }
}
