package import Events
import Layout
package import Projections

/// Folds recipes, opinions, reposts and comments. The feeds are derived from its rows.
package enum RecipesProjector: Projector {
    package static let identity = ViewIdentity(name: "recipes", version: 12)
    package static let kinds: EventKindSet = [
        .rulesChanged, .memberBanned, .memberUnbanned, .memberDeleted, .recipePosted, .recipeEdited, .recipeDeleted,
        .recipeRestored, .recipeLiked, .recipeUnliked, .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted,
        .recipeRated, .recipeRatingRetracted, .recipeBookmarked, .recipeUnbookmarked, .recipeReposted, .repostDeleted,
        .recipeCooked, .commentPosted, .commentEdited, .commentDeleted, .commentRestored, .commentLiked,
        .commentUnliked, .feedSeen, .recipeCountsCarriedOver, .recipeCookNoteDeleted,
    ]
    package static let openedKinds: EventKindSet = [
        .rulesChanged, .recipePosted, .recipeEdited, .recipeReposted, .recipeCooked, .commentPosted, .commentEdited,
        .recipeCountsCarriedOver,
    ]

    package static func fold(
        _ record: borrowing Record, into view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        let recipe = Key(header.subject.value)
        switch header.kind {
        case .rulesChanged: changeRules(record, view, &transaction)
        case .recipePosted: post(record, view, &transaction)
        case .recipeEdited: edit(record, view, &transaction)
        case .recipeDeleted, .recipeRestored: changeLifecycle(of: recipe, header, view, &transaction)
        case .recipeLiked, .recipeUnliked, .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted, .recipeRated,
            .recipeRatingRetracted, .recipeBookmarked, .recipeUnbookmarked:
            changeOpinion(header, view, &transaction)
        case .recipeCooked: cook(record, view, &transaction)
        case .recipeCookNoteDeleted: removeNote(header.cause, of: header.owner, view, &transaction)
        case .recipeCountsCarriedOver: carryOver(record, view, &transaction)
        case .recipeReposted: repost(record, view, &transaction)
        case .repostDeleted: deleteRepost(header, view, &transaction)
        case .commentPosted: postComment(record, view, &transaction)
        case .commentEdited: editComment(record, view, &transaction)
        case .commentDeleted, .commentRestored: changeCommentLifecycle(header, view, &transaction)
        case .commentLiked, .commentUnliked: likeComment(header, view, &transaction)
        case .memberBanned:
            if header.voidsMarks { void(true, of: MemberID(header.subject), view, &transaction) }
        case .memberUnbanned: void(false, of: MemberID(header.subject), view, &transaction)
        case .memberDeleted: deleteMember(header, view, &transaction)
        case .feedSeen:
            transaction.update(view.seen, Key(header.actor.value), or: EventRow(.none)) {
                $0.position = max($0.position, header.cause)
            }
        default: break
        }
    }
}

extension RecipesProjector {
    /// Keeps which event hid a recipe, comment or repost: the first one, where several did.
    static func noteDeletion(
        _ header: EventHeader, hidden: Bool, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        let key = Key(header.subject.value)
        if hidden {
            transaction.put(view.deletions, key, EventRow(header.position))
        } else {
            transaction.remove(view.deletions, key)
        }
    }

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

    static func changeCommentLifecycle(
        _ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        let comment = Key(header.subject.value)
        guard var row = transaction.get(view.comments, comment) else { return }
        let change = row.lifecycle.change(by: header, author: row.author)
        transaction.put(view.comments, comment, row)
        guard change != 0 else { return }
        noteDeletion(header, hidden: row.lifecycle != .living, view, &transaction)
        if !transaction.contains(view.deletedMembers, Key(row.author.value)) {
            transaction.update(view.rows, Key(row.recipe.value)) { $0.counts.comments += change }
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
        guard !transaction.contains(view.voided, Key(header.actor.value)) else { return }
        transaction.update(view.comments, Key(header.subject.value)) { $0.likes += liked ? 1 : -1 }
    }
}

extension RecipesProjector {
    /// Erases the member's words and keeps the facts. Their comments, reposts and forks leave the counts.
    static func deleteMember(_ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let member = MemberID(header.subject)
        let prefix = Key(member.value)
        guard !transaction.contains(view.deletedMembers, prefix) else { return }
        transaction.put(view.deletedMembers, prefix, EventRow(header.position))
        for key in transaction.keys(view.authored, prefix: prefix) {
            let recipe = Key(RecipesView.position(endOf: key).value)
            transaction.remove(view.contents, recipe)
            transaction.remove(view.facets, recipe)
            let row = transaction.update(view.rows, recipe) { row in
                row.isAuthorDeleted = true
                row.countsBefore = nil
            }
            guard let row, row.lifecycle == .living, row.forkedFrom.value != 0 else { continue }
            transaction.update(view.rows, Key(row.forkedFrom.value)) { $0.forks -= 1 }
        }
        for key in transaction.keys(view.commented, prefix: prefix) {
            let row = transaction.update(view.comments, Key(RecipesView.position(endOf: key).value)) { $0.text = "" }
            guard let row, row.lifecycle == .living else { continue }
            transaction.update(view.rows, Key(row.recipe.value)) { $0.counts.comments -= 1 }
        }
        for key in transaction.keys(view.reposted, prefix: prefix) {
            let row = transaction.update(view.reposts, Key(RecipesView.position(endOf: key).value)) { row in
                row.quote = ""
                row.isMemberDeleted = true
            }
            guard let row, row.lifecycle == .living else { continue }
            transaction.update(view.rows, Key(row.recipe.value)) { $0.reposts -= 1 }
        }
        eraseNotes(of: member, view, &transaction)
    }
}

extension RecipesProjector {
    static func repost(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        var row = RepostRow(
            recipe: RecipeID(header.subject), member: header.actor, at: header.occurredAt, quote: record.quote)
        row.isMemberDeleted = transaction.contains(view.deletedMembers, Key(header.actor.value))
        transaction.create(view.reposts, Key(header.position.value), row)
        transaction.create(view.reposted, RecipesView.key(header.actor, header.position), Entry())
        if row.isShown { transaction.update(view.rows, Key(header.subject.value)) { $0.reposts += 1 } }
    }

    static func deleteRepost(_ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let key = Key(header.subject.value)
        guard var row = transaction.get(view.reposts, key), row.lifecycle == .living else { return }
        row.lifecycle.change(by: header, author: row.member)
        transaction.put(view.reposts, key, row)
        noteDeletion(header, hidden: true, view, &transaction)
        if !row.isMemberDeleted { transaction.update(view.rows, Key(row.recipe.value)) { $0.reposts -= 1 } }
    }
}

extension Record {
    /// The words of a quote; empty if there are none, or if they cannot be opened.
    var quote: String { firstText }
    /// The words of a comment; empty if they cannot be opened.
    var text: String { firstText }

    /// Field 1 of quotes and comments, see `Schemas/larder/v1/payloads.proto`.
    private var firstText: String { withPayloadBytes { WireFields.text(1, of: $0) } ?? "" }
}
