import Events
import Layout
import Testing

/// «report.filed» and «report.resolved» of the table of events.
@Suite struct ReportPreconditions {
    static var all: [Precondition] {
        [filings, resolutions].flatMap { $0 }
    }

    private static func filing(
        _ subject: @escaping @Sendable (Village) -> Reference?, reason: UInt8 = 1
    ) -> @Sendable (Village) -> Command {
        { $0.asks(.reportFiled, $0.cy, subject($0), value: reason) }
    }

    private static let filed: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.reportFiled, $0.cy, $0.theSoup, value: 1)
    }

    static let filings: [Precondition] = [
        .init("a recipe is reported", .accepted, filing { $0.theSoup }),
        .init("a comment", .accepted) { $0.asks(.reportFiled, $0.bo, $0.theComment, value: 1) },
        .init("a member", .accepted, filing { _ in .username("bo") }),
        .init("for any of five reasons: other", .accepted, filing({ $0.theSoup }, reason: 5)),
        .init("for no sixth", .refused(.invalid, "reason"), filing({ $0.theSoup }, reason: 6)),
        .init("nor for none", .refused(.invalid, "reason"), filing({ $0.theSoup }, reason: 0)),
        .init("one open report per reporter and target", .unchanged, after: filed, filing({ $0.theSoup }, reason: 2)),
        .init("another reporter files another", .accepted, after: filed) {
            $0.asks(.reportFiled, $0.mo, $0.theSoup, value: 1)
        },
        .init("about another target as well", .accepted, after: filed, filing { _ in .username("bo") }),
        .init(
            "and again after the first was resolved", .accepted,
            after: {
                try filed(&$0)
                try $0.submit(.reportResolved, $0.mo, .report($0.community.head), value: 1)
            }, filing { $0.theSoup }),
        .init("not one's own", .refused(.invalid, "subject")) { $0.asks(.reportFiled, $0.bo, $0.theSoup, value: 1) },
        .init("not oneself", .refused(.invalid, "subject"), filing { _ in .username("cy") }),
        .init(
            "a block does not hinder it", .accepted, after: { try $0.submit(.memberBlocked, $0.bo, .username("cy")) },
            filing { $0.theSoup }),
        .init(
            "not a deleted recipe", .refused(.gone, "subject"),
            after: { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) }, filing { $0.theSoup }),
        .init(
            "not a deleted comment", .refused(.gone, "subject"),
            after: { try $0.submit(.commentDeleted, $0.cy, $0.theComment) },
            { $0.asks(.reportFiled, $0.bo, $0.theComment, value: 1) }),
        .init(
            "not a deleted member", .refused(.notFound, "subject"), after: { try $0.submit(.memberDeleted, $0.bo) },
            filing { .member($0.bo) }),
        .init(
            "not a repost", .refused(.notFound, "subject"),
            after: { try $0.submit(.recipeReposted, $0.mo, $0.theSoup) }, filing { .repost($0.community.head) }),
        .init("not what never was", .refused(.notFound, "subject"), filing { _ in .nothing }),
        .init("it says what", .refused(.invalid, "subject"), filing { _ in nil }),
        .init("the operator takes no part", .refused(.forbidden, "actor")) {
            $0.asks(.reportFiled, nil, $0.theSoup, value: 1)
        },
    ]

    @Test("report.filed: one open report per reporter and target", arguments: filings)
    func filed(_ row: Precondition) throws { try row.check() }

    private static let (dismissed, removed, banned) = (UInt8(1), UInt8(2), UInt8(3))

    /// The report that every village here contains.
    private static let report = Reference.report(Position(8))

    private static func resolving(
        as outcome: UInt8, by actor: @escaping @Sendable (Village) -> MemberID? = { $0.mo }
    ) -> @Sendable (Village) -> Command {
        { $0.asks(.reportResolved, actor($0), report, value: outcome) }
    }

    private static func about(
        _ subject: @escaping @Sendable (Village) -> Reference,
        then: @escaping @Sendable (inout Village) throws -> Void = { _ in }
    ) -> @Sendable (inout Village) throws -> Void {
        {
            let reporter = subject($0) == $0.theComment ? $0.bo : $0.cy
            try $0.submit(.reportFiled, reporter, subject($0), value: 1)
            try then(&$0)
        }
    }

    private static let soup: @Sendable (Village) -> Reference = { $0.theSoup }

    static let resolutions: [Precondition] = [
        .init("a moderator resolves", .accepted, after: about(soup), resolving(as: dismissed)),
        .init("an admin does", .accepted, after: about(soup), resolving(as: dismissed) { $0.ada }),
        .init("the operator does", .accepted, after: about(soup), resolving(as: dismissed) { _ in nil }),
        .init(
            "a member does not", .refused(.forbidden, "actor"), after: about(soup), resolving(as: dismissed) { $0.bo }),
        .init(
            "nor the reporter", .refused(.forbidden, "actor"), after: about(soup), resolving(as: dismissed) { $0.cy }),
        .init(
            "only what is pending", .refused(.conflict, "subject"),
            after: about(soup) { try $0.submit(.reportResolved, $0.mo, report, value: dismissed) },
            resolving(as: removed)),
        .init(
            "the same outcome again changes nothing", .unchanged,
            after: about(soup) { try $0.submit(.reportResolved, $0.mo, report, value: dismissed) },
            resolving(as: dismissed) { $0.ada }),
        .init("an outcome is needed", .refused(.invalid, "outcome"), after: about(soup), resolving(as: 0)),
        .init("there is no fourth", .refused(.invalid, "outcome"), after: about(soup), resolving(as: 4)),
        .init("a recipe is removed", .accepted, after: about(soup), resolving(as: removed)),
        .init("a comment is", .accepted, after: about { $0.theComment }, resolving(as: removed)),
        .init(
            "a member is not", .refused(.invalid, "outcome"), after: about { _ in .username("bo") },
            resolving(as: removed)),
        .init(
            "what its author deleted meanwhile can be removed", .accepted,
            after: about(soup) { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) }, resolving(as: removed)),
        .init(
            "what a deleted member posted cannot be", .refused(.gone, "subject"),
            after: about(soup) { try $0.submit(.memberDeleted, $0.bo) }, resolving(as: removed)),
        .init(
            "but the report can be dismissed", .accepted,
            after: about(soup) { try $0.submit(.memberDeleted, $0.bo) }, resolving(as: dismissed)),
        .init("the author is banned", .accepted, after: about(soup), resolving(as: banned)),
        .init("the member reported is", .accepted, after: about { _ in .username("bo") }, resolving(as: banned)),
        .init(
            "a deleted member is not", .refused(.notFound, "subject"),
            after: about(soup) { try $0.submit(.memberDeleted, $0.bo) }, resolving(as: banned)),
        .init(
            "an admin is not", .refused(.forbidden, "subject"), after: about { _ in .username("ada") },
            resolving(as: banned)),
        .init(
            "a moderator bans no moderator", .refused(.forbidden, "subject"),
            after: about(soup) { try $0.submit(.memberRoleChanged, $0.ada, .username("bo"), value: 1) },
            resolving(as: banned)),
        .init(
            "an admin does so", .accepted,
            after: about(soup) { try $0.submit(.memberRoleChanged, $0.ada, .username("bo"), value: 1) },
            resolving(as: banned) { $0.ada }),
        .init(
            "banning oneself is refused", .refused(.invalid, "subject"),
            after: about { _ in .username("mo") }, resolving(as: banned)),
        .init("a recipe is no report", .refused(.notFound, "subject")) {
            $0.asks(.reportResolved, $0.mo, .position($0.soup, letter: nil), value: dismissed)
        },
        .init("what never was is not found", .refused(.notFound, "subject"), resolving(as: dismissed)),
        .init(
            "a member does not learn whether there is one", .refused(.forbidden, "actor"),
            resolving(as: dismissed) { $0.bo }),
    ]

    @Test("report.resolved: pending; if what follows from it would be refused, all of it is", arguments: resolutions)
    func resolved(_ row: Precondition) throws { try row.check() }
}
