/// What awards count as: the acts that rules can give points for.
///
/// Only acts whose taking back tells when they were earned are among them, so that a week stays a plain sum. The raw
/// values are part of the views' formats.
package enum AwardKind: Int, CaseIterable, Sendable {
    case recipes = 0
    case likesReceived = 1
    case comments = 2
    case bookmarks = 3
    case cooked = 4
    case commentLikesReceived = 5
    case followersWon = 6

    package static let count = allCases.count

    /// The event that earns it.
    package var eventKind: EventKind {
        switch self {
        case .recipes: .recipePosted
        case .likesReceived: .recipeLiked
        case .comments: .commentPosted
        case .bookmarks: .recipeBookmarked
        case .cooked: .recipeCooked
        case .commentLikesReceived: .commentLiked
        case .followersWon: .memberFollowed
        }
    }

    package init?(_ kind: EventKind) {
        guard let award = Self.allCases.first(where: { $0.eventKind == kind }) else { return nil }
        self = award
    }
}
