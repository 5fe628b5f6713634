/// What a crowd does, per 10,000 events. The other 100 are registrations.
enum CrowdAct: CaseIterable {
    case like, likeComment, upvote, downvote, comment, reply, follow, post, repost, bookmark
    case rate, unlike, retractVote, unbookmark, unfollow, editRecipe, editComment, deleteComment, cook
    case report, resolve, ban, unban

    var share: Int {
        switch self {
        case .like: 4_700
        case .likeComment: 100
        case .upvote: 1_170
        case .downvote: 210
        case .comment: 1_140
        case .reply: 760
        case .follow: 700
        case .post: 450
        case .repost: 350
        case .bookmark: 250
        case .rate: 22
        case .unlike: 8
        case .retractVote: 4
        case .unbookmark: 3
        case .unfollow: 4
        case .editRecipe: 6
        case .editComment: 3
        case .deleteComment: 3
        case .cook: 5
        case .report: 6
        case .resolve: 5
        case .ban: 1
        case .unban: 1
        }
    }

    /// Each as often as its share says.
    static let lots: [CrowdAct] = allCases.flatMap { Array(repeating: $0, count: $0.share) }
}
