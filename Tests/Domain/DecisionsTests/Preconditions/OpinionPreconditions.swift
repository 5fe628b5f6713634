import Events
import Layout
import SwiftProtobuf
import Testing

/// Likes, votes, ratings, bookmarks, reposts and cooked dishes of the table of events.
@Suite struct OpinionPreconditions {
    static var all: [Precondition] {
        [
            likes, unlikes, upvotes, downvotes, voteRetractions, ratings, ratingRetractions, bookmarks, unbookmarks,
            reposts, repostDeletions, dishes,
        ].flatMap { $0 }
    }

    /// The preconditions of all new acts on another member's recipe.
    static func onRecipes(_ kind: EventKind, value: UInt8 = 0, payload: Payload = .none) -> [Precondition] {
        let ask: @Sendable (Village) -> Command = {
            $0.asks(kind, $0.cy, $0.theSoup, payload: payload, value: value)
        }
        return ofRecipes(kind, value: value, payload: payload) + [
            .init(
                "not whose author has blocked one", .refused(.forbidden, "actor"),
                after: { try $0.submit(.memberBlocked, $0.bo, .username("cy")) }, ask),
            .init(
                "not whose author one has blocked", .refused(.forbidden, "actor"),
                after: { try $0.submit(.memberBlocked, $0.cy, .username("bo")) }, ask),
        ]
    }

    /// The preconditions of all acts on another member's recipe, also of those that take an act back.
    private static func ofRecipes(_ kind: EventKind, value: UInt8 = 0, payload: Payload = .none) -> [Precondition] {
        @Sendable func cy(_ village: Village, on subject: Reference?) -> Command {
            village.asks(kind, village.cy, subject, payload: payload, value: value)
        }
        let ask: @Sendable (Village) -> Command = { cy($0, on: $0.theSoup) }
        return [
            .init(
                "not a deleted recipe", .refused(.gone, "subject"),
                after: { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) }, ask),
            .init(
                "not a removed recipe", .refused(.gone, "subject"),
                after: { try $0.submit(.recipeDeleted, $0.mo, $0.theSoup) }, ask),
            .init(
                "not a recipe of a deleted member", .refused(.gone, "subject"),
                after: { try $0.submit(.memberDeleted, $0.bo) }, ask),
            .init("not a recipe that never was", .refused(.notFound, "subject")) { cy($0, on: .nothing) },
            .init("not a comment", .refused(.notFound, "subject")) { cy($0, on: $0.theComment) },
            .init("it says which recipe", .refused(.invalid, "subject")) { cy($0, on: nil) },
            .init("the operator takes no part", .refused(.forbidden, "actor")) {
                $0.asks(kind, nil, $0.theSoup, payload: payload, value: value)
            },
            .init("its data has its own shape", .refused(.invalid, "data")) {
                $0.asks(kind, $0.cy, $0.theSoup, payload: .because("x"), value: value)
            },
        ]
    }

    /// The preconditions of acts that count once, until they are retracted.
    private static func taking(_ kind: EventKind, back: EventKind, value: UInt8 = 0) -> [Precondition] {
        let ask: @Sendable (Village) -> Command = { $0.asks(kind, $0.cy, $0.theSoup, value: value) }
        let take: @Sendable (inout Village) throws -> Void = {
            _ = try $0.submit(kind, $0.cy, $0.theSoup, value: value)
        }
        return onRecipes(kind, value: value) + [
            .init("a member does it", .accepted, ask),
            .init("also to their own recipe", .accepted) { $0.asks(kind, $0.bo, $0.theSoup, value: value) },
            .init("twice changes nothing", .unchanged, after: take, ask),
            .init(
                "again is an event", .accepted,
                after: {
                    try take(&$0)
                    try $0.submit(back, $0.cy, $0.theSoup)
                }, ask),
            .init(
                "a restored recipe is as good as any", .accepted,
                after: {
                    try $0.submit(.recipeDeleted, $0.bo, $0.theSoup)
                    try $0.submit(.recipeRestored, $0.bo, $0.theSoup)
                }, ask),
        ]
    }

    private static func back(_ kind: EventKind, of taken: EventKind, value: UInt8 = 0) -> [Precondition] {
        let ask: @Sendable (Village) -> Command = { $0.asks(kind, $0.cy, $0.theSoup) }
        return ofRecipes(kind) + [
            .init("it is taken back", .accepted, after: { try $0.submit(taken, $0.cy, $0.theSoup, value: value) }, ask),
            .init(
                "also after the author's block", .accepted,
                after: {
                    try $0.submit(taken, $0.cy, $0.theSoup, value: value)
                    try $0.submit(.memberBlocked, $0.bo, .username("cy"))
                }, ask),
            .init(
                "also after one's own block", .accepted,
                after: {
                    try $0.submit(taken, $0.cy, $0.theSoup, value: value)
                    try $0.submit(.memberBlocked, $0.cy, .username("bo"))
                }, ask),
            .init(
                "a block refuses no undoing of what was not done", .unchanged,
                after: { try $0.submit(.memberBlocked, $0.bo, .username("cy")) }, ask),
            .init("undoing what was not done changes nothing", .unchanged, ask),
            .init(
                "nor does undoing what another did", .unchanged,
                after: { try $0.submit(taken, $0.mo, $0.theSoup, value: value) }, ask),
            .init(
                "nor undoing it twice", .unchanged,
                after: {
                    try $0.submit(taken, $0.cy, $0.theSoup, value: value)
                    try $0.submit(kind, $0.cy, $0.theSoup)
                }, ask),
        ]
    }

    static let likes: [Precondition] =
        taking(.recipeLiked, back: .recipeUnliked)

    @Test("recipe.liked: recipe not deleted", arguments: likes)
    func liked(_ row: Precondition) throws { try row.check() }

    static let unlikes: [Precondition] =
        back(.recipeUnliked, of: .recipeLiked)

    @Test("recipe.unliked: recipe not deleted", arguments: unlikes)
    func unliked(_ row: Precondition) throws { try row.check() }

    static let upvotes: [Precondition] =
        taking(.recipeUpvoted, back: .recipeVoteRetracted) + [
            .init(
                "replaces a vote down", .accepted, after: { try $0.submit(.recipeDownvoted, $0.cy, $0.theSoup) },
                { $0.asks(.recipeUpvoted, $0.cy, $0.theSoup) })
        ]

    @Test("recipe.upvoted: one vote each; the other direction replaces it", arguments: upvotes)
    func upvoted(_ row: Precondition) throws { try row.check() }

    static let downvotes: [Precondition] =
        taking(.recipeDownvoted, back: .recipeVoteRetracted) + [
            .init(
                "replaces a vote up", .accepted, after: { try $0.submit(.recipeUpvoted, $0.cy, $0.theSoup) },
                { $0.asks(.recipeDownvoted, $0.cy, $0.theSoup) })
        ]

    @Test("recipe.downvoted: one vote each; the other direction replaces it", arguments: downvotes)
    func downvoted(_ row: Precondition) throws { try row.check() }

    static let voteRetractions: [Precondition] =
        back(.recipeVoteRetracted, of: .recipeUpvoted) + back(.recipeVoteRetracted, of: .recipeDownvoted)

    @Test("recipe.voteRetracted: whichever vote it was", arguments: voteRetractions)
    func voteRetracted(_ row: Precondition) throws { try row.check() }

    static let ratings: [Precondition] =
        taking(.recipeRated, back: .recipeRatingRetracted, value: 4) + [
            .init("no stars are invalid", .refused(.invalid, "stars")) {
                $0.asks(.recipeRated, $0.cy, $0.theSoup, value: 0)
            },
            .init("1 star is the least", .accepted) { $0.asks(.recipeRated, $0.cy, $0.theSoup, value: 1) },
            .init("5 stars are the most", .accepted) { $0.asks(.recipeRated, $0.cy, $0.theSoup, value: 5) },
            .init("6 stars are invalid", .refused(.invalid, "stars")) {
                $0.asks(.recipeRated, $0.cy, $0.theSoup, value: 6)
            },
            .init(
                "other stars replace the old", .accepted,
                after: { try $0.submit(.recipeRated, $0.cy, $0.theSoup, value: 5) },
                { $0.asks(.recipeRated, $0.cy, $0.theSoup, value: 4) }),
        ]

    @Test("recipe.rated: 1 to 5 stars; a new rating replaces the old", arguments: ratings)
    func rated(_ row: Precondition) throws { try row.check() }

    static let ratingRetractions: [Precondition] =
        back(.recipeRatingRetracted, of: .recipeRated, value: 3)

    @Test("recipe.ratingRetracted: whatever it was", arguments: ratingRetractions)
    func ratingRetracted(_ row: Precondition) throws { try row.check() }

    static let bookmarks: [Precondition] =
        taking(.recipeBookmarked, back: .recipeUnbookmarked)

    @Test("recipe.bookmarked: recipe not deleted", arguments: bookmarks)
    func bookmarked(_ row: Precondition) throws { try row.check() }

    static let unbookmarks: [Precondition] =
        back(.recipeUnbookmarked, of: .recipeBookmarked)

    @Test("recipe.unbookmarked: recipe not deleted", arguments: unbookmarks)
    func unbookmarked(_ row: Precondition) throws { try row.check() }

    private static let reposted: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.recipeReposted, $0.cy, $0.theSoup)
    }

    static let reposts: [Precondition] =
        onRecipes(.recipeReposted) + [
            .init("a member passes it on", .accepted) { $0.asks(.recipeReposted, $0.cy, $0.theSoup) },
            .init("also their own", .accepted) { $0.asks(.recipeReposted, $0.bo, $0.theSoup) },
            .init("a second plain one changes nothing", .unchanged, after: reposted) {
                $0.asks(.recipeReposted, $0.cy, $0.theSoup)
            },
            .init("nor does one with a blank quote", .unchanged, after: reposted) {
                $0.asks(.recipeReposted, $0.cy, $0.theSoup, payload: .quoting(" "))
            },
            .init("a quote besides a plain one", .accepted, after: reposted) {
                $0.asks(.recipeReposted, $0.cy, $0.theSoup, payload: .quoting("Try it"))
            },
            .init(
                "the same quote again", .accepted,
                after: { try $0.submit(.recipeReposted, $0.cy, $0.theSoup, payload: .quoting("Try it")) },
                { $0.asks(.recipeReposted, $0.cy, $0.theSoup, payload: .quoting("Try it")) }),
            .init(
                "a plain one besides quotes", .accepted,
                after: { try $0.submit(.recipeReposted, $0.cy, $0.theSoup, payload: .quoting("Try it")) },
                { $0.asks(.recipeReposted, $0.cy, $0.theSoup) }),
            .init(
                "a plain one after the first was deleted", .accepted,
                after: {
                    let plain = try $0.submit(.recipeReposted, $0.cy, $0.theSoup)
                    try $0.submit(.repostDeleted, $0.cy, .repost(plain))
                }, { $0.asks(.recipeReposted, $0.cy, $0.theSoup) }),
        ]

    @Test("recipe.reposted: one plain repost each; quotes as many as one likes", arguments: reposts)
    func reposted(_ row: Precondition) throws { try row.check() }

    private static let repost = { @Sendable (village: Village) in Reference.repost(village.community.head) }

    static let repostDeletions: [Precondition] =
        [
            .init("its member deletes it", .accepted, after: reposted) { $0.asks(.repostDeleted, $0.cy, repost($0)) },
            .init(
                "also after a block of the recipe's author", .accepted,
                after: {
                    try reposted(&$0)
                    try $0.submit(.memberBlocked, $0.bo, .username("cy"))
                }, { $0.asks(.repostDeleted, $0.cy, .position($0.community.records[7].position, letter: "p")) }),
            .init("a moderator does", .accepted, after: reposted) { $0.asks(.repostDeleted, $0.mo, repost($0)) },
            .init("the operator does", .accepted, after: reposted) { $0.asks(.repostDeleted, nil, repost($0)) },
            .init("the recipe's author does not", .refused(.forbidden, "actor"), after: reposted) {
                $0.asks(.repostDeleted, $0.bo, repost($0))
            },
            .init(
                "twice changes nothing", .unchanged,
                after: {
                    let plain = try $0.submit(.recipeReposted, $0.cy, $0.theSoup)
                    try $0.submit(.repostDeleted, $0.cy, .repost(plain))
                }, { $0.asks(.repostDeleted, $0.cy, .position($0.community.records[7].position, letter: "p")) }),
            .init("a recipe is no repost", .refused(.notFound, "subject")) {
                $0.asks(.repostDeleted, $0.mo, .position($0.soup, letter: nil))
            },
            .init("nor is what never was", .refused(.notFound, "subject")) { $0.asks(.repostDeleted, $0.mo, .nothing) },
            .init(
                "nor what a deleted member passed on", .refused(.gone, "subject"),
                after: {
                    try reposted(&$0)
                    try $0.submit(.memberDeleted, $0.cy)
                }, { $0.asks(.repostDeleted, $0.mo, .position($0.community.records[7].position, letter: "p")) }),
        ]

    @Test("repost.deleted: its member or moderator", arguments: repostDeletions)
    func repostDeleted(_ row: Precondition) throws { try row.check() }

    static let dishes: [Precondition] =
        onRecipes(.recipeCooked) + [
            .init("a member cooks it", .accepted) { $0.asks(.recipeCooked, $0.cy, $0.theSoup) },
            .init("its author too", .accepted) { $0.asks(.recipeCooked, $0.bo, $0.theSoup) },
            .init("with a picture and what it shows", .accepted) {
                $0.asks(
                    .recipeCooked, $0.cy, $0.theSoup,
                    payload: .note(
                        .with {
                            $0.image = String(repeating: "A1", count: 32)
                            $0.imageText = "A bowl"
                        }))
            },
            .init("a picture is an id or an address", .refused(.invalid, "image")) {
                $0.asks(.recipeCooked, $0.cy, $0.theSoup, payload: .note(.with { $0.image = "dish.png" }))
            },
            .init("a text of a picture needs the picture", .refused(.invalid, "imageText")) {
                $0.asks(.recipeCooked, $0.cy, $0.theSoup, payload: .note(.with { $0.imageText = "A bowl" }))
            },
            .init(
                "and again", .accepted, after: { try $0.submit(.recipeCooked, $0.cy, $0.theSoup) },
                { $0.asks(.recipeCooked, $0.cy, $0.theSoup) }),
        ]

    @Test("recipe.cooked: any number of times", arguments: dishes)
    func cooked(_ row: Precondition) throws { try row.check() }
}
