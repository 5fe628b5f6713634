import Events
import Layout
import Testing

/// «member.registered», «member.profileChanged» and «member.deleted» of the table of events.
@Suite struct MemberPreconditions {
    static var all: [Precondition] {
        [registrations, changes, deletions].flatMap { $0 }
    }

    private static func giveCyAnEmail(_ village: inout Village) throws {
        try village.submit(.memberProfileChanged, village.cy, payload: .changing { $0.email = "cy@example.org" })
    }

    static let registrations: [Precondition] = [
        .init("a free name is taken", .accepted) { _ in .registering("dee") },
        .init("a taken name is a conflict", .refused(.conflict, "username")) { _ in .registering("cy") },
        .init("case folding makes no other name", .refused(.conflict, "username")) { _ in .registering("CY") },
        .init("NFKC makes no other name", .refused(.conflict, "username")) { _ in .registering("ｃｙ") },
        .init(
            "a deleted member's name is free", .accepted, after: { try $0.submit(.memberDeleted, $0.cy) },
            { _ in .registering("cy") }),
        .init(
            "a name taken by renaming is a conflict", .refused(.conflict, "username"),
            after: { try $0.submit(.memberProfileChanged, $0.cy, payload: .changing { $0.username = "cyril" }) },
            { _ in .registering("Cyril") }),
        .init(
            "a name given up by renaming is free", .accepted,
            after: { try $0.submit(.memberProfileChanged, $0.cy, payload: .changing { $0.username = "cyril" }) },
            { _ in .registering("cy") }),
        .init(
            "an e-mail of a living member is a conflict, in any case", .refused(.conflict, "email"),
            after: giveCyAnEmail
        ) {
            _ in .registering("dee") { $0.email = "CY@example.org" }
        },
        .init("the operator may give an e-mail of another member", .accepted, after: giveCyAnEmail) { _ in
            .registering("dee") { $0.email = "cy@example.org" }.byOperator
        },
        .init(
            "a deleted member's e-mail is free", .accepted,
            after: {
                try giveCyAnEmail(&$0)
                try $0.submit(.memberDeleted, $0.cy)
            }, { _ in .registering("dee") { $0.email = "cy@example.org" } }),
        .init("a reserved word is no username", .refused(.invalid, "username")) { _ in .registering("Admin") },
        .init("the operator may give a reserved username", .accepted) { _ in .registering("admin").byOperator },
        .init("a name that shows nothing is none", .refused(.invalid, "name")) { _ in
            .registering("dee") { $0.name = "\u{200B}\u{2060}\u{3164}" }
        },
        .init("a name holds no control that turns the text", .refused(.invalid, "name")) { _ in
            .registering("dee") { $0.name = "Dee \u{202E}eeD" }
        },
        .init("a name is one line", .refused(.invalid, "name")) { _ in
            .registering("dee") { $0.name = "Dee\u{2028}Larsson" }
        },
        .init("a registration says who", .refused(.invalid, "data")) { $0.asks(.memberRegistered, nil) },
        .init("a username is required", .refused(.invalid, "username")) { _ in .registering("") },
        .init("a new member acts as the new name or as no member", .refused(.invalid, "actor")) {
            $0.asks(.memberRegistered, $0.bo, payload: .registering("dee"))
        },
        .init("a new member is no moderator", .refused(.invalid, "role")) { _ in
            .registering("dee", role: .moderator)
        },
    ]

    @Test("member.registered: username free, well formed", arguments: registrations)
    func registered(_ row: Precondition) throws { try row.check() }

    static let changes: [Precondition] = [
        .init("a member changes their own profile", .accepted) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.bio = "Cooks." })
        },
        .init("the username too", .accepted) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.username = "bob" })
        },
        .init("one's own name in another case is a change", .accepted) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.username = "BO" })
        },
        .init("another member's name is a conflict", .refused(.conflict, "username")) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.username = "Cy" })
        },
        .init("an ill formed name is invalid", .refused(.invalid, "username")) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.username = "b o" })
        },
        .init("an e-mail of another member is a conflict", .refused(.conflict, "email"), after: giveCyAnEmail) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.email = "Cy@example.org" })
        },
        .init("one's own e-mail in another case is a change", .accepted, after: giveCyAnEmail) {
            $0.asks(.memberProfileChanged, $0.cy, payload: .changing { $0.email = "Cy@example.org" })
        },
        .init(
            "an e-mail that its member gave up is free", .accepted,
            after: {
                try giveCyAnEmail(&$0)
                try $0.submit(.memberProfileChanged, $0.cy, payload: .changing { $0.email = "" })
            }, { $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.email = "cy@example.org" }) }),
        .init("a reserved word is no new username", .refused(.invalid, "username")) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.username = "operator" })
        },
        .init("saying what stands there changes nothing", .unchanged) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { $0.name = " bo " })
        },
        .init("saying nothing changes nothing", .unchanged) {
            $0.asks(.memberProfileChanged, $0.bo, payload: .changing { _ in })
        },
        .init("not even an admin changes another's profile", .refused(.forbidden, "subject")) {
            $0.asks(.memberProfileChanged, $0.ada, .username("bo"), payload: .changing { $0.bio = "Cooks." })
        },
        .init("the operator has none", .refused(.forbidden, "actor")) {
            $0.asks(.memberProfileChanged, nil, payload: .changing { $0.bio = "Cooks." })
        },
        .init("it says what changes", .refused(.invalid, "data")) { $0.asks(.memberProfileChanged, $0.bo) },
    ]

    @Test("member.profileChanged: itself → itself; username free", arguments: changes)
    func profileChanged(_ row: Precondition) throws { try row.check() }

    static let deletions: [Precondition] = [
        .init("members delete themselves", .accepted) { $0.asks(.memberDeleted, $0.bo) },
        .init("also by name", .accepted) { $0.asks(.memberDeleted, $0.bo, .username("bo")) },
        .init("an admin deletes a member", .accepted) { $0.asks(.memberDeleted, $0.ada, .username("bo")) },
        .init("an admin deletes a moderator", .accepted) { $0.asks(.memberDeleted, $0.ada, .username("mo")) },
        .init("so does the operator", .accepted) { $0.asks(.memberDeleted, nil, .username("bo")) },
        .init("a moderator does not", .refused(.forbidden, "actor")) {
            $0.asks(.memberDeleted, $0.mo, .username("bo"))
        },
        .init("nor another member", .refused(.forbidden, "actor")) {
            $0.asks(.memberDeleted, $0.cy, .username("bo"))
        },
        .init("the last admin stays", .refused(.forbidden, "subject")) { $0.asks(.memberDeleted, $0.ada) },
        .init("also when the operator asks", .refused(.forbidden, "subject")) {
            $0.asks(.memberDeleted, nil, .username("ada"))
        },
        .init(
            "one of two admins goes", .accepted,
            after: { try $0.submit(.memberRoleChanged, $0.ada, .username("bo"), value: 2) },
            { $0.asks(.memberDeleted, $0.ada) }),
        .init(
            "a deleted member is not found", .refused(.notFound, "subject"),
            after: { try $0.submit(.memberDeleted, $0.bo) }, { $0.asks(.memberDeleted, nil, .member($0.bo)) }),
        .init(
            "and does nothing any more", .refused(.notFound, "actor"),
            after: { try $0.submit(.memberDeleted, $0.bo) }, { $0.asks(.memberDeleted, $0.bo) }),
        .init("an unknown member is not found", .refused(.notFound, "subject")) {
            $0.asks(.memberDeleted, nil, .username("nobody"))
        },
        .init("the operator says whom", .refused(.forbidden, "actor")) { $0.asks(.memberDeleted, nil) },
    ]

    @Test("member.deleted: itself or admin; not yet deleted; not the last admin", arguments: deletions)
    func deleted(_ row: Precondition) throws { try row.check() }
}
