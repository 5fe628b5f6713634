import Events
import Layout
import Testing

/// Cookbooks, which only their owners change.
@Suite struct CookbookPreconditions {
    static var all: [Precondition] { [creations, changes, deletions, additions, removals, moves].flatMap { $0 } }

    private static let soups = Payload.collecting("Soups")
    private static let made: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.cookbookCreated, $0.cy, payload: soups)
    }
    private static let published: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.cookbookCreated, $0.cy, payload: .collecting("Soups", isPublic: true))
    }
    private static let unpublished: @Sendable (inout Village) throws -> Void = {
        try published(&$0)
        try $0.submit(.cookbookDeleted, $0.cy, book)
    }
    private static let blocking: @Sendable (inout Village) throws -> Void = {
        try published(&$0)
        try $0.submit(.memberBlocked, $0.cy, .member($0.bo))
    }
    /// The first event after the village's own.
    private static let book = Reference.cookbook(Position(8))

    static let creations: [Precondition] = [
        .init("a member begins one", .accepted) { $0.asks(.cookbookCreated, $0.cy, payload: soups) },
        .init("another of the same name is another", .accepted, after: made) {
            $0.asks(.cookbookCreated, $0.cy, payload: soups)
        },
        .init("it has a name", .refused(.invalid, "name")) { $0.asks(.cookbookCreated, $0.cy) },
        .init("it makes its own subject", .refused(.invalid, "subject")) {
            $0.asks(.cookbookCreated, $0.cy, $0.theSoup, payload: soups)
        },
        .init("its data has its own shape", .refused(.invalid, "data")) {
            $0.asks(.cookbookCreated, $0.cy, payload: .because("x"))
        },
        .init("the operator takes no part", .refused(.forbidden, "actor")) {
            $0.asks(.cookbookCreated, nil, payload: soups)
        },
    ]

    @Test("cookbook.created: it has a name", arguments: creations)
    func created(_ row: Precondition) throws { try row.check() }

    private static func onCookbooks(
        _ kind: EventKind, payload: Payload = .none, cause: Bool = false, value: UInt8 = 0
    ) -> [Precondition] {
        @Sendable func asks(_ village: Village, _ member: MemberID?, _ subject: Reference?) -> Command {
            village.asks(kind, member, subject, cause: cause ? village.theSoup : nil, payload: payload, value: value)
        }
        return [
            .init("another's private one is like none", .refused(.notFound, "subject"), after: made) {
                asks($0, $0.bo, book)
            },
            .init("also for a moderator", .refused(.notFound, "subject"), after: made) { asks($0, $0.mo, book) },
            .init("another's public one is known", .refused(.forbidden, "actor"), after: published) {
                asks($0, $0.bo, book)
            },
            .init("but not once it is deleted", .refused(.notFound, "subject"), after: unpublished) {
                asks($0, $0.bo, book)
            },
            .init("nor to a member whom its owner has blocked", .refused(.notFound, "subject"), after: blocking) {
                asks($0, $0.bo, book)
            },
            .init("the operator takes no part", .refused(.forbidden, "actor"), after: made) { asks($0, nil, book) },
            .init("not one that never was", .refused(.notFound, "subject")) { asks($0, $0.cy, .nothing) },
            .init("not a recipe", .refused(.notFound, "subject")) { asks($0, $0.bo, $0.theSoup) },
            .init("it says which", .refused(.invalid, "subject")) { asks($0, $0.cy, nil) },
            .init("its data has its own shape", .refused(.invalid, "data"), after: made) {
                $0.asks(
                    kind, $0.cy, book, cause: cause ? $0.theSoup : nil, payload: .because("x"), value: value)
            },
        ]
    }

    private static let given: @Sendable (inout Village) throws -> Void = {
        try made(&$0)
        try $0.submit(.cookbookDeleted, $0.cy, book)
    }

    static let changes: [Precondition] =
        onCookbooks(.cookbookChanged, payload: soups) + [
            .init("another name", .accepted, after: made) {
                $0.asks(.cookbookChanged, $0.cy, book, payload: .collecting("Broths"))
            },
            .init("for all to see", .accepted, after: made) {
                $0.asks(.cookbookChanged, $0.cy, book, payload: .collecting("Soups", isPublic: true))
            },
            .init("the same words change nothing", .unchanged, after: made) {
                $0.asks(.cookbookChanged, $0.cy, book, payload: .collecting(" Soups "))
            },
            .init("not what was given up", .refused(.gone, "subject"), after: given) {
                $0.asks(.cookbookChanged, $0.cy, book, payload: .collecting("Broths"))
            },
        ]

    @Test("cookbook.changed: one's own, not deleted", arguments: changes)
    func changed(_ row: Precondition) throws { try row.check() }

    static let deletions: [Precondition] =
        onCookbooks(.cookbookDeleted) + [
            .init("it is given up", .accepted, after: made) { $0.asks(.cookbookDeleted, $0.cy, book) },
            .init("twice changes nothing", .unchanged, after: given) { $0.asks(.cookbookDeleted, $0.cy, book) },
        ]

    @Test("cookbook.deleted: one's own", arguments: deletions)
    func deleted(_ row: Precondition) throws { try row.check() }

    private static let add: @Sendable (Village) -> Command = {
        $0.asks(.cookbookRecipeAdded, $0.cy, book, cause: $0.theSoup)
    }
    private static let filled: @Sendable (inout Village) throws -> Void = {
        try made(&$0)
        try $0.community.submit(add($0))
    }

    static let additions: [Precondition] =
        onCookbooks(.cookbookRecipeAdded, cause: true) + [
            .init("a recipe comes in", .accepted, after: made, add),
            .init("twice changes nothing", .unchanged, after: filled, add),
            .init(
                "what was taken out comes in again", .accepted,
                after: {
                    try filled(&$0)
                    try $0.submit(.cookbookRecipeRemoved, $0.cy, book, cause: $0.theSoup)
                }, add),
            .init("it says which recipe", .refused(.invalid, "cause"), after: made) {
                $0.asks(.cookbookRecipeAdded, $0.cy, book)
            },
            .init("not a comment", .refused(.notFound, "cause"), after: made) {
                $0.asks(.cookbookRecipeAdded, $0.cy, book, cause: $0.theComment)
            },
            .init(
                "not a deleted recipe", .refused(.gone, "cause"),
                after: {
                    try made(&$0)
                    try $0.submit(.recipeDeleted, $0.bo, $0.theSoup)
                }, add),
            .init(
                "not whose author has blocked one", .refused(.forbidden, "actor"),
                after: {
                    try made(&$0)
                    try $0.submit(.memberBlocked, $0.bo, .username("cy"))
                }, add),
            .init("not into what was given up", .refused(.gone, "subject"), after: given, add),
        ]

    @Test("cookbook.recipeAdded: recipe not deleted", arguments: additions)
    func recipeAdded(_ row: Precondition) throws { try row.check() }

    private static let take: @Sendable (Village) -> Command = {
        $0.asks(.cookbookRecipeRemoved, $0.cy, book, cause: $0.theSoup)
    }

    static let removals: [Precondition] =
        onCookbooks(.cookbookRecipeRemoved, cause: true) + [
            .init("a recipe is taken out", .accepted, after: filled, take),
            .init("what is not in it changes nothing", .unchanged, after: made, take),
            .init(
                "nor does taking it out twice", .unchanged,
                after: {
                    try filled(&$0)
                    try $0.community.submit(take($0))
                }, take),
            .init(
                "also a deleted recipe", .accepted,
                after: {
                    try filled(&$0)
                    try $0.submit(.recipeDeleted, $0.bo, $0.theSoup)
                }, take),
        ]

    @Test("cookbook.recipeRemoved: whatever has become of the recipe", arguments: removals)
    func recipeRemoved(_ row: Precondition) throws { try row.check() }

    /// The soup at place 1, the stew (10) at place 2.
    private static let two: @Sendable (inout Village) throws -> Void = {
        try filled(&$0)
        let stew = try $0.submit(.recipePosted, $0.cy, payload: .soup { $0.title = "Stew" })
        try $0.submit(.cookbookRecipeAdded, $0.cy, book, cause: .recipe(stew))
    }

    private static func move(to place: UInt8) -> @Sendable (Village) -> Command {
        { $0.asks(.cookbookRecipeMoved, $0.cy, book, cause: $0.theSoup, value: place) }
    }

    static let moves: [Precondition] =
        onCookbooks(.cookbookRecipeMoved, cause: true, value: 1) + [
            .init("a recipe goes elsewhere", .accepted, after: two, move(to: 2)),
            .init("to where it is changes nothing", .unchanged, after: two, move(to: 1)),
            .init(
                "nor does moving it there twice", .unchanged,
                after: {
                    try two(&$0)
                    try $0.community.submit(move(to: 2)($0))
                }, move(to: 2)),
            .init("not behind the end", .refused(.invalid, "place"), after: two, move(to: 3)),
            .init("not before the beginning", .refused(.invalid, "place"), after: two, move(to: 0)),
            .init("not what is not in it", .refused(.notFound, "cause"), after: made, move(to: 1)),
        ]

    @Test("cookbook.recipeMoved: to a place that there is", arguments: moves)
    func recipeMoved(_ row: Precondition) throws { try row.check() }
}
