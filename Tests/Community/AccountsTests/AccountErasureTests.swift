import Accounts
import Community
import Decisions
import EventLog
import Events
import Foundation
import LMDB
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// The rows of accounts after deletions, interruptions, and restored backups.
@Suite(.serialized) struct AccountErasureTests {
    private let door: Doorstep

    init() throws { door = try Doorstep() }

    private func delete(_ member: MemberID) throws {
        try door.submit(Command(.memberDeleted, actor: nil, subject: .member(member)))
    }

    @Test("a deleted member's sessions and password are gone, and the free name starts afresh")
    func aDeletedMemberLeavesNoSessionAndNoPassword() async throws {
        let ada = try await door.register("ada")
        let session = try await door.logIn("ada")
        try delete(ada)
        try door.accounts.removeGone()
        #expect(try door.principal(session) == nil)
        // The name is free again, and the member who takes it gets none of the old data.
        let other = try await door.register("ada", "battery staple")
        #expect(other != ada)
        await #expect(throws: Refusal.self) { _ = try await door.logIn("ada", "correct horse") }
        #expect(try await door.logIn("ada", "battery staple").member == other)
    }

    @Test("the bytes of a deleted member's password and session are overwritten")
    func whatIsLeftInFreedPagesDoesNotTellOfThem() async throws {
        let ada = try await door.register("ada", "a most peculiar password")
        _ = try await door.accounts.logIn("ada", password: "a most peculiar password", label: "Adas Taschentelefon")
        try delete(ada)
        try door.accounts.removeGone()
        try door.reopen()
        let data = try Data(contentsOf: URL(filePath: door.path + "/vault/accounts/data.mdb"))
        for text in ["Taschentelefon", "peculiar"] { #expect(data.range(of: Data(text.utf8)) == nil) }
    }

    @Test("a deletion by another program ends sessions at the next opening")
    func anotherProgramsDeletionIsNoticedAtTheNextOpening() async throws {
        let ada = try await door.register("ada")
        let session = try await door.logIn("ada")
        try delete(ada)
        try door.reopen()
        #expect(try door.principal(session) == nil)
    }

    /// Whichever call to the storage fails: after the next opening a member in the log has a password, and any other
    /// leaves nothing.
    @Test("a registration that fails anywhere is whole or absent after the next opening")
    func aRegistrationThatFailsAnywhereIsWholeOrNothingAfterTheNextOpening() async throws {
        var (call, finished, forgotten) = (1, 0, 0)
        while true {
            let name = "cook\(call)"
            let outcome = await FaultInjector.fail(callNumber: call, with: .io) {
                try await door.register(name, key: name)
            }
            guard outcome.fired else { break }
            try door.reopen()
            if try door.community.query({ $0.member(called: name) }) != nil {
                _ = try await door.logIn(name)
                finished += 1
            } else {
                // The same request now succeeds.
                try await door.register(name, key: name)
                _ = try await door.logIn(name)
                forgotten += 1
            }
            call += 1
        }
        #expect(finished > 0 && forgotten > 0, "\(finished) and \(forgotten) of \(call)")
    }

    @Test("a backup holds the accounts, and a restored log keeps only those of its members")
    func aBackupHoldsTheAccountsAndARestoredLogOnlyItsOwn() async throws {
        let ada = try await door.register("ada")
        let session = try await door.logIn("ada")
        let backup = door.path + ".backup"
        let restored = door.path + ".restored"
        // Within one process an environment is opened once.
        door.accounts.close()
        _ = try BackupWriter.backUp(door.community.log, to: backup)
        try door.reopen()
        #expect(try door.principal(session) != nil)
        let late = try await door.logIn("ada")
        let restoration = try Restoration(
            .community, of: backup, to: restored, until: nil, isReplacing: false)
        try restoration.putInPlace()
        let community = try Community.open(at: restored, mode: .existing)
        defer { community.close() }
        let accounts = try Accounts(of: community, hashing: PasswordHashing(cost: Doorstep.cheap))
        defer { accounts.close() }
        #expect(try accounts.principal(late.secret.text) == nil)
        #expect(try await accounts.logIn("ada", password: "correct horse", label: nil).member == ada)
    }
}
