import Decisions
import Events
import Layout
import SwiftProtobuf
import Testing

@Suite struct MemberTests {
    @Test(
        "a new username must be well-formed, free and within its limits",
        arguments: [
            ("newcomer", nil), ("ab", nil), ("Zoë_.-9", nil), ("a", Refused(.invalid, "username")),
            (String(repeating: "a", count: 30), nil),
            (String(repeating: "a", count: 31), Refused(.invalid, "username")),
            ("a b", Refused(.invalid, "username")), ("a@b", Refused(.invalid, "username")),
            ("", Refused(.invalid, "username")), ("ADA", Refused(.conflict, "username")),
            ("ａｄａ", Refused(.conflict, "username")), ("a\u{0}b", Refused(.invalid, "username")),
            ("a" + String(repeating: "\u{301}", count: 300) + "b", Refused(.invalid, "username")),
        ] as [(String, Refused?)])
    func usernamesAreWellFormedAndFree(_ name: String, _ expected: Refused?) throws {
        let village = try Village()
        var command = Command.registering("x")
        var registration = ProtoMemberRegistered()
        registration.username = name
        registration.name = "X"
        command.payload = .registration(registration)
        #expect(village.refusal(of: command) == expected)
    }

    @Test("a registration names only itself as actor, and asking for a role is refused")
    func registrationNamesNobodyButItself() throws {
        let village = try Village()
        var command = Command.registering("Dee")
        command.actor = .username("dee")
        #expect(village.refusal(of: command) == nil)
        command.actor = .username("ada")
        #expect(village.refusal(of: command) == Refused(.invalid, "actor"))
        command.actor = .member(village.ada)
        #expect(village.refusal(of: command) == Refused(.invalid, "actor"))
        command.actor = .username("dee")
        command.value = 2
        #expect(village.refusal(of: command) == Refused(.forbidden, "role"))
        command.value = 1
        #expect(village.refusal(of: command) == Refused(.invalid, "role"))
    }

    @Test("a registration is stored trimmed, normalized and without duplicates")
    func registrationIsStoredInOneForm() throws {
        var village = try Village()
        var registration = ProtoMemberRegistered()
        registration.username = "ﬁsh"
        registration.name = "  Fi Sh\n"
        registration.bio = " "
        registration.email = "fi@example.org"
        registration.cuisines = [" Thai", "", "Thai", "Greek"]
        registration.role = .admin
        let position = try village.community.submit(
            Command(.memberRegistered, actor: nil, payload: .registration(registration)))
        guard case .registration(let stored) = try village.last.payload else {
            Issue.record("no registration")
            return
        }
        #expect(stored.username == "fish")
        #expect(stored.name == "Fi Sh")
        #expect(!stored.hasBio && !stored.hasRole)
        #expect(stored.cuisines == ["Thai", "Greek"])
        #expect(try village.last.header.value == 0)
        #expect(try village.last.header.actor == MemberID(position))
    }

    /// A registration with one field beyond its limit.
    struct Excess: Sendable {
        var field: String
        var change: @Sendable (inout ProtoMemberRegistered) -> Void

        init(_ field: String, _ change: @escaping @Sendable (inout ProtoMemberRegistered) -> Void) {
            self.field = field
            self.change = change
        }
    }

    static let excesses = [
        Excess("name") { $0.name = " " }, Excess("name") { $0.name = String(repeating: "é", count: 101) },
        Excess("name") { $0.name = "a\u{0}" }, Excess("email") { $0.email = "nobody" },
        Excess("email") { $0.email = "a@" + String(repeating: "b", count: 253) },
        Excess("phone") { $0.phone = String(repeating: "1", count: 41) },
        Excess("bio") { $0.bio = String(repeating: "b", count: 2_001) }, Excess("avatar") { $0.avatar = "ftp://x" },
        Excess("cuisines") { $0.cuisines = (0...100).map { "c\($0)" } },
        Excess("diets") { $0.diets = [String(repeating: "d", count: 101)] },
    ]

    @Test("a registration over any limit is refused with the field", arguments: excesses)
    func registrationKeepsItsLimits(_ excess: Excess) throws {
        var registration = ProtoMemberRegistered()
        registration.username = "dee"
        registration.name = "Dee"
        excess.change(&registration)
        let command = Command(.memberRegistered, actor: nil, payload: .registration(registration))
        #expect(try Village().refusal(of: command) == Refused(.invalid, excess.field))
    }

    @Test("a profile change stores only the fields that change") func profileChangesKeepOnlyWhatChanges() throws {
        var village = try Village()
        let first = try village.submit(
            .memberProfileChanged, village.bo,
            payload: .changing {
                $0.name = "Bo B."
                $0.bio = "Cooks."
            })
        #expect(try village.last.header.cause == village.bo.position)
        let second = try village.submit(
            .memberProfileChanged, village.bo, .username("bo"),
            payload: .changing {
                $0.name = " Bo B. "
                $0.username = "Bo"
                $0.cuisines.values = [.init(stringValue: "Thai")]
            })
        #expect(try village.last.header.cause == first)
        #expect(
            try village.last.payload
                == .changing {
                    $0.username = "Bo"
                    $0.cuisines.values = [.init(stringValue: "Thai")]
                })
        // Both values are further back in the chain.
        let again = try village.submit(
            .memberProfileChanged, village.bo,
            payload: .changing {
                $0.bio = "Cooks."
                $0.name = "Bo B."
                $0.email = ""
            })
        #expect(again == second)
        try village.submit(.memberProfileChanged, village.bo, payload: .changing { $0.bio = "" })
        #expect(try village.last.payload == .changing { $0.bio = "" })
    }

    @Test("only the member changes a profile, and usernames stay unique")
    func profileChangesAreOnesOwnAndNamesUnique() throws {
        var village = try Village()
        let change = Payload.changing { $0.username = "CY" }
        #expect(
            village.refusal(.memberProfileChanged, village.bo, payload: change) == Refused(.conflict, "username"))
        #expect(
            village.refusal(.memberProfileChanged, village.ada, .username("bo"), payload: change)
                == Refused(.forbidden, "subject"))
        #expect(
            village.refusal(.memberProfileChanged, village.bo, payload: .changing { $0.name = "" })
                == Refused(.invalid, "name"))
        #expect(
            village.refusal(
                .memberProfileChanged, village.bo,
                payload: .changing { $0.diets.values = [.init(numberValue: 1)] }) == Refused(.invalid, "diets"))
        try village.submit(.memberDeleted, village.cy)
        #expect(village.refusal(.memberProfileChanged, village.bo, payload: change) == nil)
    }

    @Test("members delete themselves, admins others, and one admin stays")
    func membersDeleteThemselvesAndAdminsOthers() throws {
        var village = try Village()
        #expect(village.refusal(.memberDeleted, village.mo, .username("bo")) == Refused(.forbidden, "actor"))
        #expect(village.refusal(.memberDeleted, village.ada) == Refused(.forbidden, "subject"))
        #expect(village.refusal(.memberDeleted, nil, .username("ada")) == Refused(.forbidden, "subject"))
        try village.submit(.memberDeleted, nil, .username("bo"), payload: .because("spam"))
        #expect(village.refusal(.memberDeleted, nil, .member(village.bo)) == Refused(.notFound, "subject"))
        try village.submit(.memberDeleted, village.cy)
        #expect(village.refusal(.recipeLiked, village.ada, .recipe(village.soup)) == Refused(.gone, "subject"))
        #expect(village.refusal(.memberFollowed, village.ada, .member(village.bo)) == Refused(.notFound, "subject"))
        try village.submit(.memberRoleChanged, village.ada, .username("mo"), value: 2)
        #expect(village.refusal(.memberDeleted, village.ada) == nil)
    }

    @Test("only admins change roles, and one admin stays") func adminsChangeRolesButKeepOne() throws {
        var village = try Village()
        #expect(
            village.refusal(.memberRoleChanged, village.mo, .username("bo"), value: 1) == Refused(.forbidden, "actor"))
        #expect(
            village.refusal(.memberRoleChanged, village.ada, .username("bo"), value: 3) == Refused(.invalid, "role"))
        #expect(village.refusal(.memberRoleChanged, village.ada, .username("ada")) == Refused(.forbidden, "subject"))
        let position = try village.submit(.memberRoleChanged, village.ada, .username("bo"), value: 1)
        #expect(try village.submit(.memberRoleChanged, nil, .username("bo"), value: 1) == position)
        try village.submit(.memberBanned, village.ada, .username("bo"))
        #expect(village.refusal(.memberRoleChanged, village.ada, .username("bo"), value: 2) == nil)
        try village.submit(.memberRoleChanged, village.ada, .username("mo"), value: 2)
        #expect(village.refusal(.memberRoleChanged, village.ada, .username("ada")) == nil)
    }

    @Test("moderators ban members, and only admins ban moderators")
    func moderatorsBanMembersAndAdminsModerators() throws {
        var village = try Village()
        let ban = { (actor: MemberID?, name: String) in village.refusal(.memberBanned, actor, .username(name)) }
        #expect(ban(village.cy, "bo") == Refused(.forbidden, "actor"))
        #expect(ban(village.mo, "mo") == Refused(.invalid, "subject"))
        #expect(ban(village.mo, "ada") == Refused(.forbidden, "subject"))
        #expect(ban(nil, "ada") == Refused(.forbidden, "subject"))
        #expect(ban(nil, "mo") == nil)
        #expect(ban(village.mo, "nobody") == Refused(.notFound, "subject"))
        try village.submit(.memberRoleChanged, village.ada, .username("cy"), value: 1)
        #expect(
            village.refusal(.memberBanned, village.mo, .username("cy")) == Refused(.forbidden, "subject"))
    }

    @Test("a repeated ban is stored only if its end changes") func aBanIsRepeatedOnlyToChangeItsEnd() throws {
        var village = try Village()
        let bo = Reference.username("bo")
        #expect(try village.submit(.memberUnbanned, village.mo, bo) == village.bo.position)
        #expect(
            village.refusal(.memberBanned, village.mo, bo, payload: .ban(until: 1_700_000_000))
                == Refused(.invalid, "until"))
        #expect(
            village.refusal(.memberBanned, village.mo, bo, payload: .ban(until: .max)) == Refused(.invalid, "until"))
        let first = try village.submit(.memberBanned, village.mo, bo, payload: .ban(until: 1_700_000_009))
        #expect(
            try village.submit(.memberBanned, nil, bo, payload: .ban(until: 1_700_000_009, reason: "again")) == first)
        let second = try village.submit(.memberBanned, village.mo, bo)
        #expect(second > first)
        try village.submit(.memberUnbanned, village.mo, bo)
        #expect(try village.last.header.cause == second)
        let third = try village.submit(.memberBanned, village.mo, bo, payload: .ban(until: 1_700_000_009))
        village.community.now = Timestamp(seconds: 1_700_000_009)
        #expect(try village.submit(.memberUnbanned, village.mo, bo) == third)
    }
}
