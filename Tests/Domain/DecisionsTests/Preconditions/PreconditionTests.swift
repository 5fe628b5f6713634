import Events
import Layout
import Testing

/// The rest of the table of events, and that every one of its rows is tested.
@Suite struct PreconditionTests {
    static let rules: [Precondition] = [
        .init("an admin changes them", .accepted) {
            $0.asks(.rulesChanged, $0.ada, payload: .rules(Rules.standard.message))
        },
        .init("so does the operator", .accepted) {
            $0.asks(.rulesChanged, nil, payload: .rules(Rules.standard.message))
        },
        .init("a moderator does not", .refused(.forbidden, "actor")) {
            $0.asks(.rulesChanged, $0.mo, payload: .rules(Rules.standard.message))
        },
        .init("nor a member", .refused(.forbidden, "actor")) {
            $0.asks(.rulesChanged, $0.bo, payload: .rules(Rules.standard.message))
        },
        .init(
            "the rules in force change nothing", .unchanged,
            after: { try $0.submit(.rulesChanged, nil, payload: .rules(Rules.standard.message)) },
            { $0.asks(.rulesChanged, $0.ada, payload: .rules(Rules.standard.message)) }),
        .init("all of them are given", .refused(.invalid, "awards")) {
            $0.asks(.rulesChanged, $0.ada, payload: .rules(ProtoRules()))
        },
        .init("they are given", .refused(.invalid, "data")) { $0.asks(.rulesChanged, $0.ada) },
    ]

    @Test("rules.changed: admin → log; valid rules", arguments: rules)
    func rulesChanged(_ row: Precondition) throws { try row.check() }

    static func marks(_ kind: EventKind) -> [Precondition] {
        [
            .init("up to the last event", .accepted) { $0.asks(kind, $0.bo) },
            .init("up to some event", .accepted) { $0.asks(kind, $0.bo, cause: $0.theSoup) },
            .init(
                "not back", .unchanged, after: { try $0.submit(kind, $0.bo, cause: $0.theComment) },
                { $0.asks(kind, $0.bo, cause: $0.theSoup) }),
            .init("not to an event to come", .refused(.notFound, "cause")) { $0.asks(kind, $0.bo, cause: .nothing) },
            .init("a member cannot mark for another", .refused(.forbidden, "subject")) {
                $0.asks(kind, $0.ada, .username("bo"))
            },
            .init("the operator takes no part", .refused(.forbidden, "actor")) { $0.asks(kind, nil) },
            .init("its header says it all", .refused(.invalid, "data")) { $0.asks(kind, $0.bo, payload: .said("x")) },
        ]
    }

    @Test("notifications.read: member → itself, up to which event", arguments: marks(.notificationsRead))
    func notificationsRead(_ row: Precondition) throws { try row.check() }

    @Test("feed.seen: member → itself, up to which event", arguments: marks(.feedSeen))
    func feedSeen(_ row: Precondition) throws { try row.check() }

    static let reserved: [EventKind] = [
        .logCreated, .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked, .memberLoggedIn,
        .memberLoggedOut,
    ]

    @Test("log.created and command.noted: the log only; passwords and sessions: service only", arguments: reserved)
    func written(_ kind: EventKind) throws {
        for actor in [MemberID(1), nil] {
            try Precondition("no member submits it", .refused(.forbidden, nil)) { $0.asks(kind, actor) }.check()
        }
    }

    /// Rows that accept, by kind: without them, a decision that refuses everything would pass.
    @Test("every kind of event has preconditions, and is accepted and refused by them")
    func everyKindIsThere() throws {
        var answers: [EventKind: Set<String>] = [:]
        for row in Self.all {
            var village = try Village()
            try row.before(&village)
            let kind = try row.command(village).kind
            answers[kind, default: []].insert(row.answer == .accepted ? "accepted" : "other")
        }
        for kind in EventKind.allCases where !Self.reserved.contains(kind) {
            #expect(answers[kind]?.count == 2, "\(kind.name)")
        }
    }

    private static var all: [Precondition] {
        [
            rules, marks(.notificationsRead), marks(.feedSeen), MemberPreconditions.all, StandingPreconditions.all,
            RelationPreconditions.all, RecipePreconditions.all, OpinionPreconditions.all, CommentPreconditions.all,
            ReportPreconditions.all, KitchenPreconditions.all, CookbookPreconditions.all,
            CarriedOverPreconditions.all, CookNotePreconditions.all,
        ].flatMap { $0 }
    }
}
