import Events
import Layout
import Testing

/// «comment.posted», «comment.edited», «comment.deleted / restored» and «comment.liked / unliked» of the table of events.
@Suite struct CommentPreconditions {
    static var all: [Precondition] {
        [postings, edits, deletions, restorations, likes, unlikes].flatMap { $0 }
    }

    private static func reply(
        _ parent: @escaping @Sendable (Village) -> Reference
    ) -> @Sendable (Village) -> Command {
        { $0.asks(.commentPosted, $0.ada, $0.theSoup, cause: parent($0), payload: .said("Why?")) }
    }

    static let postings: [Precondition] =
        OpinionPreconditions.onRecipes(.commentPosted, payload: .said("Fine")) + [
            .init("a member comments", .accepted) {
                $0.asks(.commentPosted, $0.cy, $0.theSoup, payload: .said("Fine"))
            },
            .init(
                "the same once more", .accepted,
                after: { try $0.submit(.commentPosted, $0.cy, $0.theSoup, payload: .said("Fine")) },
                { $0.asks(.commentPosted, $0.cy, $0.theSoup, payload: .said("Fine")) }),
            .init("cause is the comment it replies to", .accepted, reply { $0.theComment }),
            .init("one replies to oneself", .accepted) {
                $0.asks(.commentPosted, $0.cy, $0.theSoup, cause: $0.theComment, payload: .said("Very"))
            },
            .init(
                "not to a comment on another recipe", .refused(.invalid, "cause"),
                after: { try $0.submit(.recipePosted, $0.bo, payload: .recipe(.soup)) },
                {
                    $0.asks(
                        .commentPosted, $0.ada, .recipe($0.community.head), cause: $0.theComment, payload: .said("x"))
                }),
            .init(
                "not to a deleted one", .refused(.gone, "cause"),
                after: { try $0.submit(.commentDeleted, $0.cy, $0.theComment) }, reply { $0.theComment }),
            .init(
                "not to a deleted member's", .refused(.gone, "cause"), after: { try $0.submit(.memberDeleted, $0.cy) },
                reply { $0.theComment }),
            .init(
                "a reply to a blocking author is refused", .refused(.forbidden, "actor"),
                after: { try $0.submit(.memberBlocked, $0.cy, .username("ada")) }, reply { $0.theComment }),
            .init(
                "not to whom one has blocked", .refused(.forbidden, "actor"),
                after: { try $0.submit(.memberBlocked, $0.ada, .username("cy")) }, reply { $0.theComment }),
            .init("not to a recipe", .refused(.notFound, "cause"), reply { .position($0.soup, letter: nil) }),
            .init("not to what never was", .refused(.notFound, "cause"), reply { _ in .nothing }),
            .init("a comment has a text", .refused(.invalid, "text")) {
                $0.asks(.commentPosted, $0.cy, $0.theSoup, payload: .said(" \n"))
            },
            .init("it is there", .refused(.invalid, "text")) { $0.asks(.commentPosted, $0.cy, $0.theSoup) },
        ]

    @Test("comment.posted: recipe not deleted; parent in the same recipe, not deleted", arguments: postings)
    func posted(_ row: Precondition) throws { try row.check() }

    private static func edit(
        by actor: @escaping @Sendable (Village) -> MemberID?, version: UInt32? = nil, _ text: String = "Better"
    ) -> @Sendable (Village) -> Command {
        { $0.asks(.commentEdited, actor($0), $0.theComment, payload: .said(text), version: version) }
    }

    static let edits: [Precondition] = [
        .init("its author edits it", .accepted, edit { $0.cy }),
        .init("the recipe's author does not", .refused(.forbidden, "actor"), edit { $0.bo }),
        .init("nor a moderator", .refused(.forbidden, "actor"), edit { $0.mo }),
        .init("nor the operator", .refused(.forbidden, "actor"), edit { _ in nil }),
        .init("the same text changes nothing", .unchanged, edit(by: { $0.cy }, " Lovely ")),
        .init("a blank text is invalid", .refused(.invalid, "text"), edit(by: { $0.cy }, " ")),
        .init("a stale version is a conflict", .refused(.conflict, "version"), edit(by: { $0.cy }, version: 2)),
        .init(
            "not a deleted one", .refused(.gone, "subject"),
            after: { try $0.submit(.commentDeleted, $0.cy, $0.theComment) }, edit { $0.cy }),
        .init(
            "not below the recipe of a member who blocked its author", .refused(.forbidden, "actor"),
            after: { try $0.submit(.memberBlocked, $0.bo, .username("cy")) }, edit { $0.cy }),
        .init(
            "not below the recipe of whom one has blocked", .refused(.forbidden, "actor"),
            after: { try $0.submit(.memberBlocked, $0.cy, .username("bo")) }, edit { $0.cy }),
        .init(
            "not as a reply to the comment of a member who blocked its author", .refused(.forbidden, "actor"),
            after: {
                try $0.submit(
                    .commentPosted, $0.ada, $0.theSoup, cause: $0.theComment, payload: .said("Why?"))
                try $0.submit(.memberBlocked, $0.cy, .username("ada"))
            },
            {
                $0.asks(
                    .commentEdited, $0.ada, .comment(Position($0.community.head.value - 1)), payload: .said("Better"))
            }),
        .init("a recipe is no comment", .refused(.notFound, "subject")) {
            $0.asks(.commentEdited, $0.bo, .position($0.soup, letter: nil), payload: .said("x"))
        },
    ]

    @Test("comment.edited: author → comment", arguments: edits)
    func edited(_ row: Precondition) throws { try row.check() }

    static let deletions: [Precondition] =
        RecipePreconditions.deleting(
            .commentDeleted, of: { $0.theComment }, by: { $0.cy }, not: { $0.bo })

    @Test("comment.deleted: author or moderator", arguments: deletions)
    func deleted(_ row: Precondition) throws { try row.check() }

    static let restorations: [Precondition] =
        RecipePreconditions.restoring(
            .commentRestored, after: .commentDeleted, of: { $0.theComment }, by: { $0.cy }, not: { $0.bo }) + [
            .init(
                "not by an author whom the recipe's author has blocked", .refused(.forbidden, "actor"),
                after: {
                    try $0.submit(.commentDeleted, $0.cy, $0.theComment)
                    try $0.submit(.memberBlocked, $0.bo, .username("cy"))
                },
                { $0.asks(.commentRestored, $0.cy, $0.theComment) }),
            .init(
                "a moderator restores it all the same", .accepted,
                after: {
                    try $0.submit(.commentDeleted, $0.mo, $0.theComment)
                    try $0.submit(.memberBlocked, $0.bo, .username("cy"))
                },
                { $0.asks(.commentRestored, $0.mo, $0.theComment) }),
        ]

    @Test("comment.restored: a moderator's deletion only a moderator restores", arguments: restorations)
    func restored(_ row: Precondition) throws { try row.check() }

    private static func common(_ kind: EventKind) -> [Precondition] {
        let ask: @Sendable (Village) -> Command = { $0.asks(kind, $0.ada, $0.theComment) }
        func refused(
            _ rule: String, _ code: Refusal.Code, _ field: String,
            after before: @escaping @Sendable (inout Village) throws -> Void
        ) -> Precondition { Precondition(rule, .refused(code, field), after: before, ask) }
        return [
            refused("not a deleted comment", .gone, "subject") {
                try $0.submit(.commentDeleted, $0.cy, $0.theComment)
            },
            refused("not on a deleted recipe", .gone, "subject") { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) },
            refused("not a deleted member's comment", .gone, "subject") { try $0.submit(.memberDeleted, $0.cy) },
            refused("not on a deleted member's recipe", .gone, "subject") { try $0.submit(.memberDeleted, $0.bo) },
            .init("a recipe is no comment", .refused(.notFound, "subject")) {
                $0.asks(kind, $0.ada, .position($0.soup, letter: nil))
            },
            .init("the operator takes no part", .refused(.forbidden, "actor")) { $0.asks(kind, nil, $0.theComment) },
        ]
    }

    private static let liked: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.commentLiked, $0.ada, $0.theComment)
    }

    static let likes: [Precondition] =
        common(.commentLiked) + [
            .init("a member likes it", .accepted) { $0.asks(.commentLiked, $0.ada, $0.theComment) },
            .init("its author too", .accepted) { $0.asks(.commentLiked, $0.cy, $0.theComment) },
            .init("twice changes nothing", .unchanged, after: liked) { $0.asks(.commentLiked, $0.ada, $0.theComment) },
            .init(
                "a comment of a blocking author is out of reach", .refused(.forbidden, "actor"),
                after: { try $0.submit(.memberBlocked, $0.cy, .username("ada")) },
                { $0.asks(.commentLiked, $0.ada, $0.theComment) }),
            .init(
                "not of whom one has blocked", .refused(.forbidden, "actor"),
                after: { try $0.submit(.memberBlocked, $0.ada, .username("cy")) },
                { $0.asks(.commentLiked, $0.ada, $0.theComment) }),
        ]

    @Test("comment.liked: comment and recipe not deleted", arguments: likes)
    func liked(_ row: Precondition) throws { try row.check() }

    static let unlikes: [Precondition] =
        common(.commentUnliked) + [
            .init("a like is taken back", .accepted, after: liked) { $0.asks(.commentUnliked, $0.ada, $0.theComment) },
            .init(
                "also after blocks both ways", .accepted,
                after: {
                    try liked(&$0)
                    try $0.submit(.memberBlocked, $0.cy, .username("ada"))
                    try $0.submit(.memberBlocked, $0.ada, .username("cy"))
                }, { $0.asks(.commentUnliked, $0.ada, $0.theComment) }),
            .init("undoing what was not done changes nothing", .unchanged) {
                $0.asks(.commentUnliked, $0.ada, $0.theComment)
            },
        ]

    @Test("comment.unliked: comment and recipe not deleted", arguments: unlikes)
    func unliked(_ row: Precondition) throws { try row.check() }
}
