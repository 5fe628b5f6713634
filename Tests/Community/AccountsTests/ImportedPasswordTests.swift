import Community
import Decisions
import EventLog
import Events
import Foundation
import LMDB
import Layout
import Testing
import Views

@testable import Accounts

/// Passwords that members bring from Parse and Firebase.
@Suite(.serialized) struct ImportedPasswordTests {
    private let door: Doorstep

    init() throws { door = try Doorstep() }

    /// The hash of «correct horse».
    private static let horse = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e"

    private func origin(_ name: String) -> Origin { Origin(source: "parse", id: "member/\(name)") }

    private func register(_ name: String) throws -> MemberID {
        let outcome = try door.community.submit(
            Command(
                .memberRegistered, actor: nil, origin: origin(name),
                payload: .registration(Doorstep.registration(name) { $0.email = "\(name)@example.org" })))
        return MemberID(outcome.position)
    }

    /// Registers a member with that hash.
    @discardableResult private func bring(_ name: String, _ hash: ImportedHash) throws -> MemberID {
        let member = try register(name)
        #expect(try door.accounts.keep(imported: [ImportedPassword(origin: origin(name), hash: hash)]) == 1)
        return member
    }

    @discardableResult private func bring(_ name: String, _ bcrypt: String) throws -> MemberID {
        try bring(name, try ImportedHash(bcrypt: bcrypt))
    }

    private func keep(_ name: String, _ bcrypt: String) throws -> Int {
        try door.accounts.keep(imported: [
            ImportedPassword(origin: origin(name), hash: try ImportedHash(bcrypt: bcrypt))
        ])
    }

    private func code(_ body: () async throws -> Void) async -> Refusal.Code? { await refusal(body)?.code }

    private func refusal(_ body: () async throws -> Void) async -> Refusal? {
        do {
            try await body()
            return nil
        } catch {
            return error as? Refusal
        }
    }

    private func bytes(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }

    private func parameters(_ rounds: Int, _ memoryCost: Int) throws -> FirebaseParameters {
        try FirebaseParameters(
            signerKey: bytes(
                "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="),
            saltSeparator: bytes("Bw=="), rounds: rounds, memoryCost: memoryCost)
    }

    /// The example of Firebase's documentation, and the same with a cost that takes no time.
    private static let documented =
        "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
    private static let cheap =
        "4ZT97gzaG9KC8rxPIVVZEhqyx8rApYFQ6ENL64ltUj+w5a6MUl5kP40yFEpk4ENR4W5sqYB/lSSjETy164CLMQ=="

    private func firebase(_ hash: String, _ rounds: Int, _ memoryCost: Int) throws -> ImportedHash {
        .firebaseScrypt(
            try FirebaseScrypt(
                hash: bytes(hash), salt: bytes("42xEC+ixf3L2lw=="), parameters: parameters(rounds, memoryCost)))
    }

    @Test(
        "a member logs in with a password that bcrypt has hashed",
        arguments: [
            ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
            ("correct horse", horse), ("correct horse", horse.replacing("$2b$", with: "$2y$")),
            ("zw\u{F6}lf T\u{F6}pfe", "$2a$04$abcdefghijklmnopqrstuu7.PzH.5G5sM34BX3TznHPSQs.zi9tay"),
            // bcrypt ignores what is beyond 72 bytes.
            (String(repeating: "x", count: 100), "$2b$04$abcdefghijklmnopqrstuubzadhGtS2zEF.gu0yd0opP6cVzb.e0i"),
        ])
    func bcrypt(password: String, hash: String) async throws {
        let ada = try bring("ada", hash)
        for wrong in ["", "\0", password + "\0", String(password.dropLast()), password.uppercased() + "!"]
        where wrong.prefix(72) != password.prefix(72) {
            #expect(
                await code { _ = try await door.logIn("ada", wrong) } == .unauthenticated, "\(wrong.debugDescription)")
        }
        #expect(try await door.logIn("ada", password).member == ada)
        // From now on it is the own hash that is compared.
        #expect(try await door.logIn("ada", password).member == ada)
        #expect(await code { _ = try await door.logIn("ada", "battery staple") } == .unauthenticated)
    }

    @Test("a member logs in with a password that Firebase has hashed, also by e-mail") func firebaseScrypt()
        async throws
    {
        let ada = try bring("ada", try firebase(Self.documented, 8, 14))
        #expect(await code { _ = try await door.logIn("ada", "user2password") } == .unauthenticated)
        #expect(try await door.logIn("ada@example.org", "user1password").member == ada)
        try bring("bo", try firebase(Self.cheap, 1, 4))
        try door.reopen()
        _ = try await door.logIn("bo", "user1password")
        #expect(await code { _ = try await door.logIn("bo", "user1Password") } == .unauthenticated)
    }

    @Test("the first log-in replaces the hash, and ends no session") func replaced() async throws {
        let ada = try bring("ada", Self.horse)
        let accounts = door.accounts
        #expect(try accounts.storedPassword(of: ada).imported == .bcrypt(Self.horse))
        #expect(await code { _ = try await door.logIn("ada", "battery staple") } == .unauthenticated)
        #expect(try accounts.storedPassword(of: ada).own == nil, "a wrong password replaces nothing")
        let first = try await door.logIn("ada")
        let stored = try accounts.storedPassword(of: ada)
        #expect(stored.imported == nil && stored.own?.cost == Doorstep.cheap)
        _ = try await door.logIn("ada")
        #expect(try door.principal(first) != nil)
        #expect(try door.kinds().contains(.memberPasswordChanged) == false)
        // The same import again does not bring the old password back.
        #expect(try keep("ada", Self.horse) == 0)
        let principal = try #require(try door.principal(first))
        _ = try await accounts.changePassword(of: principal, from: "correct horse", to: "a new password")
        #expect(try keep("ada", Self.horse) == 0)
        #expect(await code { _ = try await door.logIn("ada") } == .unauthenticated)
        _ = try await door.logIn("ada", "a new password")
    }

    @Test("a password that was changed during a log-in is not put back") func changedMeanwhile() async throws {
        let ada = try bring("ada", Self.horse)
        let accounts = door.accounts
        let stored = try accounts.storedPassword(of: ada)
        let match = try await accounts.hashing.compare(try Password(typed: "correct horse"), stored)
        guard case .imported(let replacement) = match else {
            Issue.record("the password does not match")
            return
        }
        let link = try await accounts.makeResetLink(for: ada, by: .operator).secret.text
        _ = try await accounts.resetPassword(to: "a new password", link: link)
        try accounts.replaceImported(stored, by: replacement, of: ada)
        #expect(await code { _ = try await door.logIn("ada") } == .unauthenticated)
        _ = try await door.logIn("ada", "a new password")
    }

    @Test("a later import brings the newer hash of a member who has not logged in yet") func broughtAgain() async throws
    {
        try bring("ada", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
        #expect(try keep("ada", Self.horse) == 1)
        #expect(try keep("ada", Self.horse) == 0)
        #expect(try keep("nobody", Self.horse) == 0)
        #expect(await code { _ = try await door.logIn("ada", "U*U") } == .unauthenticated)
        _ = try await door.logIn("ada")
    }

    @Test("guesses at an imported password are counted") func counted() async throws {
        try bring("ada", Self.horse)
        for _ in 0..<10 {
            #expect(await code { _ = try await door.logIn("ada", "battery staple") } == .unauthenticated)
        }
        #expect(await code { _ = try await door.logIn("ada") } == .locked)
    }

    @Test("while a member has an imported hash, every log-in computes one") func decoy() async throws {
        let bo = try register("bo")
        #expect(try door.accounts.storedPassword(of: nil).decoy == nil)
        let ada = try bring("ada", Self.horse)
        for member in [nil, bo] { #expect(try door.accounts.storedPassword(of: member).decoy == .bcrypt(Self.horse)) }
        // It opens nothing.
        for name in ["bo", "none"] {
            #expect(await code { _ = try await door.logIn(name, "correct horse") } == .unauthenticated)
        }
        _ = try await door.logIn("ada")
        #expect(try door.accounts.storedPassword(of: ada).decoy == nil)
    }

    @Test("a banned member stays banned") func banned() async throws {
        let ada = try bring("ada", Self.horse)
        try door.submit(Command(.memberBanned, actor: nil, subject: .member(ada)))
        #expect(await code { _ = try await door.logIn("ada") } == .banned)
    }

    @Test(
        "a hash that is malformed or costs too much is refused with the limit",
        arguments: [
            ("$2b$31$" + horse.dropFirst(7), "limits are 4 and 14"), ("$2b$15$" + horse.dropFirst(7), "limits are"),
            ("$2b$03$" + horse.dropFirst(7), "limits are"), ("$2x$04$" + horse.dropFirst(7), "not a bcrypt hash"),
            ("$2b$4$$" + horse.dropFirst(7), "not a bcrypt hash"), (horse + "x", "not a bcrypt hash"),
            (String(horse.dropLast()), "not a bcrypt hash"), ("", "not a bcrypt hash"),
            (horse.replacing("Q", with: "\u{F6}"), "not a bcrypt hash"), ("correct horse", "not a bcrypt hash"),
        ] as [(String, String)])
    func malformedBcrypt(hash: String, reason: String) async {
        let refused = await refusal { _ = try ImportedHash(bcrypt: hash) }
        #expect(
            refused?.code == .invalid && refused?.message.contains(reason) == true, "\(refused?.message ?? "nothing")")
        #expect(hash.isEmpty || refused?.message.contains(hash) == false, "a message shows no hash")
    }

    @Test(
        "parameters of scrypt that need more than 64 MiB are refused",
        arguments: [
            (8, 24), (8, 17), (16, 16), (17, 1), (1, 16), (0, 14), (8, 0), (Int.max, 14), (8, Int.max), (-8, 14),
        ])
    func expensiveScrypt(rounds: Int, memoryCost: Int) async {
        let refused = await refusal { _ = try parameters(rounds, memoryCost) }
        #expect(refused?.code == .invalid && refused?.message.contains("64 MiB") == true, "\(refused?.message ?? "")")
    }

    @Test("the dearest parameters that are accepted can be computed", arguments: [(8, 16), (16, 15), (2, 18)])
    func dearestScrypt(rounds: Int, memoryCost: Int) async throws {
        try bring("ada", try firebase(Self.documented, rounds, memoryCost))
        #expect(await code { _ = try await door.logIn("ada", "user1password") } == .unauthenticated)
    }

    @Test("a hash of Firebase that the parameters cannot have made is refused") func malformedScrypt() async throws {
        let parameters = try parameters(8, 14)
        for (hash, salt) in [(63, 8), (65, 8), (0, 8), (64, 0), (64, 257)] {
            #expect(
                await code {
                    _ = try FirebaseScrypt(
                        hash: Array(repeating: 1, count: hash), salt: Array(repeating: 1, count: salt),
                        parameters: parameters)
                } == .invalid, "\(hash) \(salt)")
        }
        for (key, separator) in [(0, 1), (257, 1), (64, 257)] {
            #expect(
                await code {
                    _ = try FirebaseParameters(
                        signerKey: Array(repeating: 1, count: key),
                        saltSeparator: Array(repeating: 1, count: separator),
                        rounds: 8, memoryCost: 14)
                } == .invalid, "\(key) \(separator)")
        }
    }

    @Test("a row is read as it was written, and a damaged one is refused") func rows() throws {
        for hash in [try ImportedHash(bcrypt: Self.horse), try firebase(Self.cheap, 1, 4)] {
            #expect(try ImportedHash(bytes: hash.bytes) == hash)
            for count in 0..<hash.bytes.count {
                #expect(throws: MalformedRow.self) { try ImportedHash(bytes: Array(hash.bytes.prefix(count))) }
            }
            #expect(throws: MalformedRow.self) { try ImportedHash(bytes: hash.bytes + [0]) }
            #expect(throws: MalformedRow.self) { try ImportedHash(bytes: [9] + hash.bytes.dropFirst()) }
        }
    }

    @Test("a deleted member's imported hash is gone, and the log and the vault show none") func erased() async throws {
        let ada = try bring("ada", Self.horse)
        try door.submit(Command(.memberDeleted, actor: nil, subject: .member(ada)))
        try door.accounts.removeGone()
        #expect(try door.accounts.store.members().isEmpty)
        #expect(try keep("ada", Self.horse) == 0)
        try door.reopen()
        #expect(try door.accounts.storedPassword(of: nil).decoy == nil)
        let names = try #require(FileManager.default.enumerator(atPath: door.path))
        for case let name as String in names {
            let data = FileManager.default.contents(atPath: "\(door.path)/\(name)") ?? Data()
            #expect(data.range(of: Data(Self.horse.utf8.suffix(53))) == nil, "\(name)")
        }
    }

    @Test("a backup holds imported hashes") func backedUp() async throws {
        let ada = try bring("ada", Self.horse)
        let (backup, restored) = (door.path + ".backup", door.path + ".restored")
        door.accounts.close()
        _ = try BackupWriter.backUp(door.community.log, to: backup)
        try door.reopen()
        try Restoration(.community, of: backup, to: restored, until: nil, isReplacing: false).putInPlace()
        let community = try Community.open(at: restored, mode: .existing)
        defer { community.close() }
        let accounts = try Accounts(of: community, hashing: PasswordHashing(cost: Doorstep.cheap))
        defer { accounts.close() }
        #expect(try await accounts.logIn("ada", password: "correct horse", label: nil).member == ada)
    }

    @Test("keeping hashes that fails anywhere is completed by doing it again") func interrupted() async throws {
        let hash = try ImportedHash(bcrypt: Self.horse)
        var passwords: [ImportedPassword] = []
        for index in 0..<3 {
            _ = try register("cook\(index)")
            passwords.append(ImportedPassword(origin: origin("cook\(index)"), hash: hash))
        }
        var call = 1
        while true {
            let accounts = door.accounts
            let outcome = FaultInjector.fail(callNumber: call, with: .io) {
                try accounts.keep(imported: passwords)
            }
            guard outcome.fired else { break }
            try door.reopen()
            call += 1
        }
        #expect(call > 1)
        _ = try door.accounts.keep(imported: passwords)
        for index in 0..<3 { _ = try await door.logIn("cook\(index)") }
    }

    @Test("a rehearsal counts what would be kept, and keeps nothing") func rehearsed() throws {
        let ada = try register("ada")
        let passwords = try ["ada", "bo"].map {
            ImportedPassword(origin: origin($0), hash: try ImportedHash(bcrypt: Self.horse))
        }
        #expect(try door.accounts.keep(imported: passwords, isRehearsal: true) == 2)
        #expect(try door.accounts.storedPassword(of: ada).imported == nil)
        #expect(try door.accounts.keep(imported: passwords) == 1)
    }

    @Test("links for all are for members without a password, valid once kept, and for a week") func manyLinks()
        async throws
    {
        let (ada, bo) = (try register("ada"), try register("bo"))
        let cy = try bring("cy", Self.horse)
        let dee = try await door.register("dee")
        #expect(try door.accounts.withoutPassword(among: [ada, bo, cy, dee]) == [ada, bo])
        let made = door.accounts.newResetLinks(for: [ada, bo])
        func reset(_ links: ResetLinks, _ index: Int) async -> Refusal.Code? {
            await code {
                _ = try await door.accounts.resetPassword(to: "a new password", link: links.links[index].secret.text)
            }
        }
        #expect(await reset(made, 0) == .forbidden, "it is not kept yet")
        try await door.accounts.keep(made, by: .operator)
        let again = door.accounts.newResetLinks(for: [ada, bo])
        try await door.accounts.keep(again, by: .operator)
        #expect(await reset(made, 0) == .forbidden, "a later link replaces it")
        #expect(await reset(again, 0) == nil)
        #expect(await reset(again, 0) == .forbidden)
        #expect(try door.accounts.withoutPassword(among: [ada, bo]) == [bo])
        door.pass(seconds: 7 * 86_400 - 60)
        #expect(await reset(again, 1) == nil)
        _ = try await door.logIn("bo", "a new password")
    }
}
