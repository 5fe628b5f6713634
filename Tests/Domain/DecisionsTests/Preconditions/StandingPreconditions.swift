import Events
import Layout
import Testing

/// «member.roleChanged», «member.banned» and «member.unbanned» of the table of events.
@Suite struct StandingPreconditions {
    static var all: [Precondition] {
        [roles, bans, unbans].flatMap { $0 }
    }

    static let roles: [Precondition] = [
        .init("an admin changes roles", .accepted) { $0.asks(.memberRoleChanged, $0.ada, .username("bo"), value: 1) },
        .init("so does the operator", .accepted) { $0.asks(.memberRoleChanged, nil, .username("bo"), value: 2) },
        .init("a moderator does not", .refused(.forbidden, "actor")) {
            $0.asks(.memberRoleChanged, $0.mo, .username("bo"), value: 1)
        },
        .init("nor a member, for themselves", .refused(.forbidden, "actor")) {
            $0.asks(.memberRoleChanged, $0.bo, .username("bo"), value: 2)
        },
        .init("the last admin cannot step down", .refused(.forbidden, "subject")) {
            $0.asks(.memberRoleChanged, $0.ada, .username("ada"), value: 1)
        },
        .init("nor be put down by the operator", .refused(.forbidden, "subject")) {
            $0.asks(.memberRoleChanged, nil, .username("ada"), value: 0)
        },
        .init(
            "one of two admins can", .accepted,
            after: { try $0.submit(.memberRoleChanged, $0.ada, .username("bo"), value: 2) },
            { $0.asks(.memberRoleChanged, $0.ada, .username("ada")) }),
        .init(
            "a deleted admin is none any more", .refused(.forbidden, "subject"),
            after: {
                try $0.submit(.memberRoleChanged, $0.ada, .username("bo"), value: 2)
                try $0.submit(.memberDeleted, $0.bo)
            }, { $0.asks(.memberRoleChanged, $0.ada, .username("ada")) }),
        .init("the same role changes nothing", .unchanged) {
            $0.asks(.memberRoleChanged, $0.ada, .username("mo"), value: 1)
        },
        .init("member, moderator and admin are all", .refused(.invalid, "role")) {
            $0.asks(.memberRoleChanged, $0.ada, .username("bo"), value: 3)
        },
        .init("an unknown member is not found", .refused(.notFound, "subject")) {
            $0.asks(.memberRoleChanged, $0.ada, .username("nobody"), value: 1)
        },
        .init(
            "a deleted member is not found", .refused(.notFound, "subject"),
            after: { try $0.submit(.memberDeleted, $0.bo) },
            { $0.asks(.memberRoleChanged, $0.ada, .member($0.bo), value: 1) }),
        .init("it says whose", .refused(.invalid, "subject")) { $0.asks(.memberRoleChanged, $0.ada, value: 1) },
    ]

    @Test("member.roleChanged: admin → member; the last admin cannot step down", arguments: roles)
    func roleChanged(_ row: Precondition) throws { try row.check() }

    private static func ban(_ name: String, by actor: @escaping @Sendable (Village) -> MemberID?)
        -> @Sendable (
            Village
        ) -> Command
    {
        { $0.asks(.memberBanned, actor($0), .username(name)) }
    }

    static let bans: [Precondition] = [
        .init("a moderator bans a member", .accepted, ban("bo") { $0.mo }),
        .init("so does an admin", .accepted, ban("bo") { $0.ada }),
        .init("and the operator", .accepted, ban("bo") { _ in nil }),
        .init("a member does not", .refused(.forbidden, "actor"), ban("bo") { $0.cy }),
        .init("an admin bans a moderator", .accepted, ban("mo") { $0.ada }),
        .init(
            "a moderator does not", .refused(.forbidden, "subject"),
            after: { try $0.submit(.memberRoleChanged, $0.ada, .username("cy"), value: 1) }, ban("cy") { $0.mo }),
        .init("no moderator bans an admin", .refused(.forbidden, "subject"), ban("ada") { $0.mo }),
        .init(
            "no other admin does", .refused(.forbidden, "subject"),
            after: { try $0.submit(.memberRoleChanged, $0.ada, .username("bo"), value: 2) }, ban("bo") { $0.ada }),
        .init("nor the operator", .refused(.forbidden, "subject"), ban("ada") { _ in nil }),
        .init("banning oneself is refused", .refused(.invalid, "subject"), ban("mo") { $0.mo }),
        .init("an unknown member is not found", .refused(.notFound, "subject"), ban("nobody") { $0.mo }),
        .init(
            "a deleted member is not found", .refused(.notFound, "subject"),
            after: { try $0.submit(.memberDeleted, $0.bo) }, { $0.asks(.memberBanned, $0.mo, .member($0.bo)) }),
        .init("a ban may end", .accepted) {
            $0.asks(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_001))
        },
        .init("but not now or before", .refused(.invalid, "until")) {
            $0.asks(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_000))
        },
        .init(
            "the same ban changes nothing", .unchanged,
            after: { try $0.submit(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_009)) },
            { $0.asks(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_009)) }),
        .init("a ban may void the member's marks", .accepted) {
            $0.asks(.memberBanned, $0.mo, .username("bo"), value: 1)
        },
        .init("voided is true or false", .refused(.invalid, "voided")) {
            $0.asks(.memberBanned, $0.mo, .username("bo"), value: 2)
        },
        .init(
            "voiding the marks of a banned member is another ban", .accepted,
            after: { try $0.submit(.memberBanned, $0.mo, .username("bo")) },
            { $0.asks(.memberBanned, $0.mo, .username("bo"), value: 1) }),
        .init(
            "marks that are void stay so: the same ban without them changes nothing", .unchanged,
            after: { try $0.submit(.memberBanned, $0.mo, .username("bo"), value: 1) },
            { $0.asks(.memberBanned, $0.mo, .username("bo")) }),
        .init(
            "also after a ban with another end", .unchanged,
            after: {
                try $0.submit(.memberBanned, $0.mo, .username("bo"), value: 1)
                try $0.submit(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_009))
            }, { $0.asks(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_009), value: 1) }),
        .init(
            "another end is another ban", .accepted,
            after: { try $0.submit(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_009)) },
            { $0.asks(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_010)) }),
        .init(
            "once it has run out, there is none", .accepted,
            after: {
                try $0.submit(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_009))
                $0.community.now = Timestamp(seconds: 1_700_000_009)
            }, { $0.asks(.memberBanned, $0.mo, .username("bo")) }),
    ]

    @Test("member.banned: moderator → member; only an admin acts on a moderator; no admin is banned", arguments: bans)
    func banned(_ row: Precondition) throws { try row.check() }

    private static let bo = { @Sendable (village: inout Village) in
        _ = try village.submit(.memberBanned, nil, .username("bo"))
    }

    static let unbans: [Precondition] = [
        .init("a moderator lifts a ban", .accepted, after: bo, { $0.asks(.memberUnbanned, $0.mo, .username("bo")) }),
        .init("so does an admin", .accepted, after: bo, { $0.asks(.memberUnbanned, $0.ada, .username("bo")) }),
        .init("and the operator", .accepted, after: bo, { $0.asks(.memberUnbanned, nil, .username("bo")) }),
        .init(
            "a member does not", .refused(.forbidden, "actor"), after: bo,
            { $0.asks(.memberUnbanned, $0.cy, .username("bo")) }),
        .init(
            "the banned do nothing for themselves", .refused(.banned, "actor"), after: bo,
            { $0.asks(.memberUnbanned, $0.bo, .username("bo")) }),
        .init("unbanning a member without a ban changes nothing", .unchanged) {
            $0.asks(.memberUnbanned, $0.mo, .username("bo"))
        },
        .init(
            "a ban that has run out and voided marks is lifted for their sake", .accepted,
            after: {
                try $0.submit(
                    .memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_009), value: 1)
                $0.community.now = Timestamp(seconds: 1_700_000_009)
            }, { $0.asks(.memberUnbanned, $0.mo, .username("bo")) }),
        .init(
            "a ban that has run out is none", .unchanged,
            after: {
                try $0.submit(.memberBanned, $0.mo, .username("bo"), payload: .ban(until: 1_700_000_009))
                $0.community.now = Timestamp(seconds: 1_700_000_009)
            }, { $0.asks(.memberUnbanned, $0.mo, .username("bo")) }),
        .init(
            "only an admin acts on a moderator", .refused(.forbidden, "subject"),
            after: {
                try $0.submit(.memberRoleChanged, $0.ada, .username("bo"), value: 1)
                try $0.submit(.memberBanned, $0.ada, .username("bo"))
            }, { $0.asks(.memberUnbanned, $0.mo, .username("bo")) }),
        .init("an unknown member is not found", .refused(.notFound, "subject")) {
            $0.asks(.memberUnbanned, $0.mo, .username("nobody"))
        },
    ]

    @Test("member.unbanned: moderator → member; only an admin acts on a moderator", arguments: unbans)
    func unbanned(_ row: Precondition) throws { try row.check() }
}
