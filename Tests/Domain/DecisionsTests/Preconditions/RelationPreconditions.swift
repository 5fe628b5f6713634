import Events
import Layout
import Testing

/// «member.followed / unfollowed» and «member.blocked / unblocked» of the table of events.
@Suite struct RelationPreconditions {
    static var all: [Precondition] {
        [follows, unfollows, blocks, unblocks].flatMap { $0 }
    }

    private static func blocking(
        _ one: String, _ other: @escaping @Sendable (Village) -> MemberID
    ) -> @Sendable (inout Village) throws -> Void {
        { _ = try $0.submit(.memberBlocked, other($0), .username(one)) }
    }

    /// The preconditions of all four.
    private static func common(_ kind: EventKind) -> [Precondition] {
        [
            .init("not oneself", .refused(.invalid, "subject")) { $0.asks(kind, $0.bo, .username("bo")) },
            .init("an unknown member is not found", .refused(.notFound, "subject")) {
                $0.asks(kind, $0.bo, .username("nobody"))
            },
            .init(
                "a deleted member is not found", .refused(.notFound, "subject"),
                after: { try $0.submit(.memberDeleted, $0.cy) }, { $0.asks(kind, $0.bo, .member($0.cy)) }),
            .init("nor is a recipe", .refused(.notFound, "subject")) { $0.asks(kind, $0.cy, $0.theSoup) },
            .init("it says whom", .refused(.invalid, "subject")) { $0.asks(kind, $0.bo) },
            .init("the operator takes no part", .refused(.forbidden, "actor")) { $0.asks(kind, nil, .username("bo")) },
            .init("its header says it all", .refused(.invalid, "data")) {
                $0.asks(kind, $0.cy, .username("bo"), payload: .said("x"))
            },
        ]
    }

    static let follows: [Precondition] =
        common(.memberFollowed) + [
            .init("a member follows another", .accepted) { $0.asks(.memberFollowed, $0.cy, .username("bo")) },
            .init(
                "following twice changes nothing", .unchanged,
                after: { try $0.submit(.memberFollowed, $0.cy, .username("bo")) },
                { $0.asks(.memberFollowed, $0.cy, .username("bo")) }),
            .init(
                "following again is an event", .accepted,
                after: {
                    try $0.submit(.memberFollowed, $0.cy, .username("bo"))
                    try $0.submit(.memberUnfollowed, $0.cy, .username("bo"))
                }, { $0.asks(.memberFollowed, $0.cy, .username("bo")) }),
            .init("a blocking member is out of reach", .refused(.forbidden, "actor"), after: blocking("cy") { $0.bo }) {
                $0.asks(.memberFollowed, $0.cy, .username("bo"))
            },
            .init("nor whom one has blocked", .refused(.forbidden, "actor"), after: blocking("bo") { $0.cy }) {
                $0.asks(.memberFollowed, $0.cy, .username("bo"))
            },
            .init(
                "but after unblocking", .accepted,
                after: {
                    try $0.submit(.memberBlocked, $0.cy, .username("bo"))
                    try $0.submit(.memberUnblocked, $0.cy, .username("bo"))
                }, { $0.asks(.memberFollowed, $0.cy, .username("bo")) }),
        ]

    @Test("member.followed: member → member, not oneself", arguments: follows)
    func followed(_ row: Precondition) throws { try row.check() }

    static let unfollows: [Precondition] =
        common(.memberUnfollowed) + [
            .init(
                "following is taken back", .accepted, after: { try $0.submit(.memberFollowed, $0.cy, .username("bo")) },
                { $0.asks(.memberUnfollowed, $0.cy, .username("bo")) }),
            .init("undoing what was not done changes nothing", .unchanged) {
                $0.asks(.memberUnfollowed, $0.cy, .username("bo"))
            },
            .init("nor is it refused after a block", .unchanged, after: blocking("cy") { $0.bo }) {
                $0.asks(.memberUnfollowed, $0.cy, .username("bo"))
            },
            .init("nor after one's own", .unchanged, after: blocking("bo") { $0.cy }) {
                $0.asks(.memberUnfollowed, $0.cy, .username("bo"))
            },
        ]

    @Test("member.unfollowed: member → member, not oneself", arguments: unfollows)
    func unfollowed(_ row: Precondition) throws { try row.check() }

    static let blocks: [Precondition] =
        common(.memberBlocked) + [
            .init("a member blocks another", .accepted) { $0.asks(.memberBlocked, $0.cy, .username("bo")) },
            .init("an admin too", .accepted) { $0.asks(.memberBlocked, $0.cy, .username("ada")) },
            .init("blocking twice changes nothing", .unchanged, after: blocking("bo") { $0.cy }) {
                $0.asks(.memberBlocked, $0.cy, .username("bo"))
            },
            .init("the blocked may block as well", .accepted, after: blocking("cy") { $0.bo }) {
                $0.asks(.memberBlocked, $0.cy, .username("bo"))
            },
        ]

    @Test("member.blocked: member → member, not oneself", arguments: blocks)
    func blocked(_ row: Precondition) throws { try row.check() }

    static let unblocks: [Precondition] =
        common(.memberUnblocked) + [
            .init("a block is taken back", .accepted, after: blocking("bo") { $0.cy }) {
                $0.asks(.memberUnblocked, $0.cy, .username("bo"))
            },
            .init("undoing what was not done changes nothing", .unchanged, after: blocking("cy") { $0.bo }) {
                $0.asks(.memberUnblocked, $0.cy, .username("bo"))
            },
        ]

    @Test("member.unblocked: member → member, not oneself", arguments: unblocks)
    func unblocked(_ row: Precondition) throws { try row.check() }
}
