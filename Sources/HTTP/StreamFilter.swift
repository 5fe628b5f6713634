import Events
import LarderAPI
import Layout
import Operations
import Views

/// Which events a stream tells of: all that one of its topics means.
struct StreamFilter: Hashable, Sendable {
    enum Topic: Hashable, Sendable {
        /// All that everybody may see.
        case everything
        /// Of that, what those do whom the viewer follows.
        case following
        /// What the viewer does, and what others do to what is theirs.
        case me
        case notifications
        case leaderboard
        case moderation
        case recipe(Position)
    }

    let topics: Set<Topic>

    static let words = ["everything", "following", "me", "notifications", "leaderboard", "moderation"]
    private static let topicsMax = 100

    /// Everything, unless said.
    init(_ texts: [String], _ queries: Queries) throws(Refusal) {
        guard texts.count <= Self.topicsMax else {
            throw Refusal(.usage, "a stream is about at most \(Self.topicsMax) things", field: "about")
        }
        var topics: Set<Topic> = []
        for text in texts {
            switch text {
            case "everything": topics.insert(.everything)
            case "following": topics.insert(.following)
            case "me": topics.insert(.me)
            case "notifications": topics.insert(.notifications)
            case "leaderboard": topics.insert(.leaderboard)
            case "moderation": topics.insert(.moderation)
            default:
                guard text.hasPrefix("r") || text.hasPrefix("external:") else {
                    let near = NearestNames(to: text, among: Self.words).question
                    throw Refusal(
                        .usage,
                        "«\(text.prefix(80))» is no topic: \(Self.words.joined(separator: ", ")), or r12\(near)",
                        field: "about")
                }
                topics.insert(
                    .recipe(try queries.recipeID(try EntityName.reference(text, "r", field: "about")).position))
            }
        }
        self.topics = topics.isEmpty ? [.everything] : topics
    }

    /// Who may listen.
    var access: Access {
        if topics.contains(.moderation) { return .moderator }
        return topics.isDisjoint(with: [.following, .me, .notifications]) ? .anyone : .member
    }
}

extension EventKindSet {
    /// What lists and pages show of who did what.
    static let told: EventKindSet = [
        .memberRegistered, .memberProfileChanged, .memberFollowed, .memberUnfollowed, .recipePosted, .recipeEdited,
        .recipeDeleted, .recipeRestored, .recipeLiked, .recipeUnliked, .recipeReposted, .repostDeleted, .recipeCooked,
        .commentPosted, .commentEdited, .commentDeleted, .commentRestored, .commentLiked, .commentUnliked,
    ]
    /// What only shows in a recipe's counts: that it happened, and not by whom.
    static let counted: EventKindSet = [
        .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted, .recipeRated, .recipeRatingRetracted,
        .recipeBookmarked, .recipeUnbookmarked,
    ]
    static let moderated: EventKindSet = [
        .reportFiled, .reportResolved, .memberBanned, .memberUnbanned, .memberRoleChanged, .memberDeleted,
        .recipeDeleted, .recipeRestored, .commentDeleted, .commentRestored, .rulesChanged,
    ]
    /// What may move somebody on a board.
    static let scored: EventKindSet = [
        .recipePosted, .recipeDeleted, .recipeRestored, .recipeLiked, .recipeUnliked, .recipeBookmarked,
        .recipeUnbookmarked, .recipeCooked, .commentPosted, .commentDeleted, .commentRestored, .commentLiked,
        .commentUnliked, .memberFollowed, .memberUnfollowed, .memberDeleted, .rulesChanged,
    ]
}
