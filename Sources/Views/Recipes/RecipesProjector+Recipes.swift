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
            view.byAuthor, RecipesView.key(header.actor, header.occurredAt, header.position), Entry())
        if !header.cause.isNone, transaction.get(view.deletedMembers, Key(header.actor.value)) == nil {
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
        transaction.update(view.rows, key) { row in
            row.version += 1
            row.editedAt = header.occurredAt
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
            transaction.get(view.deletedMembers, Key(row.author.value)) == nil
        {
            transaction.update(view.rows, Key(row.forkedFrom.value)) { $0.forks += Int64(change) }
        }
    }

    /// Likes, votes, ratings and bookmarks: the row of the pair tells what the event changes, so repeating one, or
    /// retracting what was not there, changes nothing.
    static func changeOpinion(_ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let recipe = Key(header.subject.value)
        guard var row = transaction.get(view.rows, recipe) else { return }
        let key = RecipesView.key(header.actor, header.subject)
        let old = transaction.get(view.opinions, key) ?? OpinionRow()
        var new = old
        switch header.kind {
        case .recipeLiked: new.likedAt = old.likedAt ?? header.occurredAt
        case .recipeUnliked: new.likedAt = nil
        case .recipeBookmarked: new.bookmarkedAt = old.bookmarkedAt ?? header.occurredAt
        case .recipeUnbookmarked: new.bookmarkedAt = nil
        case .recipeUpvoted: new.vote = .up
        case .recipeDownvoted: new.vote = .down
        case .recipeVoteRetracted: new.vote = .none
        case .recipeRated: new.stars = header.value
        case .recipeRatingRetracted: new.stars = 0
        default: break
        }
        guard new != old else { return }
        if new.isEmpty { transaction.remove(view.opinions, key) } else { transaction.put(view.opinions, key, new) }
        row.likes += new.likedAt.count - old.likedAt.count
        row.bookmarks += new.bookmarkedAt.count - old.bookmarkedAt.count
        row.upvotes += (new.vote == .up ? 1 : 0) - (old.vote == .up ? 1 : 0)
        row.downvotes += (new.vote == .down ? 1 : 0) - (old.vote == .down ? 1 : 0)
        row.starsSum += Int64(new.stars) - Int64(old.stars)
        row.ratingCount += (new.stars == 0 ? 0 : 1) - (old.stars == 0 ? 0 : 1)
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
        if let new { transaction.put(table, RecipesView.key(header.actor, new, header.subject), Entry()) }
    }
}

extension Timestamp? {
    fileprivate var count: Int64 { self == nil ? 0 : 1 }
}
