import Events
import Layout
import Testing

/// «recipe.posted», «recipe.edited» and «recipe.deleted / restored» of the table of events.
@Suite struct RecipePreconditions {
    static var all: [Precondition] {
        [postings, edits, deletions, restorations].flatMap { $0 }
    }

    private static func fork(
        _ cause: @escaping @Sendable (Village) -> Reference
    ) -> @Sendable (Village) -> Command {
        { $0.asks(.recipePosted, $0.cy, cause: cause($0), payload: .recipe(.soup)) }
    }

    static let postings: [Precondition] = [
        .init("a member posts", .accepted) { $0.asks(.recipePosted, $0.cy, payload: .recipe(.soup)) },
        .init("the same once more", .accepted) { $0.asks(.recipePosted, $0.bo, payload: .recipe(.soup)) },
        .init("cause is the recipe it was forked from", .accepted, fork { $0.theSoup }),
        .init("one's own too", .accepted) {
            $0.asks(.recipePosted, $0.bo, cause: $0.theSoup, payload: .recipe(.soup))
        },
        .init(
            "not a deleted one", .refused(.gone, "cause"),
            after: { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) }, fork { $0.theSoup }),
        .init(
            "nor a deleted member's", .refused(.gone, "cause"), after: { try $0.submit(.memberDeleted, $0.bo) },
            fork { $0.theSoup }),
        .init(
            "nor one whose author has blocked one", .refused(.forbidden, "actor"),
            after: { try $0.submit(.memberBlocked, $0.bo, .username("cy")) }, fork { $0.theSoup }),
        .init("a comment is no recipe", .refused(.notFound, "cause"), fork { $0.theComment }),
        .init("nor is what never was", .refused(.notFound, "cause"), fork { _ in .nothing }),
        .init("the content is there", .refused(.invalid, "data")) { $0.asks(.recipePosted, $0.cy) },
        .init("the content is valid", .refused(.invalid, "title")) {
            $0.asks(.recipePosted, $0.cy, payload: .soup { $0.title = " " })
        },
        .init("neither ingredient nor step is invalid", .refused(.invalid, "ingredients")) {
            $0.asks(
                .recipePosted, $0.cy,
                payload: .soup {
                    $0.ingredients = []
                    $0.steps = []
                })
        },
        .init("a posting makes its own subject", .refused(.invalid, "subject")) {
            $0.asks(.recipePosted, $0.cy, $0.theSoup, payload: .recipe(.soup))
        },
        .init("the operator takes no part", .refused(.forbidden, "actor")) {
            $0.asks(.recipePosted, nil, payload: .recipe(.soup))
        },
    ]

    @Test("recipe.posted: member → itself; valid content", arguments: postings)
    func posted(_ row: Precondition) throws { try row.check() }

    private static func edit(
        by actor: @escaping @Sendable (Village) -> MemberID?, version: UInt32? = nil
    ) -> @Sendable (Village) -> Command {
        { $0.asks(.recipeEdited, actor($0), $0.theSoup, payload: .soup { $0.title = "Stew" }, version: version) }
    }

    private static let edited: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.recipeEdited, $0.bo, $0.theSoup, payload: .soup { $0.title = "Broth" })
    }

    static let edits: [Precondition] = [
        .init("its author edits it", .accepted, edit { $0.bo }),
        .init("another member does not", .refused(.forbidden, "actor"), edit { $0.cy }),
        .init("nor a moderator", .refused(.forbidden, "actor"), edit { $0.mo }),
        .init("nor an admin", .refused(.forbidden, "actor"), edit { $0.ada }),
        .init("nor the operator", .refused(.forbidden, "actor"), edit { _ in nil }),
        .init("the version matches", .accepted, edit(by: { $0.bo }, version: 1)),
        .init("it counts edits", .accepted, after: edited, edit(by: { $0.bo }, version: 2)),
        .init(
            "a stale version is a conflict", .refused(.conflict, "version"), after: edited,
            edit(by: { $0.bo }, version: 1)),
        .init("one to come as well", .refused(.conflict, "version"), edit(by: { $0.bo }, version: 2)),
        .init(
            "not a deleted one", .refused(.gone, "subject"),
            after: { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) }, edit { $0.bo }),
        .init("the same content changes nothing", .unchanged) {
            $0.asks(.recipeEdited, $0.bo, $0.theSoup, payload: .soup { $0.title = " Soup " })
        },
        .init("the content is valid", .refused(.invalid, "title")) {
            $0.asks(.recipeEdited, $0.bo, $0.theSoup, payload: .soup { $0.title = "" })
        },
        .init("the content is there", .refused(.invalid, "data")) { $0.asks(.recipeEdited, $0.bo, $0.theSoup) },
        .init("a comment is no recipe", .refused(.notFound, "subject")) {
            $0.asks(.recipeEdited, $0.cy, $0.theComment, payload: .recipe(.soup))
        },
    ]

    @Test("recipe.edited: own, not deleted, version matches if given", arguments: edits)
    func edited(_ row: Precondition) throws { try row.check() }

    /// For recipes and comments alike: who may delete them, and who may restore which deletion.
    static func deleting(
        _ kind: EventKind, of thing: @escaping @Sendable (Village) -> Reference,
        by author: @escaping @Sendable (Village) -> MemberID, not stranger: @escaping @Sendable (Village) -> MemberID
    ) -> [Precondition] {
        [
            .init("its author deletes it", .accepted) { $0.asks(kind, author($0), thing($0)) },
            .init(
                "also after blocks by the others", .accepted,
                after: { village in
                    for member in [village.bo, village.cy] where member != author(village) {
                        try village.submit(.memberBlocked, member, .member(author(village)))
                    }
                }, { $0.asks(kind, author($0), thing($0)) }),
            .init("a moderator does", .accepted) { $0.asks(kind, $0.mo, thing($0)) },
            .init("an admin does", .accepted) { $0.asks(kind, $0.ada, thing($0)) },
            .init("the operator does", .accepted) { $0.asks(kind, nil, thing($0)) },
            .init("another member does not", .refused(.forbidden, "actor")) { $0.asks(kind, stranger($0), thing($0)) },
            .init(
                "twice by its author changes nothing", .unchanged,
                after: { try $0.submit(kind, author($0), thing($0)) },
                { $0.asks(kind, author($0), thing($0)) }),
            .init(
                "nor does a second removal", .unchanged, after: { try $0.submit(kind, $0.mo, thing($0)) },
                { $0.asks(kind, $0.ada, thing($0)) }),
            .init(
                "its author deletes what a moderator removed", .accepted,
                after: { try $0.submit(kind, $0.mo, thing($0)) }, { $0.asks(kind, author($0), thing($0)) }),
            .init(
                "a moderator removes what its author deleted", .accepted,
                after: { try $0.submit(kind, author($0), thing($0)) }, { $0.asks(kind, $0.mo, thing($0)) }),
            .init("what never was is not found", .refused(.notFound, "subject")) { $0.asks(kind, $0.mo, .nothing) },
            .init("nor is a member", .refused(.notFound, "subject")) {
                $0.asks(kind, $0.mo, .position($0.bo.position, letter: nil))
            },
            .init(
                "a deleted member's is gone", .refused(.gone, "subject"),
                after: { try $0.submit(.memberDeleted, author($0)) }, { $0.asks(kind, $0.mo, thing($0)) }),
            .init("it says what", .refused(.invalid, "subject")) { $0.asks(kind, $0.mo) },
        ]
    }

    static func restoring(
        _ kind: EventKind, after deletion: EventKind, of thing: @escaping @Sendable (Village) -> Reference,
        by author: @escaping @Sendable (Village) -> MemberID, not stranger: @escaping @Sendable (Village) -> MemberID
    ) -> [Precondition] {
        let own: @Sendable (inout Village) throws -> Void = { _ = try $0.submit(deletion, author($0), thing($0)) }
        let moderators: @Sendable (inout Village) throws -> Void = { _ = try $0.submit(deletion, $0.mo, thing($0)) }
        let both: @Sendable (inout Village) throws -> Void = {
            try moderators(&$0)
            try own(&$0)
        }
        return [
            .init("its author restores what they deleted", .accepted, after: own) {
                $0.asks(kind, author($0), thing($0))
            },
            .init("a moderator does not publish what its author deleted", .refused(.forbidden, "actor"), after: own) {
                $0.asks(kind, $0.mo, thing($0))
            },
            .init("nor does the operator", .refused(.forbidden, "actor"), after: own) { $0.asks(kind, nil, thing($0)) },
            .init(
                "nor after an earlier removal was restored", .refused(.forbidden, "actor"),
                after: {
                    try moderators(&$0)
                    try $0.submit(kind, $0.mo, thing($0))
                    try own(&$0)
                }, { $0.asks(kind, $0.mo, thing($0)) }),
            .init("another member does not", .refused(.forbidden, "actor"), after: own) {
                $0.asks(kind, stranger($0), thing($0))
            },
            .init(
                "a moderator's deletion its author does not restore", .refused(.forbidden, "actor"), after: moderators
            ) {
                $0.asks(kind, author($0), thing($0))
            },
            .init("another moderator does", .accepted, after: moderators) { $0.asks(kind, $0.ada, thing($0)) },
            .init("the operator does", .accepted, after: moderators) { $0.asks(kind, nil, thing($0)) },
            .init("what is there stays so", .unchanged) { $0.asks(kind, author($0), thing($0)) },
            .init("of both, a moderator clears the removal", .accepted, after: both) {
                $0.asks(kind, $0.mo, thing($0))
            },
            .init(
                "and does not publish what its author deleted", .refused(.forbidden, "actor"),
                after: {
                    try both(&$0)
                    try $0.submit(kind, $0.mo, thing($0))
                }, { $0.asks(kind, $0.mo, thing($0)) }),
            .init("of both, its author clears the deletion", .accepted, after: both) {
                $0.asks(kind, author($0), thing($0))
            },
            .init(
                "and does not undo the removal", .refused(.forbidden, "actor"),
                after: {
                    try both(&$0)
                    try $0.submit(kind, author($0), thing($0))
                }, { $0.asks(kind, author($0), thing($0)) }),
            .init(
                "a deleted member's is gone", .refused(.gone, "subject"),
                after: { try $0.submit(.memberDeleted, author($0)) }, { $0.asks(kind, $0.mo, thing($0)) }),
            .init("what never was is not found", .refused(.notFound, "subject")) { $0.asks(kind, $0.mo, .nothing) },
        ]
    }

    static let deletions: [Precondition] =
        deleting(.recipeDeleted, of: { $0.theSoup }, by: { $0.bo }, not: { $0.cy })

    @Test("recipe.deleted: author or moderator", arguments: deletions)
    func deleted(_ row: Precondition) throws { try row.check() }

    static let restorations: [Precondition] =
        restoring(
            .recipeRestored, after: .recipeDeleted, of: { $0.theSoup }, by: { $0.bo }, not: { $0.cy })

    @Test("recipe.restored: a moderator's deletion only a moderator restores", arguments: restorations)
    func restored(_ row: Precondition) throws { try row.check() }
}
