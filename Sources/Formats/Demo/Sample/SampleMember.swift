/// A member of the sample community: who they say they are, and how they live there.
struct SampleMember: Sendable {
    var username: String
    var name: String
    var bio: String
    var cuisines: [String]
    var diets: [String] = []
    /// Days after the community began.
    var joinDay: Int
    var temperament: Temperament
}

/// How often a member comes by, and how likely they do what with a recipe that they see.
struct Temperament: Sendable {
    /// How they word what they say.
    enum Voice: Sendable {
        case warm, brief, critical, curious, precise, matchmaking
    }

    var voice: Voice
    var visitsPerWeek: Double
    var like: Double
    var upvote: Double
    var downvote = 0.01
    var comment: Double
    var cook: Double
    var bookmark: Double
    var repost: Double
    var follow: Double
    /// Of other people's comments.
    var commentLike: Double
    /// The middle of the stars that they give.
    var stars = 4.4

    static let host = Temperament(
        voice: .warm, visitsPerWeek: 9, like: 0.6, upvote: 0.35, comment: 0.07, cook: 0.08, bookmark: 0.12,
        repost: 0.05, follow: 0.2, commentLike: 0.3)
    static let baker = Temperament(
        voice: .precise, visitsPerWeek: 10, like: 0.65, upvote: 0.4, comment: 0.2, cook: 0.1, bookmark: 0.2,
        repost: 0.03, follow: 0.15, commentLike: 0.25)
    static let cook = Temperament(
        voice: .warm, visitsPerWeek: 6, like: 0.5, upvote: 0.32, comment: 0.06, cook: 0.09, bookmark: 0.1,
        repost: 0.025, follow: 0.12, commentLike: 0.2)
    static let perfectionist = Temperament(
        voice: .precise, visitsPerWeek: 6, like: 0.4, upvote: 0.3, downvote: 0.04, comment: 0.07, cook: 0.1,
        bookmark: 0.14, repost: 0.01, follow: 0.08, commentLike: 0.12, stars: 4.0)
    static let critic = Temperament(
        voice: .critical, visitsPerWeek: 8, like: 0.12, upvote: 0.12, downvote: 0.4, comment: 0.22, cook: 0.05,
        bookmark: 0.02, repost: 0, follow: 0.03, commentLike: 0.03, stars: 2.8)
    static let silent = Temperament(
        voice: .brief, visitsPerWeek: 14, like: 0.92, upvote: 0.1, downvote: 0, comment: 0.01, cook: 0.04,
        bookmark: 0.3, repost: 0, follow: 0.3, commentLike: 0.5)
    static let matchmaker = Temperament(
        voice: .matchmaking, visitsPerWeek: 10, like: 0.6, upvote: 0.3, comment: 0.13, cook: 0.05, bookmark: 0.06,
        repost: 0.14, follow: 1, commentLike: 0.35)
    static let newcomer = Temperament(
        voice: .curious, visitsPerWeek: 9, like: 0.7, upvote: 0.4, comment: 0.22, cook: 0.25, bookmark: 0.3,
        repost: 0.03, follow: 0.35, commentLike: 0.3, stars: 4.6)
    static let quarreller = Temperament(
        voice: .critical, visitsPerWeek: 7, like: 0.1, upvote: 0.08, downvote: 0.45, comment: 0.2, cook: 0.02,
        bookmark: 0.02, repost: 0, follow: 0.05, commentLike: 0, stars: 2.2)
    /// Comes for one thing only, which `SampleCommunity` plots by itself.
    static let spammer = Temperament(
        voice: .brief, visitsPerWeek: 0, like: 0, upvote: 0, comment: 0, cook: 0, bookmark: 0, repost: 0, follow: 0,
        commentLike: 0)
}
