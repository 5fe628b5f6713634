import Accounts
import Community
import Decisions
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

    @Test("repeating a registration with guessed passwords locks the name")
    func aRepeatedRegistrationIsNoWayToGuess() async throws {
        try await door.register("ada", key: "1")
        for _ in 0..<10 {
            #expect(await code { try await door.register("ada", "battery staple", key: "1") } == .conflict)
        }
        #expect(await code { try await door.register("ada", key: "1") } == .locked)
    }

    @Test(
        "a guessable password is refused with a hint, the member's own names included",
        arguments: [
            ("password1", "common"), ("qwertyuiop", "common"), ("abcdefgh", "sequences"), ("19871231", "dates"),
            ("lovelace2026", "names"), ("Ada_Cook_1", "names"), ("ada@example.org", "names"),
            ("passw0rd\u{0}x", "common"), ("ｐａｓｓｗｏｒｄ１", "common"), ("ｌｏｖｅｌａｃｅ", "names"),
        ])
    func guessablePasswords(password: String, hint: String) async throws {
        func introduce(_ registration: inout ProtoMemberRegistered) {
            (registration.name, registration.email) = ("Ada Lovelace", "ada@example.org")
        }
        let first = await Self.refusal { try await door.register("ada_cook", password, change: introduce) }
        #expect(first?.code == .invalid && first?.field == "password" && first?.message.contains(hint) == true)
        #expect(try door.kinds() == [.logCreated])
        let ada = try await door.register("ada_cook", change: introduce)
        let principal = try #require(try door.principal(try await door.logIn("ada_cook")))
        let changed = await Self.refusal {
            _ = try await door.accounts.changePassword(of: principal, from: "correct horse", to: password)
        }
        #expect(changed?.code == .invalid && changed?.field == "newPassword" && changed?.message.contains(hint) == true)
        let link = try await door.accounts.makeResetLink(for: ada, by: .operator).secret.text
        #expect(await code { _ = try await door.accounts.resetPassword(to: password, link: link) } == .invalid)
        _ = try await door.accounts.resetPassword(to: "battery staple", link: link)
    }

    @Test("of twenty parallel guesses ten run, and the right one among the others is refused")
    func parallelGuesses() async throws {
        try await door.register("ada")
        let accounts = door.accounts
        let codes = await withTaskGroup(of: Refusal.Code?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        _ = try await accounts.logIn("ada", password: "battery staple", label: nil)
                        return nil
                    } catch { return (error as? Refusal)?.code }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == .unauthenticated } == 10)
        #expect(codes.count { $0 == .locked } == 10)
        #expect(await code { _ = try await door.logIn("ada") } == .locked)
    }

    @Test("a locked name locks neither its open sessions nor its devices")
    func strangersDoNotLockTheOwnerOut() async throws {
        try await door.register("ada")
        let session = try await door.logIn("ada")
        let device = try #require(session.device)
        try await door.register("bo")
        let other = try await door.logIn("bo")
        for _ in 0..<10 { _ = await code { _ = try await door.logIn("ada", "battery staple") } }
        #expect(await code { _ = try await door.logIn("ada") } == .locked)
        // A device of another member is none of ada's.
        #expect(await code { _ = try await door.logIn("ada", device: other.device) } == .locked)
        #expect(await code { _ = try await door.logIn("ada", device: "ld_nothing") } == .locked)
        let again = try await door.logIn("ada", device: device)
        #expect(again.device == device)
        let principal = try #require(try door.principal(session))
        try await door.accounts.confirm(principal, password: "correct horse")
        _ = try await door.accounts.changePassword(of: principal, from: "correct horse", to: "a new password")
        // The device survives a restart, which forgets all counts.
        try door.reopen()
        for _ in 0..<10 { _ = await code { _ = try await door.logIn("ada", "battery staple") } }
        _ = try await door.logIn("ada", "a new password", device: device)
    }

    @Test("guesses on a known device and in an open session are counted, each for itself")
    func devicesAndSessionsHaveCountsOfTheirOwn() async throws {
        let ada = try await door.register("ada")
        let session = try await door.logIn("ada")
        let principal = try #require(try door.principal(session))
        for _ in 0..<10 {
            #expect(
                await code { try await door.accounts.confirm(principal, password: "battery staple") }
                    == .unauthenticated)
        }
        #expect(await code { try await door.accounts.confirm(principal, password: "correct horse") } == .locked)
        for _ in 0..<10 {
            #expect(
                await code { _ = try await door.logIn("ada", "battery staple", device: session.device) }
                    == .unauthenticated)
        }
        #expect(await code { _ = try await door.logIn("ada", device: session.device) } == .locked)
        // Another way is open still.
        _ = try await door.logIn("ada")
        // The operator's link forgets the devices: one of them may be in other hands.
        let link = try await door.accounts.makeResetLink(for: ada, by: .operator).secret.text
        _ = try await door.accounts.resetPassword(to: "a new password", link: link)
        for _ in 0..<10 { _ = await code { _ = try await door.logIn("ada", "battery staple") } }
        #expect(await code { _ = try await door.logIn("ada", "a new password", device: session.device) } == .locked)
    }

    @Test("a member logs in by e-mail, in any case, and the lock counts e-mails, too") func logInByEmail() async throws
    {
        let ada = try await door.register("ada") { $0.email = "Ada@example.org" }
        #expect(try await door.logIn("ada@EXAMPLE.org").member == ada)
        #expect(await code { try await door.register("bo") { $0.email = "ada@example.org" } } == .conflict)
        // At the terminal a second member may have it. The first one logs in with it.
        let outcome = try await door.community.submit(
            Command(
                .memberRegistered, actor: nil,
                payload: .registration(Doorstep.registration("bo") { $0.email = "ADA@example.org" })
            ).byOperator)
        #expect(outcome.emailHolder == ada && outcome.changed)
        #expect(try await door.logIn("ada@example.org").member == ada)
        for _ in 0..<10 { _ = await code { _ = try await door.logIn("ada@example.org", "battery staple") } }
        #expect(await code { _ = try await door.logIn("ADA@example.org") } == .locked)
        #expect(await code { _ = try await door.logIn("none@example.org") } == .unauthenticated)
        try door.submit(Command(.memberDeleted, actor: nil, subject: .member(ada)))
        let dee = try await door.register("dee") { $0.email = "ada@example.org" }
        door.pass(seconds: 901)
        #expect(try await door.logIn("ada@example.org").member == dee)
    }

    @Test("a registration without a username gets a free one like the name, and a repetition the same one")
    func proposedUsernames() async throws {
        func register(_ name: String, key: String? = nil) async throws -> String {
            try await door.accounts.register(
                Doorstep.registration("") { $0.name = name }, password: "correct horse", key: key
            ).username
        }
        #expect(try await register("Ada Lovelace", key: "1") == "Ada_Lovelace")
        #expect(try await register("ada lovelace") == "ada_lovelace-2")
        #expect(try await register("Ada Lovelace", key: "1") == "Ada_Lovelace")
        #expect(try await register("😀") == "cook")
        #expect(try await register("Admin") == "cook-2")
        #expect(try await register("Борис") == "Борис")
        _ = try await door.logIn("ada_lovelace-2")
        #expect(await code { _ = try await register(" ") } == .invalid)
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
        let old = try await door.accounts.makeResetLink(for: ada, by: .operator).secret.text
        let link = try await door.accounts.makeResetLink(for: ada, by: .operator).secret.text
        #expect(await code { _ = try await door.accounts.resetPassword(to: "a new password", link: old) } == .forbidden)
        _ = try await door.accounts.resetPassword(to: "a new password", link: link)
        #expect(await code { _ = try await door.accounts.resetPassword(to: "one more word", link: link) } == .forbidden)
        #expect(try door.principal(session) == nil)
        _ = try await door.logIn("ada", "a new password")
        let kinds = try door.kinds()
        #expect(kinds.filter { $0 == .memberResetLinkMade }.count == 2)
        #expect(kinds.firstIndex(of: .memberResetLinkMade)! < kinds.firstIndex(of: .memberPasswordChanged)!)
        let late = try await door.accounts.makeResetLink(for: ada, by: .operator).secret.text
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
        let reset = try await door.accounts.makeResetLink(for: ada, by: .operator).secret.text
        #expect(await code { try await door.register("cy", link: reset) } == .forbidden)
    }

    @Test("a repeated registration is answered as the first one")
    func theSameRegistrationAgainIsAnsweredAsAtFirst() async throws {
        let ada = try await door.register("ada", key: "k1")
        #expect(try await door.register("ada", key: "k1") == ada)
        #expect(await code { try await door.register("ada", "battery staple", key: "k1") } == .conflict)
        // Another member may use the key for another registration.
        let bo = try await door.register("bo", key: "k1")
        #expect(bo != ada)
        #expect(try await door.register("bo", key: "k1") == bo)
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

    @Test("a name that an older log holds stays valid, though no member may choose it now") func olderNames() throws {
        let name = "\u{430}da"
        let log = door.community.log
        try log.write { batch in
            _ = try batch.append(
                [
                    Draft(
                        .memberRegistered, actor: .operator, isOwnSubject: true, occurredAt: batch.now,
                        payload: .registration(Doorstep.registration(name)))
                ], origin: nil)
        }
        let member = try #require(try door.community.query { $0.member(called: name) })
        #expect(try MemberName.reference(name, field: "member") == .username(name))
        var change = ProtoMemberProfileChanged()
        change.username = name
        change.bio = "Soups."
        try door.submit(
            Command(.memberProfileChanged, actor: .username(name), payload: .profileChange(change)))
        #expect(try door.community.query { $0.named(member)?.username } == name)
        change.username = "\u{430}b"
        #expect(throws: Refusal.self) {
            try door.submit(Command(.memberProfileChanged, actor: .member(member), payload: .profileChange(change)))
        }
    }

    @Test("a ban says its reason and its end to the banned member, by name") func bansGiveTheirReason() async throws {
        let ada = try await door.register("ada")
        var ban = ProtoBan()
        ban.reason = "Spam in comments"
        try door.submit(Command(.memberBanned, actor: nil, subject: .member(ada), payload: .ban(ban)))
        for refused in [
            await Self.refusal { _ = try await door.logIn("ada") },
            await Self.refusal {
                try door.submit(Command(.memberFollowed, actor: .member(ada), subject: .member(ada)))
            },
        ] {
            #expect(
                refused?.message == "@ada is banned until further notice. The reason: Spam in comments",
                "\(refused?.message ?? "")")
        }
    }

    private static func refusal(_ body: () async throws -> Void) async -> Refusal? {
        do {
            try await body()
            return nil
        } catch {
            return error as? Refusal
        }
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
