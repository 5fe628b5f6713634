import Accounts
import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// Registering, logging in and out, passwords, links and keys.
@Suite(.serialized) struct AccountsTests {
    private let door: Doorstep

    init() throws { door = try Doorstep() }

    private func code(_ body: () async throws -> Void) async -> Refusal.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? Refusal)?.code
        }
    }

    @Test("a registered member logs in and out, and the log records it")
    func whoRegistersCanLogInAndOut() async throws {
        let ada = try await door.register("ada")
        let session = try await door.logIn("ADA")
        #expect(session.member == ada)
        let principal = try #require(try door.principal(session))
        #expect(principal.member == ada && principal.scopes == .session && !principal.isKey)
        _ = try await door.accounts.logOut(principal)
        #expect(try door.principal(session) == nil)
        #expect(try door.kinds() == [.logCreated, .memberRegistered, .memberLoggedIn, .memberLoggedOut])
    }

    @Test("a session survives a restart") func sessionsSurviveARestart() async throws {
        try await door.register("ada")
        let session = try await door.logIn("ada")
        try door.reopen()
        #expect(try door.principal(session)?.member == session.member)
    }

    @Test("a wrong password and an unknown name are refused alike")
    func aWrongPasswordAndAnUnknownNameAreRefusedAlike() async throws {
        try await door.register("ada")
        for (name, password) in [("ada", "battery staple"), ("nobody", "correct horse")] {
            #expect(await code { _ = try await door.logIn(name, password) } == .unauthenticated)
        }
        #expect(try door.accounts.principal("ls_nothing") == nil)
    }

    @Test("a password is accepted in any Unicode composition")
    func passwordsAreOneFormHoweverTheyAreComposed() async throws {
        try await door.register("ada", "caf\u{E9} cr\u{E8}me")
        _ = try await door.logIn("ada", "cafe\u{301} cre\u{300}me")
    }

    @Test(
        "an unfit password is refused before anything is registered",
        arguments: ["short", "", String(repeating: "x", count: 1025)])
    func passwordsThatAreNoneAreRefusedBeforeAnybodyIsRegistered(password: String) async throws {
        #expect(await code { try await door.register("ada", password) } == .invalid)
        #expect(try door.kinds() == [.logCreated])
        #expect(await code { try await door.register("adalovelace", "AdaLovelace") } == .invalid)
    }

    @Test("a name is locked for a quarter of an hour after ten failures")
    func aNameIsLockedAfterTenFailuresForAQuarterOfAnHour() async throws {
        try await door.register("ada")
        for _ in 0..<10 { _ = await code { _ = try await door.logIn("ada", "battery staple") } }
        #expect(await code { _ = try await door.logIn("ada") } == .locked)
        // It makes no difference whether that name exists.
        for _ in 0..<10 { _ = await code { _ = try await door.logIn("nobody") } }
        #expect(await code { _ = try await door.logIn("nobody") } == .locked)
        door.pass(seconds: 901)
        _ = try await door.logIn("ada")
    }

    @Test("an unused session ends, and a used one is listed and goes on")
    func sessionsEndWhenNobodyUsesThem() async throws {
        try await door.register("ada")
        let (idle, used) = (try await door.logIn("ada"), try await door.logIn("ada"))
        for _ in 0..<4 {
            door.pass(seconds: 10 * 86_400)
            #expect(try door.principal(used) != nil)
        }
        #expect(try door.principal(idle) == nil)
        let principal = try #require(try door.principal(used))
        let listed = try door.accounts.sessions(of: principal, keys: false)
        #expect(listed.count == 1 && listed[0].current && listed[0].label == "a ada's browser")
    }

    @Test("a session is revoked by its name and by its owner only")
    func aSessionIsRevokedByNameByItsOwnerAlone() async throws {
        try await door.register("ada")
        try await door.register("bo")
        let (first, second) = (try await door.logIn("ada"), try await door.logIn("ada"))
        let bo = try #require(try door.principal(try await door.logIn("bo")))
        let ada = try #require(try door.principal(second))
        let name = first.secret.hash.name
        #expect(await code { try await door.accounts.revoke(name, of: bo, keys: false) } == .notFound)
        #expect(await code { try await door.accounts.revoke(name, of: ada, keys: true) } == .notFound)
        try await door.accounts.revoke(name, of: ada, keys: false)
        #expect(try door.principal(first) == nil && door.principal(second) != nil)
    }

    @Test("changing the password invalidates the old one and ends other sessions")
    func changingThePasswordTakesTheOldOneAndEndsOtherSessions() async throws {
        try await door.register("ada")
        let (other, own) = (try await door.logIn("ada"), try await door.logIn("ada"))
        let ada = try #require(try door.principal(own))
        let key = try await door.accounts.makeKey(of: ada, label: "app", scopes: .read)
        #expect(
            await code {
                _ = try await door.accounts.changePassword(of: ada, from: "battery staple", to: "a new password")
            } == .unauthenticated)
        _ = try await door.accounts.changePassword(of: ada, from: "correct horse", to: "a new password")
        #expect(try door.principal(other) == nil && door.principal(own) != nil && door.principal(key) != nil)
        #expect(await code { _ = try await door.logIn("ada") } == .unauthenticated)
        _ = try await door.logIn("ada", "a new password")
        #expect(try door.kinds().contains(.memberPasswordChanged))
    }

    @Test("a reset link sets a password once and within a day") func aLinkResetsAPasswordOnceAndForADay() async throws {
        let ada = try await door.register("ada")
        let session = try await door.logIn("ada")
        let old = try door.accounts.makeResetLink(for: ada).secret.text
        let link = try door.accounts.makeResetLink(for: ada).secret.text
        #expect(await code { _ = try await door.accounts.resetPassword(to: "a new password", link: old) } == .forbidden)
        _ = try await door.accounts.resetPassword(to: "a new password", link: link)
        #expect(await code { _ = try await door.accounts.resetPassword(to: "one more word", link: link) } == .forbidden)
        #expect(try door.principal(session) == nil)
        _ = try await door.logIn("ada", "a new password")
        let late = try door.accounts.makeResetLink(for: ada).secret.text
        door.pass(seconds: 86_401)
        #expect(await code { _ = try await door.accounts.resetPassword(to: "one more word", link: late) } == .forbidden)
    }

    @Test("only the member who registers with the first link becomes admin")
    func whoRegistersWithTheFirstLinkIsAdminAndNobodyElse() async throws {
        try await door.register("bo")
        let link = try #require(try door.accounts.makeFirstAdminLink()).secret.text
        let ada = try await door.register("ada", link: link)
        #expect(try door.community.query { $0.role(ada) } == .admin)
        #expect(try door.community.query { $0.member(called: "bo").flatMap($0.role) } == .member)
        #expect(try door.accounts.makeFirstAdminLink() == nil)
        #expect(await code { try await door.register("cy", link: link) } == .forbidden)
        // A link for another purpose is refused.
        let reset = try door.accounts.makeResetLink(for: ada).secret.text
        #expect(await code { try await door.register("cy", link: reset) } == .forbidden)
    }

    @Test("a repeated registration is answered as the first one")
    func theSameRegistrationAgainIsAnsweredAsAtFirst() async throws {
        let ada = try await door.register("ada", key: "k1")
        #expect(try await door.register("ada", key: "k1") == ada)
        #expect(await code { try await door.register("ada", "battery staple", key: "k1") } == .conflict)
        #expect(await code { try await door.register("bo", key: "k1") } == .conflict)
        #expect(await code { try await door.register("ada", key: "k2") } == .conflict)
        _ = try await door.logIn("ada")
    }

    @Test("an API key acts within its scopes until it is revoked")
    func keysActWithinTheirScopesUntilTheyAreRevoked() async throws {
        let link = try #require(try door.accounts.makeFirstAdminLink()).secret.text
        try await door.register("ada", link: link)
        try await door.register("bo")
        let ada = try #require(try door.principal(try await door.logIn("ada")))
        let bo = try #require(try door.principal(try await door.logIn("bo")))
        #expect(await code { _ = try await door.accounts.makeKey(of: bo, label: "a", scopes: .import) } == .forbidden)
        #expect(await code { _ = try await door.accounts.makeKey(of: bo, label: "a", scopes: []) } == .invalid)
        #expect(await code { _ = try await door.accounts.makeKey(of: bo, label: "", scopes: .read) } == .invalid)
        // A hundred code points, and not a hundred characters of any length.
        for label in [String(repeating: "x", count: 101), "e" + String(repeating: "\u{301}", count: 100)] {
            #expect(await code { _ = try await door.accounts.makeKey(of: bo, label: label, scopes: .read) } == .invalid)
            #expect(
                await code { _ = try await door.accounts.logIn("bo", password: "correct horse", label: label) }
                    == .invalid)
        }
        _ = try await door.accounts.makeKey(of: bo, label: String(repeating: "é", count: 100), scopes: .read)
        let key = try await door.accounts.makeKey(of: ada, label: "move", scopes: [.read, .import])
        door.pass(seconds: 400 * 86_400)
        let principal = try #require(try door.principal(key))
        #expect(principal.isKey && principal.scopes == [.read, .import])
        let listed = try door.accounts.sessions(of: principal, keys: true)
        #expect(listed.map(\.scopes) == [["read", "import"]] && listed[0].label == "move")
        try await door.accounts.revoke(key.secret.hash.name, of: ada, keys: true)
        #expect(try door.principal(key) == nil)
    }

    @Test("a banned member cannot log in and can still log out") func aBannedMemberCannotLogInButOut() async throws {
        let ada = try await door.register("ada")
        let session = try await door.logIn("ada")
        try door.submit(Command(.memberBanned, actor: nil, subject: .member(ada)))
        #expect(await code { _ = try await door.logIn("ada") } == .banned)
        _ = try await door.accounts.logOut(try #require(try door.principal(session)))
    }

    @Test("a costlier hash replaces a cheap one at the next login")
    func aCostlierHashTakesThePlaceOfACheapOneAtTheNextLogIn() async throws {
        try await door.register("ada")
        try door.reopen(cost: PasswordCost(logRounds: 4, blockSize: 2, parallelism: 1))
        _ = try await door.logIn("ada")
        _ = try await door.logIn("ada")
        #expect(await code { _ = try await door.logIn("ada", "battery staple") } == .unauthenticated)
    }

    @Test("the 101st session ends the oldest one") func manySessionsMakeRoomForNewOnes() async throws {
        try await door.register("ada")
        let first = try await door.logIn("ada")
        for _ in 0..<100 {
            door.pass(seconds: 1)
            _ = try await door.logIn("ada")
        }
        #expect(try door.principal(first) == nil)
        let last = try #require(try door.principal(try await door.logIn("ada")))
        #expect(try door.accounts.sessions(of: last, keys: false).count == 100)
    }
}
