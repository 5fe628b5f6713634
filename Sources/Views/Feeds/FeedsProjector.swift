package import Events
import Layout
package import Projections

/// Folds recipes and reposts into the orders that feeds show them in.
package enum FeedsProjector: Projector {
    package static let identity = ViewIdentity(name: "feeds", version: 3)
    package static let kinds: EventKindSet = [
        .rulesChanged, .memberDeleted, .recipePosted, .recipeEdited, .recipeDeleted, .recipeRestored, .recipeLiked,
        .recipeUnliked,
        .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted, .recipeRated, .recipeRatingRetracted,
        .recipeReposted, .repostDeleted, .commentPosted, .commentDeleted, .commentRestored,
    ]
    package static let openedKinds: EventKindSet = [.rulesChanged, .recipePosted, .recipeEdited, .recipeReposted]

    package static func fold(
        _ record: borrowing Record, into view: FeedsView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        let recipe = RecipeID(header.subject)
        switch header.kind {
        case .rulesChanged: changeRules(record, view, &transaction)
        case .recipePosted: post(record, view, &transaction)
        case .recipeEdited: setFacets(of: recipe, record, view, &transaction)
        case .recipeDeleted: change(recipe, view, &transaction) { $0.isLiving = false }
        case .recipeRestored: change(recipe, view, &transaction) { $0.isLiving = true }
        case .recipeLiked, .recipeUnliked, .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted, .recipeRated,
            .recipeRatingRetracted:
            changeOpinion(header, view, &transaction)
        case .recipeReposted: repost(record, view, &transaction)
        case .repostDeleted: deleteRepost(header, view, &transaction)
        case .commentPosted: postComment(header, view, &transaction)
        case .commentDeleted: setComment(header.subject, isLiving: false, view, &transaction)
        case .commentRestored: setComment(header.subject, isLiving: true, view, &transaction)
        case .memberDeleted: deleteMember(MemberID(header.subject), view, &transaction)
        default: break
        }
    }
}
