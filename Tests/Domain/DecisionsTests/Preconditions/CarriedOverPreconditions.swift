import Events
import Layout
import Testing

/// Balances from the time before Larder: by import only, and the last one of a member or recipe counts.
@Suite struct CarriedOverPreconditions {
    static var all: [Precondition] { points + counts }

    /// What an import asks: the operator's authority, and no actor.
    private static func imports(
        _ payload: Payload, on subject: Reference? = .username("bo")
    ) -> @Sendable (Village) -> Command {
        { $0.asks(payload.carriedKind, nil, subject, payload: payload).byOperator }
    }

    private static func carried(
        _ payload: Payload, on subject: @escaping @Sendable (Village) -> Reference
    ) -> @Sendable (inout Village) throws -> Void {
        { try $0.community.submit($0.asks(payload.carriedKind, nil, subject($0), payload: payload).byOperator) }
    }

    private static let some = Payload.carrying(points: 420)
    private static let bo: @Sendable (Village) -> Reference = { .member($0.bo) }

    static let points: [Precondition] = [
        .init("an import carries over points", .accepted, imports(some)),
        .init("one point", .accepted, imports(.carrying(points: 1))),
        .init("at most ten million", .accepted, imports(.carrying(points: 10_000_000))),
        .init("not more", .refused(.invalid, "points"), imports(.carrying(points: 10_000_001))),
        .init("no points are no balance", .refused(.invalid, "points"), imports(.carrying(points: 0))),
        .init("it says how many", .refused(.invalid, "points")) {
            $0.asks(.memberPointsCarriedOver, nil, .username("bo")).byOperator
        },
        .init("it says whose", .refused(.invalid, "subject"), imports(some, on: nil)),
        .init("its data has its shape", .refused(.invalid, "data")) {
            $0.asks(.memberPointsCarriedOver, nil, .username("bo"), payload: .said("x")).byOperator
        },
        .init("a member does not carry over points", .refused(.forbidden, "actor")) {
            $0.asks(.memberPointsCarriedOver, $0.bo, .username("bo"), payload: some)
        },
        .init("nor does an admin", .refused(.forbidden, "actor")) {
            $0.asks(.memberPointsCarriedOver, $0.ada, .username("bo"), payload: some)
        },
        .init("nor an import in an admin's name", .refused(.forbidden, "actor")) {
            $0.asks(.memberPointsCarriedOver, $0.ada, .username("bo"), payload: some).byOperator
        },
        .init("nor a caller without an actor and without authority", .refused(.forbidden, "actor")) {
            $0.asks(.memberPointsCarriedOver, nil, .username("bo"), payload: some)
        },
        .init("the same points change nothing", .unchanged, after: carried(some, on: bo), imports(some)),
        .init(
            "other points replace them", .accepted, after: carried(some, on: bo), imports(.carrying(points: 421))),
        .init("also none do", .accepted, after: carried(some, on: bo), imports(.carrying(points: 0))),
        .init(
            "but a number is needed", .refused(.invalid, "points"), after: carried(some, on: bo),
            imports(.points(ProtoPointsCarriedOver()))),
        .init(
            "and at most ten million", .refused(.invalid, "points"), after: carried(some, on: bo),
            imports(.carrying(points: 10_000_001))),
        .init(
            "also for a banned member", .accepted, after: { try $0.submit(.memberBanned, $0.mo, .username("bo")) },
            imports(some)),
        .init(
            "a deleted member is not found", .refused(.notFound, "subject"),
            after: { try $0.submit(.memberDeleted, $0.bo) }, { imports(some, on: .member($0.bo))($0) }),
        .init("an unknown member is not found", .refused(.notFound, "subject"), imports(some, on: .username("nobody"))),
    ]

    @Test("member.pointsCarriedOver: import → member; the last counts", arguments: points)
    func pointsCarriedOver(_ row: Precondition) throws { try row.check() }

    private static let liked = Payload.carrying(likes: 12)
    private static let soup: @Sendable (Village) -> Reference = { $0.theSoup }

    /// The soup's counts, as an import asks.
    private static func onSoup(_ payload: Payload) -> @Sendable (Village) -> Command {
        { imports(payload, on: $0.theSoup)($0) }
    }

    static let counts: [Precondition] = [
        .init("an import carries over counts", .accepted, onSoup(.carrying(likes: 12, downvotes: 3))),
        .init("at most ten million", .accepted, onSoup(.carrying(likes: 10_000_000))),
        .init("not more", .refused(.invalid, "likes"), onSoup(.carrying(likes: 10_000_001))),
        .init(
            "of any of them", .refused(.invalid, "downvotes"), onSoup(.carrying(likes: 1, downvotes: 10_000_001))),
        .init("one of them may be zero", .accepted, onSoup(.carrying(likes: 0, downvotes: 3))),
        .init("zeros alone are no counts", .refused(.invalid, "data"), onSoup(.carrying(likes: 0, downvotes: 0))),
        .init("it says how many", .refused(.invalid, "data")) {
            $0.asks(.recipeCountsCarriedOver, nil, $0.theSoup).byOperator
        },
        .init("it says of what", .refused(.invalid, "subject"), imports(liked, on: nil)),
        .init("the author does not carry over counts", .refused(.forbidden, "actor")) {
            $0.asks(.recipeCountsCarriedOver, $0.bo, $0.theSoup, payload: liked)
        },
        .init("nor does an admin", .refused(.forbidden, "actor")) {
            $0.asks(.recipeCountsCarriedOver, $0.ada, $0.theSoup, payload: liked)
        },
        .init("nor an import in the author's name", .refused(.forbidden, "actor")) {
            $0.asks(.recipeCountsCarriedOver, $0.bo, $0.theSoup, payload: liked).byOperator
        },
        .init("the same counts change nothing", .unchanged, after: carried(liked, on: soup), onSoup(liked)),
        .init(
            "a count of zero is an absent one", .unchanged, after: carried(liked, on: soup),
            onSoup(.carrying(likes: 12, downvotes: 0))),
        .init(
            "other counts replace them", .accepted, after: carried(liked, on: soup), onSoup(.carrying(likes: 13))),
        .init("also zeros do", .accepted, after: carried(liked, on: soup), onSoup(.carrying(likes: 0, downvotes: 0))),
        .init(
            "zeros again change nothing", .unchanged,
            after: { village in
                try carried(liked, on: soup)(&village)
                try carried(.carrying(likes: 0), on: soup)(&village)
            }, onSoup(.carrying(likes: 0, downvotes: 0))),
        .init(
            "but a number is needed", .refused(.invalid, "data"), after: carried(liked, on: soup),
            onSoup(.counts(ProtoCountsCarriedOver()))),
        .init(
            "a deleted recipe is gone", .refused(.gone, "subject"),
            after: { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) }, onSoup(liked)),
        .init("a comment is no recipe", .refused(.notFound, "subject")) { imports(liked, on: $0.theComment)($0) },
    ]

    @Test("recipe.countsCarriedOver: import → recipe; the last counts", arguments: counts)
    func countsCarriedOver(_ row: Precondition) throws { try row.check() }

    @Test("carried numbers are stored in one form, and belong to the member and the recipe's author")
    func fields() throws {
        var village = try Village()
        try Self.carried(.carrying(likes: 12, downvotes: 0), on: Self.soup)(&village)
        let counts = try village.last
        #expect(counts.payload == .carrying(likes: 12))
        #expect(counts.header.actor == .operator && counts.header.owner == village.bo)
        #expect(counts.header.subject == village.soup && counts.header.keyHolder == village.bo)
        try Self.carried(Self.some, on: Self.bo)(&village)
        let points = try village.last
        #expect(points.payload == Self.some && points.header.actor == .operator)
        #expect(points.header.subject == village.bo.position && points.header.owner == village.bo)
        #expect(points.header.keyHolder == village.bo)
    }
}

extension Payload {
    /// The kind that has this payload.
    fileprivate var carriedKind: EventKind {
        if case .points = self { .memberPointsCarriedOver } else { .recipeCountsCarriedOver }
    }
}
