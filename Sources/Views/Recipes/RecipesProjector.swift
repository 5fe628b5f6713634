package import Events
import Layout
package import Projections

/// Folds recipes, opinions, reposts and comments. The feeds are derived from its rows.
package enum RecipesProjector: Projector {
    package static let identity = ViewIdentity(name: "recipes", version: 6)
    package static let kinds: EventKindSet = [
        .rulesChanged, .memberDeleted, .recipePosted, .recipeEdited, .recipeDeleted, .recipeRestored, .recipeLiked,
        .recipeUnliked,
        .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted, .recipeRated, .recipeRatingRetracted,
        .recipeBookmarked, .recipeUnbookmarked, .recipeReposted, .repostDeleted, .recipeCooked, .commentPosted,
        .commentEdited, .commentDeleted, .commentRestored, .commentLiked, .commentUnliked, .feedSeen,
    ]
    package static let openedKinds: EventKindSet = [
        .rulesChanged, .recipePosted, .recipeEdited, .recipeReposted, .commentPosted, .commentEdited,
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
        case .recipeDeleted: setLifecycle(of: recipe, header.deletion, view, &transaction)
        case .recipeRestored: setLifecycle(of: recipe, .living, view, &transaction)
        case .recipeLiked, .recipeUnliked, .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted, .recipeRated,
            .recipeRatingRetracted, .recipeBookmarked, .recipeUnbookmarked:
            changeOpinion(header, view, &transaction)
        case .recipeCooked: cook(header, view, &transaction)
        case .recipeReposted: repost(record, view, &transaction)
        case .repostDeleted: deleteRepost(header, view, &transaction)
        case .commentPosted: postComment(record, view, &transaction)
        case .commentEdited: editComment(record, view, &transaction)
        case .commentDeleted: setCommentLifecycle(header.subject, header.deletion, view, &transaction)
        case .commentRestored: setCommentLifecycle(header.subject, .living, view, &transaction)
        case .commentLiked, .commentUnliked: likeComment(header, view, &transaction)
        case .memberDeleted: deleteMember(MemberID(header.subject), view, &transaction)
        case .feedSeen:
            transaction.update(view.seen, Key(header.actor.value), or: EventRow(.none)) {
                $0.position = max($0.position, header.cause)
            }
        default: break
        }
    }
}

extension EventHeader {
    /// The lifecycle after this deletion: authors may restore only what they deleted themselves.
    var deletion: Lifecycle { actor == owner ? .deleted : .removed }
}
