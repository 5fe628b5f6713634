import CloudEvents
import Community
import Events
import FormatsSupport
import Layout
import Testing
import Views

@testable import Communities

/// Admins are made by the caller of an import, never by the export.
@Suite struct NamedAdminsTests {
    private static func member(_ id: String, _ username: String, isBanned: Bool = false) -> FoundMember {
        var member = FoundMember(place: id, id: id, username: username, occurredAt: Timestamp(seconds: 1_000))
        member.isBanned = isBanned
        member.roleNote = "isAdmin: dropped"
        return member
    }

    private static var found: FoundCommunity {
        var found = FoundCommunity(source: "app")
        found.members = [
            member("u1", "cy"), member("u2", "Di Doe"), member("u3", "eve", isBanned: true), member("u4", "fay"),
            member("u5", "FAY"), member("cy", "gil"),
        ]
        return found
    }

    private func roles(_ kitchen: Kitchen) throws -> [String: Role] {
        try kitchen.community.query { queries in
            var roles: [String: Role] = [:]
            for name in ["cy", "Di_Doe", "eve", "gil"] {
                if let id = queries.member(called: name) { roles[name] = queries.role(id) }
            }
            return roles
        }
    }

    @Test("an export alone makes no admin, and the report says so") func exports() throws {
        let kitchen = try Kitchen()
        let (report, lines) = try kitchen.run(Self.found)
        #expect(report.appendedByKind["member.roleChanged"] == nil)
        #expect(lines.count { $0.hasSuffix("changed: isAdmin: dropped") } == 6)
        #expect(try roles(kitchen).values.allSatisfy { $0 == .member })
    }

    /// The id comes before a username: a member with the id «cy» is meant by «cy».
    @Test(
        "a member is named by id, by username in any case, or by the username here",
        arguments: [("u1", "cy"), ("@cy", "cy"), ("cy", "gil"), ("di doe", "Di_Doe"), ("@DI_DOE", "Di_Doe")])
    func names(_ written: String, _ name: String) throws {
        let kitchen = try Kitchen()
        let (report, lines) = try kitchen.run(Self.found, admins: [written, written])
        #expect(report.appendedByKind["member.roleChanged"] == 1, "\(lines)")
        #expect(try roles(kitchen).filter { $0.value == .admin }.map(\.key) == [name])
        #expect(lines.count { $0.hasSuffix("changed: isAdmin: dropped") } == 5)
        let told = try kitchen.told(after: 2)
        let role = try #require(told.firstIndex { $0.contains("member.roleChanged: m0") })
        #expect(role > 0 && told[role - 1].contains("member.registered"))
        let again = try kitchen.run(Self.found, admins: [written])
        #expect(again.report.appended == 0 && again.report.refused.isEmpty)
        // A later import makes a known member admin, too.
        let later = try kitchen.run(Self.found, admins: [written, "u1", "cy"])
        #expect(later.report.appended == (["cy", "gil"].contains(name) ? 1 : 2))
    }

    @Test(
        "an unknown, ambiguous or banned name is refused before anything is appended",
        arguments: [
            ("nil", Refusal.Code.notFound), ("", .notFound), ("@", .notFound), ("u9", .notFound), ("fay", .invalid),
            ("eve", .invalid), ("u3", .invalid),
        ])
    func refusals(_ written: String, _ code: Refusal.Code) throws {
        let kitchen = try Kitchen()
        let refusal = #expect(throws: Refusal.self) { try kitchen.run(Self.found, admins: ["u1", written]) }
        #expect(refusal?.code == code && refusal?.field == "admin")
        #expect(try kitchen.events == 2)
    }
}
